import { describe, expect, test } from 'vitest'
import type { LogEntry, View } from '../engine/types'
import { calendarOf, forgetResults, keepResult, levelOf, loadResults, resultOf, resultsOf, summaryOf, type GameResult } from './results'

const day = 86_400_000
const game = (id: number, more: Partial<GameResult> = {}): GameResult => ({
  id: `g${id}`, at: id * day, kind: 'bots', mode: 'base', players: 3, level: 2, won: id % 2 === 0, rounds: 12 - id, coins: 10 + id, parts: 6, sale: 10 + id, saleRound: 4, ...more,
})
function shelf() {
  const texts = new Map<string, string>()
  return { getItem: (key: string) => texts.get(key) ?? null, setItem: (key: string, text: string) => void texts.set(key, text), removeItem: (key: string) => void texts.delete(key) }
}

describe('the line of a game', () => {
  const seats = [{ coins: 7, palaceParts: 6 }, { coins: 3, palaceParts: 5 }]
  const view = { mode: 'base', players: 2, round: 11, seats, result: { winners: [0], reason: 'palace' } } as unknown as View
  const log = [{ round: 3, event: { kind: 'sold', seat: 0, income: 9 } }, { round: 5, event: { kind: 'sold', seat: 0, income: 12 } }, { round: 6, event: { kind: 'sold', seat: 1, income: 20 } }] as unknown as LogEntry[]

  test('as seen from one’s own seat', () => {
    expect(resultOf('x', 5, view, log, { kind: 'bots', me: 0, levels: [2, 4] })).toEqual({
      id: 'x', at: 5, kind: 'bots', mode: 'base', players: 2, level: 4, won: true, rounds: 11, coins: 7, parts: 6, sale: 12, saleRound: 5,
    })
    expect(resultOf('x', 5, view, log, { kind: 'online', me: 1, levels: [] })).toMatchObject({ won: false, level: null, sale: 20 })
  })
  test('several people at one device: nobody’s win', () => {
    expect(resultOf('x', 5, view, log, { kind: 'hotseat', me: null, levels: [] })!.won).toBeNull()
  })
  test('none while it goes on', () => {
    expect(resultOf('x', 5, { ...view, result: null }, log, { kind: 'bots', me: 0, levels: [1] })).toBeNull()
  })
})

describe('kept on the device', () => {
  test('each game once, in order, until they are deleted', () => {
    const place = shelf()
    for (const id of [3, 1, 3, 2]) keepResult(game(id), place)
    expect(loadResults(place).map(({ id }) => id)).toEqual(['g1', 'g2', 'g3'])
    forgetResults(place)
    expect(loadResults(place)).toEqual([])
  })
  test('what is not ours is left out', () => {
    for (const text of [null, '', '7', '{}', 'no', '[7,null,{"id":"x"}]']) expect(resultsOf(text)).toEqual([])
    expect(resultsOf(JSON.stringify([game(1), { ...game(2), rounds: 'x' }]))).toEqual([game(1)])
  })
  test('no room is no reason to fail', () => {
    keepResult(game(1), { ...shelf(), setItem: () => { throw new Error('full') } })
  })
})

test('counted by level, mode and players, with the best moments', () => {
  const { all, together, levels, modes, players, friends, moments } = summaryOf([
    game(1), game(2), game(4, { level: 5, mode: 'expert' }), game(5, { kind: 'online', level: null, won: true, players: 4 }), game(6, { kind: 'hotseat', won: null, level: null, coins: 99, sale: 99 }),
  ])
  expect(all).toEqual({ games: 4, won: 3 })
  expect(together).toBe(1)
  expect(levels).toEqual([{ kind: 2, games: 2, won: 1 }, { kind: 5, games: 1, won: 1 }])
  expect(friends).toEqual({ games: 1, won: 1 })
  expect(modes).toEqual([{ kind: 'base', games: 3, won: 2 }, { kind: 'expert', games: 1, won: 1 }])
  expect(players.map(({ kind, games }) => [kind, games])).toEqual([[3, 3], [4, 1]])
  expect(moments).toMatchObject({ sale: { id: 'g5' }, richest: { id: 'g5' }, quickest: { id: 'g5' }, streak: 3 })
})

test('a calendar of whole weeks, the present one last', () => {
  const today = new Date(2026, 10, 18, 15) // a Wednesday
  const at = (d: number) => new Date(2026, 10, d, 20).getTime()
  const weeks = calendarOf([game(2, { at: at(16) }), game(3, { at: at(16) }), game(4, { at: at(8) })], 2, today)
  expect(weeks).toHaveLength(2)
  expect(weeks[1]!.map(one => one && one.date.getDate())).toEqual([16, 17, 18, null, null, null, null])
  expect(weeks[1]![0]).toMatchObject({ games: 2, won: 1 })
  expect(weeks.flat().reduce((sum, one) => sum + (one?.games ?? 0), 0)).toBe(2) // the eighth is two weeks ago
})

test('a deal of the day is counted, and does not change which bots one plays against', () => {
  expect(levelOf([game(1, { level: 2 }), game(2, { level: 5, daily: true })])).toBe(2)
  expect(levelOf([game(2, { level: 5, daily: true })])).toBe(1)
  expect(resultsOf(JSON.stringify([game(2, { daily: true })]))).toEqual([game(2, { daily: true })])
})
