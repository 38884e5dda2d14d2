/* results.ts - what can be counted of the games on a player's page, and the results of this browser in the form in which a page takes
 * them over. */

import { browserShelf, type Shelf } from '../app/shelf'
import type { Mode } from '../engine/types'
import { namesAt } from '../game/names'
import type { PageGame } from '../net/players'
import type { GameResult, Tally } from '../stats/results'

const modes: readonly Mode[] = ['base', 'expert']

export const hasWon = (game: PageGame) => game.winners?.includes(game.seat) ?? false
/** The finished games; those whose winners the server does not know are left out. */
export const finished = (games: readonly PageGame[]) => games.filter(game => game.phase === 'over' && game.winners)
export const othersIn = ({ seat, seats }: PageGame) => namesAt(seats).filter((name, i) => i !== seat && name)

const tally = (games: readonly PageGame[]): Tally => ({ games: games.length, won: games.filter(hasWon).length })

function by<Kind extends string | number>(games: readonly PageGame[], kinds: readonly Kind[], of: (game: PageGame) => Kind) {
  return kinds.flatMap(kind => {
    const some = games.filter(game => of(game) === kind)
    return some.length ? [{ kind, ...tally(some) }] : []
  })
}

/** Everybody who played along, the most frequent first. */
function opponents(games: readonly PageGame[], most: number) {
  const found = new Map<string, Tally>()
  for (const game of games)
    for (const name of new Set(game.seats.filter((one, i) => one.is === 'guest' && i !== game.seat).map(one => one.name!))) {
      const { games, won } = found.get(name) ?? { games: 0, won: 0 }
      found.set(name, { games: games + 1, won: won + Number(hasWon(game)) })
    }
  return [...found].map(([kind, of]) => ({ kind, ...of })).sort((a, b) => b.games - a.games || a.kind.localeCompare(b.kind)).slice(0, most)
}

export function countGames(all: readonly PageGame[]) {
  const games = finished(all)
  const withPeople = ({ seat, seats }: PageGame) => seats.some((one, i) => one.is === 'guest' && i !== seat)
  return {
    all: tally(games),
    modes: by(games, modes, ({ mode }) => mode),
    players: by(games, [2, 3, 4, 5], ({ seats }) => seats.length),
    against: by(games, ['people', 'bots'] as const, game => (withPeople(game) ? 'people' : 'bots')),
    opponents: opponents(games, 8),
  }
}

/** A best moment: coins of a sale, rounds of a win, or the Palace parts that a winner was behind. */
export interface BestMoment {
  kind: 'sale' | 'quickest' | 'behind'
  value: number
  round: number
  /** Where the look back begins; null: at the end. */
  at: number | null
  game: PageGame
}

/** The best moment of each kind; of equal ones that of the first game in the list. */
export function bestMoments(all: readonly PageGame[]): BestMoment[] {
  const games = finished(all)
  const told = (kind: 'sale' | 'behind'): BestMoment[] =>
    games.flatMap(game => {
      const [value, round, at] = game.seats[game.seat]![kind] ?? []
      return value ? [{ kind, value, round: round!, at: at!, game }] : []
    })
  const wins = games.filter(hasWon).map((game): BestMoment => ({ kind: 'quickest', value: game.round, round: game.round, at: null, game }))
  const best = (moments: BestMoment[], sign: 1 | -1) => moments.sort((a, b) => sign * (b.value - a.value)).slice(0, 1)
  return [...best(told('sale'), 1), ...best(wins, -1), ...best(told('behind'), 1)]
}

/* ------------------------------------------------------------------------------------------------------------- imports */

interface Imported extends Tally {
  mode: Mode
  players: number
  level: number
}

function addUp(results: readonly Imported[]): Imported[] {
  const found = new Map<string, Imported>()
  for (const one of results) {
    const key = `${one.mode} ${one.players} ${one.level}`
    const { games, won } = found.get(key) ?? { games: 0, won: 0 }
    found.set(key, { ...one, games: games + one.games, won: won + one.won })
  }
  return [...found.values()]
}

/** The results of this browser against bots, as a text for the server. */
export function importText(results: readonly GameResult[]): string {
  const counted = results.flatMap(({ kind, mode, players, level, won }) =>
    kind === 'bots' && won !== null && level !== null ? [{ mode, players, level: Math.round(level), games: 1, won: Number(won) }] : [],
  )
  return addUp(counted).map(({ mode, players, level, games, won }) => `${mode} ${players} ${level} ${games} ${won}`).join(', ')
}

/** The imports of a page, by level. */
export function countImports(texts: readonly string[]): { kind: number; games: number; won: number }[] {
  const rows = texts.flatMap(text => text.split(',')).flatMap(text => {
    const [mode, ...words] = text.trim().split(' ')
    const [players = NaN, level = NaN, games = NaN, won = NaN] = words.map(Number)
    return [players, level, games, won].every(Number.isFinite) ? [{ mode: mode as Mode, players, level, games, won }] : []
  })
  return [...new Set(rows.map(({ level }) => level))].sort((a, b) => a - b).map(kind => {
    const some = rows.filter(({ level }) => level === kind)
    return { kind, games: some.reduce((sum, { games }) => sum + games, 0), won: some.reduce((sum, { won }) => sum + won, 0) }
  })
}

/* This browser's name for its imports, so that nothing counts twice. */
const stored = 'ff.source'
const letters = 'abcdefghijklmnopqrstuvwxyz234567'

export function sourceHere(shelf: Shelf = browserShelf): string {
  const known = shelf.getItem(stored)
  if (known && /^[a-z2-7]{16}$/.test(known)) return known
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => letters[byte % 32]).join('')
  shelf.setItem(stored, drawn)
  return drawn
}
