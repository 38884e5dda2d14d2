/* judge.ts - lets the coach judge one's own turns in finished games, one game after another. Results are stored as they come, so
 * the work can be interrupted and continued. */

import { openReview } from '../game/games'
import { begun, keepReview, loadReview, shortOf } from '../review/turns'
import { keepSkill, type Point } from './skill'

/* `heard`: how many games are done, and how far the one at hand is, from 0 to 1. */
export async function judgeGames(points: readonly Point[], heard: (games: number, part: number) => void, stop: AbortSignal): Promise<void> {
  const missing = points.filter(({ skill }) => !skill)
  for (const [n, { result }] of missing.entries()) {
    heard(n, 0)
    await judgeGame(result.id, part => heard(n, part), stop)
    if (stop.aborted) return
  }
}

async function judgeGame(id: string, heard: (part: number) => void, stop: AbortSignal): Promise<void> {
  const controller = await openReview(id)
  const seat = controller?.state.seats.find(({ kind }) => kind === 'me')?.seat
  try {
    if (!controller || seat === undefined) return
    const { moments } = controller.state
    let reviewed = loadReview(id, moments, { seat, effort: 'quick' }) ?? begun(seat)
    await controller.local?.review({
      seat, effort: 'quick', done: reviewed.judged.length, stop, heard: () => {},
      told(turn, all) {
        reviewed = { ...reviewed, all, judged: [...reviewed.judged, shortOf(turn)] }
        keepReview(id, moments, reviewed)
        heard(reviewed.judged.length / all)
      },
    })
    const sums = stop.aborted ? null : await controller.local?.balance(reviewed.judged, stop)
    if (sums) keepSkill({ id, effort: 'quick', ...sums[seat]! })
  } finally {
    controller?.close()
  }
}
