// player.ts - the requests about one's own player: devices, signing in, passkeys, recovery code; see docs/authors/protocol.md.

import type { Mode } from '../engine/types'
import type { Route } from './protocol'
import { api } from './socket'

export interface Device {
  id: string
  name: string
  made_ms: number
  seen_ms: number
}

export interface Passkey {
  id: string
  name: string
  made_ms: number
  used_ms: number
}

/** Which games a channel is for: all, those with less than an hour a turn, the others, or none. */
export const gamesKinds = ['all', 'live', 'slow', 'none'] as const
export type GamesKind = (typeof gamesKinds)[number]

/** A channel for notices to an absent player. */
export interface Channel {
  id: string
  kind: 'push' | 'webhook' | 'mail'
  address: string
  games: GamesKind
  confirmed: boolean
}

/** The server's features; `push` is the key for subscriptions, or "". */
export interface Features {
  push: string
  webhooks: boolean
  mail: boolean
}

/** Another device has typed the code and waits for a yes or no. */
export interface Approval {
  id: string
  asks: { device: string; address: string }
}

/** Somebody whom the player does not want to hear, or to meet. */
export interface Block {
  guest: string
  name: string
  kind: 'mute' | 'block'
}

export interface Player {
  guest: string
  name: string
  /** The name is claimed, so there is a page. */
  claimed: boolean
  profile: { shows?: 'nothing' | 'ratings' | 'games' }
  /** Results that browsers have counted. */
  imports: { source: string; results: string; made_ms: number }[]
  /** There is a recovery code. */
  recovery: boolean
  /** There is a recovery code or a passkey. */
  lasting: boolean
  /** The id of this device. */
  device: string
  devices: Device[]
  passkeys: Passkey[]
  approvals: Approval[]
  channels: Channel[]
  blocks: Block[]
}

/** Two ways to sign in another device: a secret for a link, and a short code to type. */
export interface SignInCode {
  secret: string
  code: string
  expires_ms: number
}

interface Guest {
  guest: string
  name: string
}

const post = <T>(path: Route, body: object = {}) => api<T>(path, body)

export const loadPlayer = () => api<Player>('player')
export const renameDevice = (id: string, name: string) => post('player/devices/change', { id, name })
export const deleteDevice = (id: string) => post('player/devices/delete', { id })
export const deletePlayer = (guest: string) => post('player/delete', { guest })

export const makeCode = () => post<SignInCode>('player/link')
export const approve = (id: string, allow: boolean) => post('player/approve', { id, allow })
export const makeRecovery = async () => (await post<{ recovery: string }>('player/recovery')).recovery

export const blockSeat = (table: string, seat: number, kind: Block['kind'] | 'none') => post('player/block', { table, seat, kind })
export const endBlock = (guest: string) => post('player/block', { guest, kind: 'none' })

export const signInByLink = (secret: string) => post<Guest>('sign-in/link', { secret })
export const signInByCode = async (code: string) => (await post<{ approval: string }>('sign-in/code', { code })).approval
/** Returns null while the other device has not answered. */
export async function signInByApproval(approval: string): Promise<Guest | null> {
  const answer = await post<Guest | { waiting: true }>('sign-in/approval', { approval })
  return 'waiting' in answer ? null : answer
}
/** The code is used up; the answer has the next one. */
export const signInByRecovery = (code: string) => post<Guest & { recovery: string }>('sign-in/recovery', { code })

export const deletePasskey = (id: string) => post('player/passkeys/delete', { id })
export const passkeyChallenge = async (to: 'player/passkeys' | 'sign-in') => (await post<{ challenge: string }>(`${to}/challenge`)).challenge
export const addPasskey = (made: object) => post('player/passkeys', made)
export const signInByPasskey = (made: object) => post<Guest>('sign-in/passkey', made)

/** In points like Elo's; the truth is within `margin` of them in 95 of 100 cases. */
export interface Rating {
  games: number
  points: number
  margin: number
  provisional: boolean
  /** The last games, oldest first. */
  course: { table?: string; ended_ms: number; points: number; margin: number }[]
}

export const loadRatings = () => api<Record<Mode, Rating>>('ratings')
export const loadFeatures = () => api<Features>('features')
export const addChannel = (channel: { kind: Channel['kind']; address: string; p256dh?: string; auth?: string; language: string }) =>
  post('player/channels', { games: 'all', ...channel })
export const changeChannel = (id: string, games: GamesKind) => post('player/channels/change', { id, games })
export const deleteChannel = (id: string) => post('player/channels/delete', { id })
/** Resolves when a test message has arrived. */
export const testChannel = (id: string) => post('player/channels/test', { id })
export const confirmChannel = (secret: string) => post('notices/confirm', { secret })
export const stopChannel = (id: string) => post('notices/stop', { id })
