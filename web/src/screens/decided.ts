/* decided.ts - what decided a game, in one fact that can be looked up in its log: the Palace part with which the winner took the lead for
 * good, or the coins where several palaces were complete (R9.2). */

import { PALACE_PARTS } from '../engine/rules'
import type { Card, LogEntry, Seat, SeatView } from '../engine/types'

export type Decided =
  | { by: 'lead'; seat: Seat; card: Card; round: number; moment: number }
  | { by: 'coins'; seat: Seat; coins: [number, number]; round: number; moment: number }

/** Null where nobody won, or several did. */
export function decided(log: readonly LogEntry[], winners: readonly Seat[], seats: readonly SeatView[]): Decided | null {
  const [winner] = winners
  if (winner === undefined || winners.length > 1) return null
  const rivals = seats.filter(({ seat, palaceParts }) => seat !== winner && palaceParts === PALACE_PARTS)
  const parts = new Map<Seat, number>()
  const best = () => Math.max(0, ...[...parts].flatMap(([seat, n]) => (seat === winner ? [] : [n])))
  let lead: Decided | null = null
  let last: Decided | null = null
  for (const { event, round, moment } of log) {
    if (event.kind !== 'built' || !event.card.startsWith('palace')) continue
    parts.set(event.seat, (parts.get(event.seat) ?? 0) + 1)
    const ahead = (parts.get(winner) ?? 0) > best()
    if (event.seat === winner) last = { by: 'coins', seat: winner, coins: [seats[winner]!.coins, Math.max(0, ...rivals.map(({ coins }) => coins))], round, moment }
    if (!ahead) lead = null
    else lead ??= { by: 'lead', seat: winner, card: event.card, round, moment }
  }
  return rivals.length ? last : lead
}
