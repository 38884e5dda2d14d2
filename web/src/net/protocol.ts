// protocol.ts - the messages of docs/authors/protocol.md, version 1, as types.

import type { KeptPlan, Mode, Seat } from '../engine/types'

export const PROTOCOL = 1

/** Refusals that are temporary: the same message is sent again. */
export const TEMPORARY: readonly string[] = ['busy', 'too-fast']

/** All requests of the page, below /api/. */
export const ROUTES = [
  'guest', 'tables', 'tables/ID/record', 'share', 'shared/ID', 'features', 'ratings', 'daily', 'players', 'players/game', 'players/table',
  'player', 'player/approve', 'player/block', 'player/channels', 'player/channels/change', 'player/channels/delete', 'player/channels/test',
  'player/delete', 'player/devices/change', 'player/devices/delete', 'player/imports', 'player/imports/delete', 'player/link', 'player/name',
  'player/passkeys', 'player/passkeys/challenge', 'player/passkeys/delete', 'player/profile', 'player/recovery', 'player/report',
  'notices/confirm', 'notices/stop',
  'sign-in/approval', 'sign-in/challenge', 'sign-in/code', 'sign-in/link', 'sign-in/passkey', 'sign-in/recovery',
] as const
export type Route = (typeof ROUTES)[number]

/** Requests whose repeat is refused because there is nothing left to do. After a broken connection that is an answer. */
export const ENDS: Partial<Record<Route, string>> = {
  'player/approve': 'not-now',
  'player/block': 'not-now',
  'player/channels/delete': 'not-now',
  'player/delete': 'bad-token',
  'player/devices/delete': 'not-now',
  'player/imports/delete': 'not-now',
  'player/passkeys/delete': 'not-now',
  'notices/stop': 'not-now',
}

/** Requests that work once, and how a repeat is refused. After a broken connection the first was probably done: the user must look. */
export const ONCE: Partial<Record<Route, string>> = {
  'player/channels': 'limit',
  'player/passkeys': 'bad-token',
  'player/report': 'not-now',
  'notices/confirm': 'bad-token',
  'sign-in/approval': 'bad-token',
  'sign-in/code': 'bad-token',
  'sign-in/link': 'bad-token',
  'sign-in/passkey': 'bad-token',
  'sign-in/recovery': 'bad-token',
}

export interface SeatFrame {
  is: 'open' | 'guest' | 'bot'
  name?: string
  level?: number
  here?: boolean
  away?: boolean
  owes?: boolean
  left_ms?: number
  gone_ms?: number
  owes_ms?: number
  vote_ms?: number
  votes?: Seat[]
  /** The last turn of the seat was played from a plan. */
  planned?: boolean
  offered?: boolean
  slow?: boolean
  reserve_ms?: number
  holidays?: number
  holiday_ms?: number
}

/** A seat in a list. Guests of a finished game have their best moments: a value, its round, and the moment for `?at=`. */
export interface SeatSummary extends SeatFrame {
  /** Coins of the biggest sale. */
  sale?: [coins: number, round: number, at: number]
  /** Winners: how many Palace parts they were behind the leader when they were furthest. */
  behind?: [parts: number, round: number, at: number]
}

export interface OptionsFrame {
  mode: Mode
  watch: 'anyone' | 'nobody'
  aid: boolean
  listed: boolean
  rated: boolean
  programs?: boolean
  turn_s: number
  reserve_s?: number
  increment_s?: number
  holidays?: number
  pause?: string
  grace_s: number
  level: number
  before?: string
  /** The name of a deal that others play too, "daily-2026-11-19", and until when its games count. */
  deal?: string
  closes_ms?: number
}

export interface TableFrame {
  type: 'table'
  table: string
  number: number
  since: number
  ack?: string
  seat: Seat | null
  phase: 'open' | 'play' | 'over'
  seats: SeatFrame[]
  view?: string
  events?: string[]
  chat?: { number: number; seat: Seat | null; text: string }[]
  result?: { winners: Seat[]; coins: number[]; reason: 'palace' | 'round-limit' }
  rematch?: string
  options?: OptionsFrame
  host?: boolean
  /** Whose chat this player does not want, on any device. */
  muted?: Seat[]
  edition?: string
  commit?: string
  /** Each seat's contribution to the shuffle: none, open VALUE, withheld SEAL, sealed SEAL VALUE. */
  deal?: string[]
  /** From the second round of seals on, and who was shut out before it. */
  deal_round?: number
  shut_out?: Seat[]
  /** The player's plan for this round, until the turn comes. */
  plan?: KeptPlan & { round: number }
  /** Once all seats are taken, until the game begins. */
  wants?: 'values' | 'seals'
  deal_ms?: number
}

export interface Welcome {
  type: 'welcome'
  guest: string
  name: string
  token?: string
}

export interface Refused {
  type: 'refused'
  ack?: string
  code: string
  text: string
  rule?: string
}

/** A refusal as an error. The code is one of docs/authors/protocol.md, `unreachable` if nothing answered, `lost` if it was
 * perhaps done although no answer came, or `unknown`. */
export class ServerError extends Error {
  constructor(readonly status: number, readonly code: string, text: string) {
    super(text)
  }
}

export interface TableSummary {
  table: string
  phase: 'open' | 'play' | 'over'
  number: number
  changed_ms: number
  seat?: Seat | null
  owes?: boolean
  mode: Mode
  round: number
  turn_s: number
  rated: boolean
  /** Whether anybody may watch. */
  watch: boolean
  seats: SeatFrame[]
}

/** What somebody wants who seeks a game. */
export interface Seek {
  players: number[]
  mode: Mode
  turn_s: number
  rated: boolean
  /** The largest difference of ratings; 0: any. */
  range: number
  /** The level of bots that may take free seats after a minute; 0: none. */
  bots: number
  programs: boolean
}

export interface Tables {
  type: 'tables'
  yours: TableSummary[]
  listed: TableSummary[]
}

export type FromServer =
  | Welcome
  | Tables
  | TableFrame
  | Refused
  | { type: 'seeking'; ack?: string; seek: string; waited_ms: number; points?: number }
  | { type: 'found'; seek: string; table: string }
  | { type: 'withdrawn'; ack?: string; seek?: string }
  | { type: 'pong' | 'detached'; ack?: string }

export interface Create {
  mode: Mode
  seats: ('me' | 'open' | number)[]
  watch?: 'anyone' | 'nobody'
  aid?: boolean
  listed?: boolean
  rated?: boolean
  programs?: boolean
  turn_s?: number
  reserve_s?: number
  increment_s?: number
  holidays?: number
  pause?: string
  grace_s?: number
  level?: number
  name?: string
}

export type ToServer =
  | { type: 'hello'; protocol: number; name?: string }
  | ({ type: 'create'; id: string; seal: string } & Create)
  | { type: 'daily'; id: string; name: string }
  | { type: 'attach'; table: string; seen?: number }
  | { type: 'sit'; seat?: Seat; name?: string; seal?: string }
  | { type: 'reveal'; value: string }
  | { type: 'seal'; seal: string }
  | { type: 'fill'; level: number; seats?: number }
  | { type: 'play'; id: string; number: number; actions: string }
  | { type: 'plan'; round: number; plan: string }
  | { type: 'vote'; seat: Seat }
  | { type: 'slow' }
  | { type: 'holiday'; days: number }
  | { type: 'offer'; on: boolean }
  | { type: 'chat'; text: string }
  | { type: 'mute'; seats: Seat[] }
  | { type: 'name'; name: string }
  | { type: 'rematch'; id: string; seal: string }
  | ({ type: 'seek'; id: string; seal: string } & Seek)
  | { type: 'tables' | 'withdraw' | 'detach' | 'leave' | 'back' | 'ping' }

function hex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

export const newId = () => hex(12)
