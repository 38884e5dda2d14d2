/* results.ts - how one's games on this device ended: a line each, kept in the browser when the games themselves make room, and sent nowhere.
 * And what can be counted of them. */

import { browserShelf, type Shelf } from '../app/shelf'
import type { LogEntry, Mode, Seat, View } from '../engine/types'
import { levels as allLevels, type LevelNumber } from '../game/bots'

export interface GameResult {
  id: string
  at: number /* the time when it ended, by Date.now() */
  kind: 'bots' | 'hotseat' | 'online'
  mode: Mode
  players: number
  level: number | null /* of the best bot there was */
  won: boolean | null /* null: several people shared the device */
  rounds: number
  coins: number /* at the end */
  parts: number
  sale: number /* the best one */
  saleRound: number
  daily?: true /* a deal of the day: its bots are not those that one chose */
}

/* Who sat there. */
export interface Sitters {
  kind: GameResult['kind']
  me: Seat | null /* null: several people at this device */
  levels: readonly number[] /* of the bots */
  daily?: boolean
}

/* Returns the line of a game; null while it is unfinished. */
export function resultOf(id: string, at: number, view: View, log: readonly LogEntry[], { kind, me, levels, daily }: Sitters): GameResult | null {
  if (!view.result) return null
  const seat = view.seats[me ?? view.result.winners[0] ?? 0]!
  const sales = log.flatMap(({ event, round }) => (event.kind === 'sold' && event.seat === me ? [{ income: event.income, round }] : []))
  const best = sales.reduce((a, b) => (b.income > a.income ? b : a), { income: 0, round: 0 })
  return {
    id, at, kind, mode: view.mode, players: view.players,
    level: levels.length ? Math.max(...levels) : null,
    won: me === null ? null : view.result.winners.includes(me),
    rounds: view.round, coins: seat.coins, parts: seat.palaceParts,
    sale: best.income, saleRound: best.round,
    ...(daily ? { daily } : {}),
  }
}

/* ------------------------------------------------------------------------------------------------------------------ kept */

const stored = 'ff.results'
const most = 5000


/* Data stored by an older or newer page may be anything, so only valid lines are used. */
export function resultsOf(text: string | null): GameResult[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isResult) : []
  } catch {
    return []
  }
}

function isResult(one: unknown): one is GameResult {
  const { id, at, kind, mode, players, level, won, ...numbers } = Object(one) as Record<keyof GameResult, unknown>
  const number = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
  return (
    typeof id === 'string' && number(at) && ['bots', 'hotseat', 'online'].includes(kind as string) && ['base', 'expert'].includes(mode as string) &&
    number(players) && (level === null || number(level)) && (won === null || typeof won === 'boolean') &&
    [numbers.rounds, numbers.coins, numbers.parts, numbers.sale, numbers.saleRound].every(number)
  )
}

export function loadResults(shelf: Shelf = browserShelf): GameResult[] {
  try {
    return resultsOf(shelf.getItem(stored))
  } catch {
    return []
  }
}

/* A game is counted once, however often its end is looked at. */
export function keepResult(result: GameResult, shelf: Shelf = browserShelf): void {
  const all = loadResults(shelf)
  if (all.some(({ id }) => id === result.id)) return
  try {
    shelf.setItem(stored, JSON.stringify([...all, result].sort((a, b) => a.at - b.at).slice(-most)))
  } catch {
    /* There is no room: the game itself matters more. */
  }
}

export function forgetResults(shelf: Shelf = browserShelf): void {
  try {
    shelf.removeItem(stored)
  } catch {
    /* Then there were none. */
  }
}

/* The level of the bots that one has chosen last, the easiest for who has chosen none. */
export function levelOf(results: readonly GameResult[]): LevelNumber {
  const last = results.findLast(({ kind, daily }) => kind === 'bots' && !daily)?.level ?? 1
  return Math.max(1, Math.min(allLevels.length, Math.round(last))) as LevelNumber
}

/* ---------------------------------------------------------------------------------------------------------------- counted */

export interface Tally {
  games: number
  won: number
}

const tally = (results: readonly GameResult[]): Tally => ({ games: results.length, won: results.filter(({ won }) => won).length })

/* Groups games by their kind, in order; kinds that were never played are left out. */
function by<Kind extends string | number>(results: readonly GameResult[], kinds: readonly Kind[], of: (result: GameResult) => Kind | null) {
  return kinds.flatMap(kind => {
    const some = results.filter(result => of(result) === kind)
    return some.length ? [{ kind, ...tally(some) }] : []
  })
}

/* Most games won one after the other. */
function streak(results: readonly GameResult[]): number {
  let [longest, now] = [0, 0]
  for (const { won } of results) longest = Math.max(longest, (now = won ? now + 1 : 0))
  return longest
}

export function summaryOf(all: readonly GameResult[]) {
  const results = all.filter(({ won }) => won !== null).sort((a, b) => a.at - b.at)
  const wins = results.filter(({ won }) => won)
  const best = (some: readonly GameResult[], worth: (result: GameResult) => number) =>
    some.reduce<GameResult | null>((a, b) => (a === null || worth(b) > worth(a) ? b : a), null)
  return {
    all: tally(results),
    together: all.length - results.length,
    levels: by<number>(results, allLevels, ({ kind, level }) => (kind === 'bots' ? level : null)),
    friends: tally(results.filter(({ kind }) => kind === 'online')),
    modes: by(results, ['base', 'expert'] as const, ({ mode }) => mode),
    players: by(results, [2, 3, 4, 5], ({ players }) => players),
    moments: {
      sale: best(results.filter(({ sale }) => sale > 0), ({ sale }) => sale),
      richest: best(wins, ({ coins }) => coins),
      quickest: best(wins, ({ rounds }) => -rounds),
      streak: streak(results),
    },
  }
}

/* --------------------------------------------------------------------------------------------------------------- calendar */

export interface Day extends Tally {
  date: Date
}

const dayOf = (at: number | Date) => new Date(at).toDateString()

/* Whole weeks from Monday to Sunday, the present one last; null for days to come. */
export function calendarOf(all: readonly GameResult[], weeks: number, today: Date): (Day | null)[][] {
  const games = new Map<string, GameResult[]>()
  for (const result of all) games.set(dayOf(result.at), [...(games.get(dayOf(result.at)) ?? []), result])
  const sinceMonday = (today.getDay() + 6) % 7
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const before = (weeks - 1 - week) * 7 + sinceMonday - day
      const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - before)
      return before < 0 ? null : { date, ...tally(games.get(dayOf(date)) ?? []) }
    }),
  )
}
