import { expect, test } from 'vitest'
import type { PageGame } from '../net/players'
import type { GameResult } from '../stats/results'
import { bestMoments, countGames, countImports, importText, othersIn, sourceHere } from './results'

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

test('the best moment of each kind is found, of equal ones in the newest game', () => {
  const games = [
    game([{ ...anna, sale: [20, 8, 150] }, ben], [1], { ended_ms: 5 }),
    game([{ ...anna, sale: [12, 4, 80], behind: [2, 6, 120] }, ben], [0], { ended_ms: 4, round: 11 }),
    game([{ ...anna, sale: [20, 9, 170], behind: [1, 3, 60] }, ben], [0], { ended_ms: 3, round: 9 }),
    game([ben, { ...anna, sale: [7, 2, 30] }], [0, 1], { ended_ms: 2, round: 9, seat: 1 }),
    game([{ ...anna, sale: [99, 2, 30] }, ben], undefined, { phase: 'play' }),
  ]
  expect(bestMoments(games).map(({ kind, value, round, at, game }) => [kind, value, round, at, game.ended_ms])).toEqual([
    ['sale', 20, 8, 150, 5],
    ['quickest', 9, 9, null, 3],
    ['behind', 2, 6, 120, 4],
  ])
  expect(bestMoments([game([anna, ben], [1])])).toEqual([])
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
