/* mistakes.ts - which choice cost the most, as a strong bot sees it.
 *
 * At each of a person's choices of a brewery and of a card to build, the bot tells the chance to win after each option. What
 * was given away is the best chance less that of the option taken. */
import type { ActionText, Hint, LogEntry, Option, Seat } from '../engine/types'

export interface Choice {
  /* The moment before it. */
  moment: number
  round: number
  seat: Seat
  /* What was done, as the option that began it. */
  taken: ActionText
}

export interface Mistake extends Choice {
  takenOption: Option
  better: Option
  /* Chances to win, 0 to 1. */
  chance: number
  betterChance: number
}

const letter = (brewery: number) => String.fromCharCode(65 + brewery)

/* A seat's choices that events tell of. What an event is about is decided just before it, so its moment less one. */
export function choicesOf(log: readonly LogEntry[], seat: Seat): Choice[] {
  return log.flatMap(entry => {
    const { event, round } = entry
    if (event.kind === 'round' || event.seat !== seat) return []
    const moment = entry.moment - 1
    if (event.kind === 'sold') {
      const taken = event.brewery === null ? 'done' : `brewery ${letter(event.brewery)}`
      return [{ moment, round, seat, taken }]
    }
    return event.kind === 'built' ? [{ moment, round, seat, taken: `build ${event.card}` }] : []
  })
}

/* How much thought an option must have had for its chance to count. */
const enough = 8

export function mistakeOf(choice: Choice, hint: Hint): Mistake | null {
  const judged = hint.options.filter(option => option.chance !== null && option.visits >= enough)
  const taken = judged.find(option => option.option.text === choice.taken)
  const best = judged.reduce((a, b) => ((b.chance ?? 0) > (a?.chance ?? 0) ? b : a), judged[0])
  if (!taken || !best || best === taken) return null
  return { ...choice, takenOption: taken.option, better: best.option, chance: taken.chance!, betterChance: best.chance! }
}

export function worstOf(mistakes: readonly (Mistake | null)[]): Mistake | null {
  const lost = (mistake: Mistake) => mistake.betterChance - mistake.chance
  return mistakes.reduce((worst, one) => (one && lost(one) > (worst ? lost(worst) : 0.02) ? one : worst), null)
}
