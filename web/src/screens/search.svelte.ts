// search.svelte.ts - looking for a game with other people: one search at a time. It goes on while other screens are shown, so that
// one can play with bots meanwhile; when a game is found, the page goes to its table.

import { browserShelf } from '../app/shelf'
import { go } from '../app/route.svelte'
import { Engine } from '../engine/engine'
import { failureText } from '../i18n/sentences'
import { newId, ServerError, type FromServer, type Seek } from '../net/protocol'
import { becomeGuest, Wire } from '../net/socket'
import { drawGift, Witness, type Gift } from '../net/witness'

/** After that long the page offers bots. */
export const BOTS_MS = 60_000

const stored = 'ff.seek'
const usual: Seek = { players: [2, 3, 4], mode: 'base', turn_s: 180, rated: false, range: 0, bots: 0, programs: false }

/** What was looked for last. */
export function lastWish(): Seek {
  try {
    return { ...usual, ...(JSON.parse(browserShelf.getItem(stored) ?? '{}') as Partial<Seek>) }
  } catch {
    return { ...usual }
  }
}

function remember(wish: Seek): void {
  try {
    browserShelf.setItem(stored, JSON.stringify(wish))
  } catch {
    // then the form begins as usual
  }
}

class Search {
  wish = $state.raw() as Seek
  /** On the clock of performance.now(). */
  since = $state(performance.now())
  private readonly id = newId()
  private readonly wire: Wire
  private withdrawn = false

  constructor(wish: Seek, private readonly gift: Gift, private readonly sealOf: (value: string) => string) {
    this.wish = wish
    this.wire = new Wire({ open: () => !this.withdrawn && this.ask(), message: message => this.take(message), lost() {} })
  }

  /** Sent again with the same id, the search keeps its place in the queue. */
  private ask(): void {
    this.wire.send({ type: 'seek', id: this.id, seal: this.gift.seal, ...this.wish })
  }

  allowBots(level: number): void {
    this.wish = { ...this.wish, bots: level }
    this.ask()
  }

  private take(message: FromServer): void {
    if (message.type === 'seeking') this.since = performance.now() - message.waited_ms
    if (message.type === 'withdrawn') this.end()
    if (message.type === 'refused') void fail(new ServerError(0, message.code, message.text))
    if (message.type !== 'found' || message.seek !== this.id) return
    new Witness(message.table, this.sealOf, browserShelf).gives(this.gift)
    this.end()
    go(`/t/${message.table}`)
  }

  /** The answer ends the search, or a game was found just now. Without a connection it is over here, and at the server as soon as
   * there is one again, because a search for a slow game goes on there. */
  withdraw(): void {
    this.withdrawn = true
    this.wire.send({ type: 'withdraw' })
    if (!this.wire.open) running = null
  }

  private end(): void {
    this.close()
    if (last === this) end()
  }

  close(): void {
    this.wire.close()
  }
}

let running = $state.raw<Search | null>(null)
/** Running, or withdrawn without a connection. */
let last: Search | null = null
let trouble = $state('')

function end(): void {
  last?.close()
  running = last = null
  trouble = ''
}

async function fail(error: unknown): Promise<void> {
  end()
  trouble = await failureText(error)
}

export const search = {
  get running() {
    return running
  },
  /** Why the last search ended without a game. */
  get trouble() {
    return trouble
  },
  async start(wish: Seek, name: string): Promise<void> {
    end()
    remember(wish)
    try {
      const [engine] = await Promise.all([Engine.load(), becomeGuest(name)])
      const sealOf = (value: string) => engine.seal(value)
      running = last = new Search(wish, drawGift(sealOf), sealOf)
    } catch (error) {
      await fail(error)
    }
  },
}
