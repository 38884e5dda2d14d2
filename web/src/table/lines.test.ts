import { describe, expect, test } from 'vitest'
import type { GameEvent, LogEntry, Phase } from '../engine/types'
import { cardsOf, newsOf, placeOf, priceMoves, turnsOf, turnsSince } from './lines'

const phases: Record<GameEvent['kind'], Phase> = { drew: 'draw', sold: 'sell', built: 'build', trashed: 'discard', buried: 'discard', stored: 'discard', kept: 'discard', round: 'market' }
const log = (...events: (GameEvent & { round?: number; draft?: boolean })[]): LogEntry[] => {
  let round = 1
  return events.map((event, i) => {
    const entry = { moment: i + 1, round, phase: phases[event.kind], event, draft: event.draft ?? false }
    if (event.kind === 'round') round++
    return entry
  })
}
const draw = (seat: number) => ({ kind: 'drew', seat, n: 3, cards: null, goods: [1, 1, 1], extra: false, text: '' }) as GameEvent
const sell = (seat: number) => ({ kind: 'sold', seat, brewery: 0, goods: [1, 0, 0], income: 1, text: '' }) as unknown as GameEvent
const build = (seat: number) => ({ kind: 'built', seat, card: 'crane', space: 1, cost: 5, covered: null, text: '' }) as GameEvent
const bury = (seat: number, card: 'crane' | 'office' | null = null, draft = false) => ({ kind: 'buried', seat, card, text: '', draft }) as GameEvent & { draft: boolean }
const keep = (seat: number, draft = false) => ({ kind: 'kept', seat, n: 1, text: '', draft }) as GameEvent & { draft: boolean }
const market = (round: number) => ({ kind: 'round', round, prices: [], order: [], palacePrice: 8, over: false, text: '' }) as GameEvent

const game = log(draw(0), draw(1), sell(1), build(1), bury(1), bury(1), keep(1), sell(0), bury(0, 'office'), keep(0), market(1), draw(0), draw(1), sell(1), keep(1), sell(0))

describe('the log by turn', () => {
  test('all draws are one, then each turn, then the market', () => {
    expect(turnsOf(game).map(({ turns }) => turns.map(({ kind, seat }) => `${kind} ${seat}`))).toEqual([
      ['draw null', 'turn 1', 'turn 0', 'market null'],
      ['draw null', 'turn 1', 'turn 0'],
    ])
  })
  test('what every turn has is folded; what matters is not', () => {
    const turn = turnsOf(game)[0]!.turns[1]!
    expect(turn.lines.map(({ entries }) => entries[0].event.kind)).toEqual(['sold', 'built'])
    expect(turn.routine.map(({ entries }) => [entries[0].event.kind, entries.length])).toEqual([['buried', 2], ['kept', 1]])
    expect(turnsOf(game)[0]!.turns[0]!.routine).toHaveLength(2)
  })
  test('what is not final yet is told apart', () => {
    const [round] = turnsOf(log(bury(0, 'crane'), bury(0, 'office', true)))
    expect(round!.turns[0]!.routine).toHaveLength(2)
  })
  test('a line knows its cards', () => {
    const [round] = turnsOf(log(bury(0, 'crane'), bury(0, 'office')))
    expect(cardsOf(round!.turns[0]!.routine[0]!)).toEqual(['crane', 'office'])
  })
  test('a line knows where it happened', () => {
    const places = turnsOf(log(draw(1), sell(1), { ...sell(0), brewery: null } as GameEvent, build(1), keep(1), market(1))).flatMap(({ turns }) => turns.flatMap(({ lines }) => lines.map(placeOf)))
    expect(places).toEqual(['brewery:0', undefined, 'space:1:1', undefined])
  })
})

describe('since one’s last turn', () => {
  const since = (viewer: number | null) => turnsOf(game, viewer).flatMap(({ round, turns }) => turns.flatMap(({ kind, since }) => (since ? [`${round} ${kind}`] : [])))
  test('begins right after it, for each their own', () => {
    expect(since(0)).toEqual(['1 market'])
    expect(since(1)).toEqual(['2 turn'])
    expect(since(null)).toEqual([])
  })
  test('a turn that is not ended yet is not the last one', () => {
    const now = log(sell(0), keep(0), sell(1), keep(1), sell(0), keep(0, true))
    expect(turnsSince(now, 0)).toBe(1)
    expect(turnsOf(now, 0)[0]!.turns.map(({ since }) => since)).toEqual([false, true, false])
  })
  test('nothing before there was one', () => {
    expect(turnsSince(log(draw(0), sell(1), keep(1)), 0)).toBe(0)
  })
  test('what others sold and built is news until the own turn is over, for each their own', () => {
    const news = (entries: LogEntry[], viewer: number | null) => newsOf(entries, viewer).map(({ kind, seat }) => `${kind} ${seat}`)
    expect(news(game, 0)).toEqual(['sold 1'])
    expect(news(game, 1)).toEqual(['sold 0'])
    expect(news(game, null)).toEqual([])
    expect(news(log(draw(0), sell(1), build(1), keep(1), sell(0)), 0)).toEqual(['sold 1', 'built 1']) // in the first round too
    const turn = [sell(0), keep(0), sell(1), build(1), keep(1), sell(0), build(0)]
    expect(news(log(...turn, keep(0, true)), 0)).toEqual(['sold 1', 'built 1'])
    expect(news(log(...turn, keep(0)), 0)).toEqual([])
  })
})

test('prices that moved, and only those', () => {
  expect(priceMoves([1, 2, 3], [1, 1, 3])).toEqual([{ good: 'barley', from: 2, to: 1 }])
  expect(priceMoves(null, null)).toEqual([])
})
