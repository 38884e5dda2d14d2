// socket.ts - the one file that touches the network of a table: the WebSocket, and the few requests beside it.
//
// A Wire keeps itself connected: after a break it tries again, later each time, and says hello anew. Whoever uses it is told
// when it is open (to attach and to send again what was not answered) and when it is lost. Whoever is sent away for good is
// told so as by a refusal, and it tries no more.

import { PROTOCOL, type FromServer, type Tables, type ToServer } from './protocol'

const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 30000
const PING_MS = 25000
const ANSWER_MS = 10000

/** Closed with these, there is no use in trying again: what a refusal would say. */
const FAREWELLS: Record<number, string> = { 4003: 'banned', 4004: 'closed' }

export interface WireEvents {
  /** Said hello and was welcomed. */
  open(name: string): void
  message(message: FromServer): void
  /** Not connected; it tries again by itself. */
  lost(): void
}

export class Wire {
  private socket: WebSocket | null = null
  private welcomed = false
  private attempts = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private pulse: ReturnType<typeof setInterval> | undefined
  private answered = 0
  private closed = false

  constructor(
    private readonly events: WireEvents,
    private readonly address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  ) {
    globalThis.addEventListener?.('online', this.now)
    void this.connect()
  }

  get open(): boolean {
    return this.welcomed
  }

  /** Dropped where there is no connection: what matters is sent again when it is open. */
  send(message: ToServer): void {
    if (this.welcomed) this.socket!.send(JSON.stringify(message))
  }

  close(): void {
    this.closed = true
    clearTimeout(this.retry)
    clearInterval(this.pulse)
    globalThis.removeEventListener?.('online', this.now)
    this.socket?.close()
  }

  /** The network is back: no more waiting. */
  private readonly now = () => {
    if (this.closed || this.socket) return
    clearTimeout(this.retry)
    this.attempts = 0
    void this.connect()
  }

  private connect(): void {
    const socket = new WebSocket(this.address, 'fuerstenfeld.1')
    this.socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL }))
    socket.onmessage = ({ data }) => this.receive(String(data))
    socket.onclose = event => this.lost(socket, event)
  }

  private receive(data: string): void {
    this.answered = Date.now()
    let message: FromServer
    try {
      message = JSON.parse(data) as FromServer
    } catch {
      return // not of this protocol
    }
    if (message.type === 'welcome') {
      this.welcomed = true
      this.attempts = 0
      clearInterval(this.pulse)
      this.pulse = setInterval(() => this.beat(), PING_MS)
      this.events.open(message.name)
    }
    this.events.message(message)
  }

  /** A connection that went silent without being closed (a laptop that slept) is taken for lost. */
  private beat(): void {
    const asked = Date.now()
    this.send({ type: 'ping' })
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
    this.events.lost()
    const farewell = FAREWELLS[code]
    if (farewell) {
      this.close()
      return this.events.message({ type: 'refused', code: farewell, text: reason })
    }
    const wait = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.attempts++)
    this.retry = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2))
  }
}

// ------------------------------------------------------------------------------------------------------------ requests

export class ServerError extends Error {
  constructor(readonly status: number, readonly code: string, text: string) {
    super(text)
  }
}

async function ask(path: string, body?: object): Promise<Response> {
  const init = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(path, { ...init, credentials: 'same-origin' })
  if (answer.ok) return answer
  const said = (await answer.json().catch(() => ({}))) as { code?: string; text?: string }
  throw new ServerError(answer.status, said.code ?? 'server', said.text ?? `the server answered ${answer.status}`)
}

/** Whether this page comes from a server that keeps tables. */
export async function hasServer(): Promise<boolean> {
  try {
    return (await fetch('/healthz')).headers.get('content-type')?.startsWith('text/plain') ?? false
  } catch {
    return false
  }
}

/** Who this browser is to the server, or null. */
export async function guest(): Promise<{ guest: string; name: string } | null> {
  try {
    return (await (await ask('/api/guest')).json()) as { guest: string; name: string }
  } catch (error) {
    if (error instanceof ServerError && error.status === 401) return null
    throw error
  }
}

/** Set where this browser has been somebody's guest, so that others need not be asked. */
const wasGuest = 'ff.guest'

function remembered(): boolean {
  try {
    return localStorage.getItem(wasGuest) !== null
  } catch {
    return true // nothing can be remembered: ask
  }
}

/** Becomes a guest, or changes the name. */
export async function becomeGuest(name: string): Promise<{ guest: string; name: string }> {
  const answer = (await (await ask('/api/guest', { name })).json()) as { guest: string; name: string }
  try {
    localStorage.setItem(wasGuest, answer.guest)
  } catch {
    // see remembered()
  }
  return answer
}

/** Is a guest afterwards; the name is for those who were none. */
export async function ensureGuest(name: string): Promise<void> {
  if (!remembered() || !(await guest())) await becomeGuest(name)
}

export async function tables(): Promise<Tables> {
  return (await (await ask('/api/tables')).json()) as Tables
}

/** The record of a game that is over. */
export async function tableRecord(table: string): Promise<string> {
  return (await ask(`/api/tables/${table}/record`)).text()
}
