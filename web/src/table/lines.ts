/* lines.ts - the log's entries as the lines that are read: by round and phase, cards put under a deck one after the other in
 * one line. */

import type { Card, LogEntry, Phase } from '../engine/types'

export interface Line {
  entries: [LogEntry, ...LogEntry[]] /* one, or several that are told together */
}
export interface Part {
  phase: Phase
  lines: Line[]
}
export interface Round {
  round: number
  parts: Part[]
}

function together(line: Line | undefined, { event, draft }: LogEntry): boolean {
  const before = line?.entries[0]
  return before?.event.kind === 'buried' && event.kind === 'buried' && before.event.seat === event.seat && before.draft === draft
}

export function linesOf(log: readonly LogEntry[]): Round[] {
  const rounds: Round[] = []
  for (const entry of log) {
    let round = rounds.at(-1)
    if (!round || round.round !== entry.round) rounds.push((round = { round: entry.round, parts: [] }))
    let part = round.parts.at(-1)
    if (!part || part.phase !== entry.phase) round.parts.push((part = { phase: entry.phase, lines: [] }))
    const line = part.lines.at(-1)
    if (together(line, entry)) line!.entries.push(entry)
    else part.lines.push({ entries: [entry] })
  }
  return rounds
}

/* The cards that a line is about, as far as they are known. */
export function cardsOf({ entries }: Line): Card[] {
  return entries.flatMap(({ event }) => {
    if (event.kind === 'built' || event.kind === 'buried' || event.kind === 'trashed') return event.card ? [event.card] : []
    return event.kind === 'drew' ? (event.cards ?? []) : []
  })
}
