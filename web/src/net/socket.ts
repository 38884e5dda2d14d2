// socket.ts - the one file that touches the network of a table: the WebSocket, and the few requests beside it.
//
// A Wire reconnects by itself: after a break it tries again, with growing delays, and sends hello again. It tells its user when it
// is open (so that the user attaches and repeats unanswered turns) and when it is lost. Messages are sent one at a time, each after
// the previous one is answered. A message that is refused temporarily is sent again, with growing delays, and the others wait. If
// too many new guests come from this address (`limit`), the user gets the refusal, and the Wire goes on trying. If the server rejects
// the connection for good, the user gets a refusal, and the Wire stops.

import { browserShelf } from '../app/shelf'
import { waitMs } from './backoff'
import { ENDS, newId, ONCE, PROTOCOL, ServerError, TEMPORARY, type FromServer, type Route, type Tables, type ToServer } from './protocol'

const PING_MS = 25000
const ANSWER_MS = 10000
/** The name of a guest who has given none. */
const NOBODY = 'Guest'

/** Messages that survive a break until they are answered. The sender repeats all others if they still matter. */
const LASTING: readonly string[] = ['create', 'daily', 'sit', 'fill', 'leave', 'back', 'vote', 'offer', 'chat', 'rematch', 'plan', 'slow', 'holiday', 'withdraw']

/** Close codes after which a retry is useless, with the corresponding refusal. */
const FAREWELLS: Record<number, string> = { 4003: 'banned', 4004: 'closed' }

export interface WireEvents {
  /** Said hello and was welcomed. */
  open(name: string): void
  message(message: FromServer): void
  /** Not connected; it tries again by itself. */
  lost(): void
}

type Question = ToServer & { id: string }

export class Wire {
  private socket: WebSocket | null = null
  private welcomed = false
  private attempts = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private pulse: ReturnType<typeof setInterval> | undefined
  private answered = 0
  private closed = false
  /** Sent, or to be sent again; those behind it wait. */
  private asked: Question | null = null
  private waiting: Question[] = []
  private refusals = 0
  private again: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly events: WireEvents,
    private readonly address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  ) {
    globalThis.addEventListener?.('online', this.now)
    this.connect()
  }

  get open(): boolean {
    return this.welcomed
  }

  send(message: ToServer): void {
    if (!this.welcomed && !LASTING.includes(message.type)) return // its sender sends it again when the wire is open
    if (message.type === 'attach') this.waiting.unshift({ id: newId(), ...message }) // the others are for that table
    else this.waiting.push({ id: newId(), ...message })
    this.ask()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.retry)
    clearTimeout(this.again)
    clearInterval(this.pulse)
    globalThis.removeEventListener?.('online', this.now)
    this.socket?.close()
  }

  /** The network is back: no more waiting. */
  private readonly now = () => {
    if (this.closed || this.socket) return
    clearTimeout(this.retry)
    this.attempts = 0
    this.connect()
  }

  private connect(): void {
    const socket = new WebSocket(this.address, 'fuerstenfeld.1')
    this.socket = socket
    socket.onopen = () => this.say((this.asked = { id: newId(), type: 'hello', protocol: PROTOCOL } as Question))
    socket.onmessage = ({ data }) => this.receive(String(data))
    socket.onclose = event => this.lost(socket, event)
  }

  private say(message: ToServer): void {
    this.socket!.send(JSON.stringify(message))
  }

  /** The next one, once the one before is answered. */
  private ask(): void {
    if (!this.welcomed || this.asked) return
    this.asked = this.waiting.shift() ?? null
    if (this.asked) this.say(this.asked)
  }

  private receive(data: string): void {
    this.answered = performance.now()
    let message: FromServer
    try {
      message = JSON.parse(data) as FromServer
    } catch {
      return // not of this protocol
    }
    const { asked } = this
    const answers = asked !== null && 'ack' in message && message.ack === asked.id
    const full = message.type === 'refused' && message.code === 'limit' && asked?.type === 'hello'
    if (message.type === 'refused' && (TEMPORARY.includes(message.code) || full)) {
      if (answers) this.again = setTimeout(() => this.say(asked), waitMs(this.refusals++))
      if (full) this.events.message(message)
      return
    }
    if (answers) {
      this.asked = null
      this.refusals = 0
    }
    if (answers && asked.type === 'hello' && message.type === 'refused' && message.code === 'bad-token') return void this.renew()
    if (answers && message.type === 'welcome' && asked.type === 'hello') this.welcome(message.name)
    this.events.message(message)
    this.ask()
  }

  private welcome(name: string): void {
    this.welcomed = true
    this.attempts = 0
    clearInterval(this.pulse)
    this.pulse = setInterval(() => this.beat(), PING_MS)
    this.events.open(name)
  }

  /** The server does not know this guest any more: continue as a new guest, with a new handshake that sends the new cookie. */
  private async renew(): Promise<void> {
    try {
      await becomeGuest(NOBODY, Infinity)
    } catch (error) {
      const { code, message } = error as ServerError
      this.events.message({ type: 'refused', code, text: message })
      if (code !== 'limit') return this.close()
    }
    this.socket?.close() // comes back later each time
  }

  /** A connection that went silent without being closed (a laptop that slept) is taken for lost. */
  private beat(): void {
    const asked = performance.now() // a clock that is set ends no connection
    this.say({ type: 'ping' }) // without an id: it waits for nothing
    setTimeout(() => {
      if (this.answered < asked) this.socket?.close()
    }, ANSWER_MS)
  }

  private lost(socket: WebSocket, { code, reason }: CloseEvent): void {
    if (socket !== this.socket) return
    this.socket = null
    this.welcomed = false
    clearInterval(this.pulse)
    if (this.closed) return
    clearTimeout(this.again)
    this.waiting = [...(this.asked ? [this.asked] : []), ...this.waiting].filter(({ type }) => LASTING.includes(type))
    this.asked = null
    this.events.lost()
    const farewell = FAREWELLS[code]
    if (farewell) {
      this.close()
      return this.events.message({ type: 'refused', code: farewell, text: reason })
    }
    this.retry = setTimeout(() => this.connect(), waitMs(this.attempts++))
  }
}

// ------------------------------------------------------------------------------------------------------------ requests

/** Proxies answer for a server that is not there. 408: the request itself was lost on its way. */
const AWAY_STATUS: readonly number[] = [408, 502, 503, 504]
/** The longest time that a pressed button waits for an answer. */
const PATIENCE_MS = 15000

const offline = () => globalThis.navigator?.onLine === false
const pause = (failures: number) => new Promise(done => setTimeout(done, waitMs(failures)))

/** The code of an answer; an answer without one, as proxies give them, is told by its status. */
function codeOf(status: number, code?: string): string {
  if (status === 408) return 'unreachable'
  return code ?? (AWAY_STATUS.includes(status) ? 'unreachable' : status === 429 ? 'too-fast' : 'unknown')
}

async function askOnce(path: string, body?: object): Promise<Response> {
  const init = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(path, { ...init, credentials: 'same-origin' }).catch((failure: unknown) => {
    throw new ServerError(0, 'unreachable', String(failure))
  })
  if (answer.ok) return answer
  const said = (await answer.json().catch(() => ({}))) as { code?: string; text?: string }
  throw new ServerError(answer.status, codeOf(answer.status, said.code), said.text ?? `the server answered ${answer.status}`)
}

const isTemporary = ({ code }: ServerError) => (code === 'unreachable' ? !offline() : TEMPORARY.includes(code))

interface Asked {
  /** For ID in the route. */
  id?: string
  body?: object
  patience?: number
}

/** Asks until it is answered. A server that is away, for a while, is asked again, later each time; without a network it fails at once. */
async function ask(route: Route, { id = '', body, patience = Infinity }: Asked = {}): Promise<Response> {
  const begun = performance.now()
  let broke = false
  for (let failures = 0; ; failures++)
    try {
      return await askOnce(`/api/${route.replace('ID', id)}`, body)
    } catch (failure) {
      const error = failure as ServerError
      if (broke && error.code === ENDS[route]) return new Response('{}')
      if (broke && error.code === ONCE[route]) throw new ServerError(0, 'lost', error.message)
      if (!isTemporary(error) || performance.now() - begun > patience) throw error
      broke ||= error.code === 'unreachable'
      await pause(failures)
    }
}

/** Asks the server for what somebody waits to see: GET, or POST with a body. */
export async function api<T>(route: Route, body?: object): Promise<T> {
  return (await (await ask(route, { ...(body ? { body } : {}), patience: PATIENCE_MS })).json()) as T
}

/** Returns whether this page comes from a server with tables. */
export async function hasServer(): Promise<boolean> {
  for (let failures = 0; !offline(); failures++)
    try {
      return (await fetch('/healthz')).headers.get('content-type')?.startsWith('text/plain') ?? false
    } catch {
      await pause(failures)
    }
  return false
}

/** Returns the guest that this browser is to the server, or null. */
export async function guest(): Promise<{ guest: string; name: string } | null> {
  try {
    return (await (await ask('guest')).json()) as { guest: string; name: string }
  } catch (error) {
    if (error instanceof ServerError && error.status === 401) return null
    throw error
  }
}

/** Set if this browser has ever been a guest, so that other browsers make no request. */
const wasGuest = 'ff.guest'

function remembered(): boolean {
  try {
    return browserShelf.getItem(wasGuest) !== null
  } catch {
    return true // nothing can be remembered: ask
  }
}

/** Becomes a guest, or changes the name. */
export async function becomeGuest(name: string, patience = PATIENCE_MS): Promise<{ guest: string; name: string }> {
  const answer = (await (await ask('guest', { body: { name }, patience })).json()) as { guest: string; name: string }
  try {
    browserShelf.setItem(wasGuest, answer.guest)
  } catch {
    // see remembered()
  }
  return answer
}

/** Is a guest afterwards, however long that takes. */
export async function ensureGuest(): Promise<void> {
  if (!remembered() || !(await guest())) await becomeGuest(NOBODY, Infinity)
}

export async function tables(): Promise<Tables> {
  return (await (await ask('tables')).json()) as Tables
}

/** The record of a game that somebody shares. */
export async function sharedRecord(share: string): Promise<string> {
  return (await ask('shared/ID', { id: share })).text()
}

/** Makes a link to a game that is over, which works on any device. */
export async function shareTable(table: string): Promise<string> {
  return `${location.origin}/g/${(await api<{ share: string }>('share', { table })).share}`
}

/** The record of a game that is over. */
export async function tableRecord(table: string): Promise<string> {
  return (await ask('tables/ID/record', { id: table })).text()
}
