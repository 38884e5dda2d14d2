import { expect, test } from 'vitest'
import type { PageGame } from '../net/players'
import type { GameResult } from '../stats/results'
import { countGames, countImports, importText, othersIn, sourceHere } from './results'

const anna = { is: 'guest', name: 'Anna' } as const
const ben = { is: 'guest', name: 'Ben' } as const
const bot = { is: 'bot', name: 'level3', level: 3 } as const
const game = (seats: PageGame['seats'], winners: number[] | undefined, more: Partial<PageGame> = {}): PageGame => ({
  phase: 'over', changed_ms: 1, ended_ms: 1, seat: 0, mode: 'base', round: 9, rated: false, seats, winners: winners as PageGame['winners'], ...more,
})

test('games are counted by kind, number of players and opponents', () => {
  const games = [
    game([anna, ben], [0]),
    game([anna, ben, bot], [1], { mode: 'expert' }),
    game([ben, anna], [0, 1], { seat: 1 }),
    game([anna, bot], [1]),
    game([anna, ben], undefined, { phase: 'play' }),
    game([anna, ben], undefined),
  ]
  const count = countGames(games)
  expect(count.all).toEqual({ games: 4, won: 2 })
  expect(count.modes).toEqual([{ kind: 'base', games: 3, won: 2 }, { kind: 'expert', games: 1, won: 0 }])
  expect(count.players).toEqual([{ kind: 2, games: 3, won: 2 }, { kind: 3, games: 1, won: 0 }])
  expect(count.against).toEqual([{ kind: 'people', games: 3, won: 2 }, { kind: 'bots', games: 1, won: 0 }])
  expect(count.opponents).toEqual([{ kind: 'Ben', games: 3, won: 2 }])
  expect(othersIn(games[2]!)).toEqual(['Ben'])
})

test('this browser’s results become a text, and texts become results by level', () => {
  const result = (more: Partial<GameResult>): GameResult => ({ id: 'x', at: 1, kind: 'bots', mode: 'base', players: 3, level: 2, won: true, rounds: 9, coins: 9, parts: 6, sale: 1, saleRound: 1, ...more })
  const text = importText([result({}), result({ won: false }), result({ level: 4, mode: 'expert' }), result({ kind: 'hotseat', won: null }), result({ kind: 'online' })])
  expect(text).toBe('base 3 2 2 1, expert 3 4 1 1')
  expect(countImports([text, 'base 2 2 5 0', 'nonsense', ''])).toEqual([{ kind: 2, games: 7, won: 1 }, { kind: 4, games: 1, won: 1 }])
})

test('the source of the imports stays the same', () => {
  const kept = new Map<string, string>()
  const shelf = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key) }
  const source = sourceHere(shelf)
  expect(source).toMatch(/^[a-z2-7]{16}$/)
  expect(sourceHere(shelf)).toBe(source)
})
