/* here.svelte.ts - who of the table that is shown has a page and a rating. Frames do not have it (docs/developers/players.md): the
 * table's screen asks, and whoever shows a name looks here. */

import type { Seat } from '../engine/types'
import type { TablePlayer } from '../net/players'

let players = $state.raw<readonly (TablePlayer | null)[]>([])

export function playerAt(seat: Seat): TablePlayer | null {
  return players[seat] ?? null
}

export function setPlayersHere(found: readonly (TablePlayer | null)[]): void {
  players = found
}
