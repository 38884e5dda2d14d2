// store.ts - games stored in this browser. Only set-up and decisions are stored; everything else is replayed when the game is
// opened. If the browser has no storage (a private window that forbids it), games last as long as the page.

import { browserShelf, MemoryShelf, type ListedShelf } from '../app/shelf'
import type { Decision } from './match'
import type { Mode, Seat } from '../engine/types'
import type { StoredGame } from './types'

/** A game as it is stored. `version` grows when the shape or the meaning changes. */
export interface GameRecord {
  version: 1
  id: string
  kind: StoredGame['kind']
  mode: Mode
  /** The first line of its record (docs/authors/record.md): deal, edition, names. */
  setup: string
  decisions: Decision[]
  /** The turn under way, not yet ended. */
  draft: Decision[]
  /** The plan for the person's turn of that round. */
  plan?: { round: number; text: string }
  /** By seat: a person at this device, one elsewhere (ELSEWHERE), or who the bot is (game/bots.ts): for most its level. */
  seats: ('person' | number)[]
  names: string[]
  memoryAid: boolean
  /** The seed of the bots' random numbers. */
  seed: number
  /** It began in the middle of another one, as the lesson does: no game that one has won or lost. */
  practice?: boolean
  /** It is the deal of that day. */
  daily?: string
  started: number
  changed: number
  /** For lists. */
  round: number
  over: boolean
  /** Seats that must decide. */
  owe: Seat[]
}

/** Of a game that was played online, or of a record: a seat of somebody else. */
export const ELSEWHERE = 0

export interface Store {
  get(id: string): Promise<GameRecord | null>
  put(game: GameRecord): Promise<void>
  remove(id: string): Promise<void>
  /** Newest first. */
  all(): Promise<GameRecord[]>
}

const prefix = 'ff.game.'

/** localStorage writes at once, so that a page can be left at any time. (IndexedDB can't promise that: in WebKit a write that was
 * under way when its page was left may never end, and every later one waits for it.) */
export class ShelfStore implements Store {
  constructor(private readonly shelf: ListedShelf) {}

  async get(id: string) {
    return this.read(prefix + id)
  }
  async put(game: GameRecord) {
    const text = JSON.stringify(game)
    while (!this.write(prefix + game.id, text)) await this.makeRoom(game.id)
  }
  async remove(id: string) {
    this.shelf.removeItem(prefix + id)
  }
  async all() {
    const keys = Array.from({ length: this.shelf.length }, (_, i) => this.shelf.key(i)!)
    const games = keys.filter(key => key.startsWith(prefix)).map(key => this.read(key))
    return games.filter(game => game !== null).sort((a, b) => b.changed - a.changed)
  }

  /** Ignores anything that is not one of our games. */
  private read(key: string): GameRecord | null {
    try {
      const game = JSON.parse(this.shelf.getItem(key) ?? 'null') as GameRecord | null
      return game?.version === 1 ? game : null
    } catch {
      return null
    }
  }

  private write(key: string, text: string): boolean {
    try {
      this.shelf.setItem(key, text)
      return true
    } catch {
      return false
    }
  }

  /** The oldest game that is over goes. */
  private async makeRoom(forGame: string): Promise<void> {
    const oldest = (await this.all()).findLast(({ id, over }) => over && id !== forGame)
    if (!oldest) throw new Error('the browser has no room left for games')
    await this.remove(oldest.id)
  }
}

/** Games last as long as the page. */
export class MemoryStore extends ShelfStore {
  constructor() {
    super(new MemoryShelf())
  }
}

const opened = new ShelfStore(browserShelf)

export function store(): Promise<Store> {
  return Promise.resolve(opened)
}

/** All games, newest first, as lists show them. */
export async function listGames(): Promise<StoredGame[]> {
  return (await (await store()).all()).map(storedGame)
}

export async function removeGame(id: string): Promise<void> {
  await (await store()).remove(id)
}

export function storedGame(game: GameRecord): StoredGame {
  const { id, kind, mode, names, round, over, started, changed } = game
  const yourTurn = !over && kind !== 'review' && game.owe.some(seat => game.seats[seat] === 'person')
  return { id, kind, mode, names, round, over, started, changed, yourTurn, daily: game.daily ?? '' }
}
