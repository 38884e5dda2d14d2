// store.ts - games kept in this browser. The truth of a game is its set-up and its decisions; everything else is played anew
// when it is opened. Where the browser has no storage (a private window that forbids it), games last as long as the page.

import type { Decision } from './match'
import type { Mode, Seat, StoredGame } from '../engine/types'

/** A game as it is stored. `version` grows when the shape or the meaning changes: 1 was played by the former rules, which
 * passed over decisions that are asked now (Match.fromFormer). */
export interface GameRecord {
  version: 1 | 2
  id: string
  kind: StoredGame['kind']
  mode: Mode
  /** The first line of its record (docs/record.md): deal, edition, names. */
  setup: string
  decisions: Decision[]
  /** The turn under way, not yet ended. */
  draft: Decision[]
  /** By seat: a person, or a bot's level. */
  seats: ('person' | number)[]
  names: string[]
  memoryAid: boolean
  /** What the bots' chance comes from. */
  seed: number
  started: number
  changed: number
  /** For lists. */
  round: number
  over: boolean
  /** Seats that must decide. */
  owe: Seat[]
}

export interface Store {
  get(id: string): Promise<GameRecord | null>
  put(game: GameRecord): Promise<void>
  remove(id: string): Promise<void>
  /** Newest first. */
  all(): Promise<GameRecord[]>
}

export class MemoryStore implements Store {
  private readonly games = new Map<string, string>()

  async get(id: string) {
    const text = this.games.get(id)
    return text === undefined ? null : (JSON.parse(text) as GameRecord)
  }
  async put(game: GameRecord) {
    this.games.set(game.id, JSON.stringify(game))
  }
  async remove(id: string) {
    this.games.delete(id)
  }
  async all() {
    return [...this.games.values()].map(text => JSON.parse(text) as GameRecord).sort((a, b) => b.changed - a.changed)
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** IndexedDB. */
export class BrowserStore implements Store {
  private constructor(private readonly db: IDBDatabase) {}

  static async open(): Promise<BrowserStore> {
    const request = indexedDB.open('fuerstenfeld', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' })
    return new BrowserStore(await done(request))
  }

  private games(mode: IDBTransactionMode) {
    return this.db.transaction('games', mode).objectStore('games')
  }
  async get(id: string) {
    return ((await done(this.games('readonly').get(id))) as GameRecord | undefined) ?? null
  }
  async put(game: GameRecord) {
    await done(this.games('readwrite').put(game))
  }
  async remove(id: string) {
    await done(this.games('readwrite').delete(id))
  }
  async all() {
    const games = (await done(this.games('readonly').getAll())) as GameRecord[]
    return games.filter(game => game.version === 1 || game.version === 2).sort((a, b) => b.changed - a.changed)
  }
}

let opened: Promise<Store> | null = null

/** The browser's, or one in memory where there is none. */
export function store(): Promise<Store> {
  opened ??= BrowserStore.open().catch(() => new MemoryStore())
  return opened
}

export function storedGame(game: GameRecord): StoredGame {
  const { id, kind, mode, names, round, over, started, changed } = game
  const yourTurn = !over && kind !== 'review' && game.owe.some(seat => game.seats[seat] === 'person')
  return { id, kind, mode, names, round, over, started, changed, yourTurn }
}
