/* name.ts - the name that somebody takes a seat under. */

import { becomeGuest } from '../net/lobby'
import { rememberName } from '../screens/me'

/** Plays under this name from now on. Fails if another player has claimed it, or one that looks like it. */
export async function takeName(name: string): Promise<void> {
  await becomeGuest(name)
  rememberName(name)
}
