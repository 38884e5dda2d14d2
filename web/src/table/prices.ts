/* prices.ts - how the marker of one good at one brewery moves along its track: spaces, not only prices, because two spaces may
 * show the same price (R0.5). */

import type { BreweryView, SaleRow } from '../engine/types'
import { t } from '../i18n/i18n.svelte'

export interface Moves {
  at: number
  falls: number | null /* where the planned sale puts it; null where none is planned or nothing moves */
  later: number | null /* its place after phase 6; null where it stays */
}

export function movesOf(brewery: BreweryView, row: SaleRow | null, good: number): Moves {
  const at = brewery.step[good]!
  const falls = row ? row.stepAfter[good]! : null
  const later = row ? row.stepNext[good]! : brewery.stepNext[good]!
  const still = (falls ?? at) === at && later === at && !(row && row.counted[good]! > 0)
  return still ? { at, falls: null, later: null } : { at, falls, later }
}

/* "2 › 2, one space down; then 2, one space up" */
export function forecastText({ at, falls, later }: Moves, track: readonly number[]): string {
  const words: string[] = []
  const now = falls ?? at
  if (falls !== null && falls !== at) words.push(t('price.falls', { now: track[at]!, then: track[falls]!, n: at - falls }))
  if (later !== null && later !== now) words.push(t('price.later', { now: track[now]!, then: track[later]!, n: later - now }))
  else if (later !== null) words.push(t('price.stays', { price: track[later]! }))
  return words.join('; ')
}
