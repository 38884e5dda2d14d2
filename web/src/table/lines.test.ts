import { describe, expect, test } from 'vitest'
import type { GameEvent, LogEntry, Phase } from '../engine/types'
import { cardsOf, linesOf } from './lines'

let moment = 0
function entry(round: number, phase: Phase, event: GameEvent, draft = false): LogEntry {
  return { moment: ++moment, round, phase, event, draft }
}
const bury = (seat: number, card: 'crane' | 'office' | null): GameEvent => ({ kind: 'buried', seat, card, text: '' })
const keep = (seat: number): GameEvent => ({ kind: 'kept', seat, n: 1, text: '' })

describe('the lines of the log', () => {
  test('cards that one player buries in a row are one line', () => {
    const [round] = linesOf([entry(1, 'discard', bury(1, null)), entry(1, 'discard', bury(1, null)), entry(1, 'discard', keep(1))])
    expect(round!.parts[0]!.lines.map(line => line.entries.length)).toEqual([2, 1])
  })
  test('another player, another phase and another round begin anew', () => {
    const rounds = linesOf([
      entry(0, 'setup', bury(0, 'crane')),
      entry(0, 'setup', bury(1, null)),
      entry(1, 'discard', bury(1, null)),
      entry(1, 'market', { kind: 'round', round: 1, prices: [], order: [], over: false, text: '' }),
    ])
    expect(rounds.map(round => round.parts.map(part => [part.phase, part.lines.length]))).toEqual([[['setup', 2]], [['discard', 1], ['market', 1]]])
  })
  test('what is not final yet is told apart', () => {
    const [round] = linesOf([entry(1, 'discard', bury(0, 'crane')), entry(1, 'discard', bury(0, 'office'), true)])
    expect(round!.parts[0]!.lines).toHaveLength(2)
  })
  test('a line knows its cards', () => {
    const [round] = linesOf([entry(1, 'discard', bury(0, 'crane')), entry(1, 'discard', bury(0, 'office'))])
    expect(cardsOf(round!.parts[0]!.lines[0]!)).toEqual(['crane', 'office'])
  })
})
