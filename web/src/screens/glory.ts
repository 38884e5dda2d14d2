/* glory.ts - the parts of a palace, counted from 0, in the order in which they were built. */
import type { LogEntry, Seat } from '../engine/types'

export function builtOrder(log: readonly LogEntry[], seat: Seat): number[] {
  return log.flatMap(({ event }) => (event.kind === 'built' && event.seat === seat && event.card.startsWith('palace') ? [Number(event.card.at(-1)) - 1] : []))
}
