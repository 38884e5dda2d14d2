// players.ts - the requests about players' pages, who sits at a table, and reports; see docs/authors/protocol.md.

import type { Mode, Seat } from '../engine/types'
import type { Rating } from './player'
import type { SeatSummary } from './protocol'
import { api } from './socket'

/** What others see on a player's page. */
export const shownKinds = ['nothing', 'ratings', 'games'] as const
export type Shown = (typeof shownKinds)[number]

/** A game of the page's player, who has `seat`. */
export interface PageGame {
  phase: 'play' | 'over'
  table?: string
  changed_ms: number
  ended_ms?: number
  seat: Seat
  owes?: boolean
  mode: Mode
  round: number
  rated: boolean
  seats: SeatSummary[]
  winners?: Seat[]
}

export interface PlayerPage {
  guest: string
  name: string
  kind: 'person' | 'bot'
  yours: boolean
  shows: Shown
  ratings?: Record<Mode, Rating>
  /** Lists of "MODE PLAYERS LEVEL GAMES WON". */
  imports?: string[]
  games?: PageGame[]
}

/** A player at a table: the claimed name, and at a rated table the rating. */
export interface TablePlayer {
  page?: string
  points?: number
  margin?: number
  provisional?: boolean
  games?: number
  /** Once the game is over. */
  change?: number
}

/** How players did in the deal of the day, on one day or in all deals of a week. */
export interface DailyRanking {
  date: string
  until: string
  players: number
  /** Who has not played the deal yet does not see the ranking. */
  shown: boolean
  ranking: {
    name: string
    /** The name leads to a page. */
    page: boolean
    you: boolean
    /** You, or somebody you have finished a game with. */
    known: boolean
    rank: number
    /** 10,000 for the best of a deal. */
    points: number
    deals: number
    /** Of one day. */
    place?: number
    parts?: number
    coins?: number
    rounds?: number
  }[]
}

export const loadDaily = (wanted: { date?: string; week?: boolean }) => api<DailyRanking>('daily', wanted)

export const loadPage = (name: string) => api<PlayerPage>('players', { name })
/** Returns the share of a game on somebody's page. */
export const sharePageGame = async (name: string, ended_ms: number) => (await api<{ share: string }>('players/game', { name, ended_ms })).share
export const loadTablePlayers = async (table: string) => (await api<{ seats: (TablePlayer | null)[] }>('players/table', { table })).seats

export const claimName = (name: string) => api('player/name', { name })
export const setShown = (shows: Shown) => api('player/profile', { shows })
export const addImport = (source: string, results: string) => api('player/imports', { source, results })
export const deleteImport = (source: string) => api('player/imports/delete', { source })

/** Whom a report is about: a seat of a table, perhaps with the number of a chat line, or who has claimed a name. */
export type Reported = { table: string; seat: Seat; entry?: number } | { guest: string }
export const report = (who: Reported, text: string) => api('player/report', { ...who, text })
export const blockGuest = (guest: string, kind: 'mute' | 'block' | 'none') => api('player/block', { guest, kind })
