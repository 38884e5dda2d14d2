/* past.ts - counts games that were finished on this device before statistics existed, by replaying them. */

import { openReview } from '../game/games'
import { store } from '../game/store'
import { sittersOf } from '../screens/note'
import { keepResult, loadResults, resultOf } from './results'

export async function countPast(): Promise<void> {
  const counted = new Set(loadResults().map(({ id }) => id))
  for (const game of await (await store()).all()) {
    const sitters = game.over && !counted.has(game.id) ? sittersOf(game) : null
    const review = sitters && (await openReview(game.id).catch(() => null))
    if (!sitters || !review) continue
    const { view, log } = review.state
    const result = resultOf(game.id, game.changed, view, log, sitters)
    review.close()
    if (result) keepResult(result)
  }
}
