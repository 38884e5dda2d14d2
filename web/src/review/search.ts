/* search.ts - goes through a person's choices and asks a strong bot about each. */
import type { GameController, Seat } from '../engine/types'
import { choicesOf, mistakeOf, worstOf, type Mistake } from './mistakes'

/* How long the bot thinks about one choice. */
const think = 120

/* The most expensive choice of a seat, or null if none cost much. */
export async function searchMistake(
  controller: GameController,
  seat: Seat,
  progress: (n: number, all: number) => void,
): Promise<Mistake | null> {
  const choices = choicesOf(controller.state.log, seat)
  const found: (Mistake | null)[] = []
  for (const [n, choice] of choices.entries()) {
    progress(n, choices.length)
    const judged = await controller.judge(choice.moment, think)
    found.push(judged?.seat === seat ? mistakeOf(choice, judged.hint) : null)
  }
  return worstOf(found)
}
