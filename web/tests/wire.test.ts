// wire.test.ts - the connection to a server. When this device's clock is set a silent one ends, one that answers does not. What is
// refused because too many new guests come is tried again, what is sent without a connection follows, and nothing is done twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTable } from '../src/net/lobby'
import { Wire } from '../src/net/socket'

vi.mock('../src/engine/engine', () => ({ Engine: { load: async () => ({ seal: (value: string) => value }) } }))

const HOUR_MS = 3600_000
const TO_A_PING_MS = 25_000
const TO_ITS_END_MS = 10_000

interface Said {
  type: string
  id?: string
}
let sockets: Socket[] = []
/** Codes by which the next messages are refused. */
let refusals: string[] = []
let said: Said[] = []

class Socket {
  onopen: () => void = () => {}
  onmessage: (event: { data: string }) => void = () => {}
  onclose: (event: { code: number; reason: string }) => void = () => {}
  ended = false
  answers = true
  constructor() {
    sockets.push(this)
    queueMicrotask(() => this.onopen())
  }
  send(text: string): void {
    const { type, id } = JSON.parse(text) as Said
    said.push({ type, ...(id ? { id } : {}) })
    const code = type === 'ping' ? undefined : refusals.shift()
    const answer = code ? { type: 'refused', ack: id, code, text: 'Wait.' } : type === 'hello' ? { type: 'welcome', ack: id, guest: 'g', name: 'Anna' } : { type: 'pong', ack: id }
    if (this.answers) setTimeout(() => this.onmessage({ data: JSON.stringify(answer) }), 100)
  }
  close(): void {
    this.ended = true
    this.onclose({ code: 1006, reason: '' })
  }
}

beforeEach(() => {
  sockets = []
  refusals = []
  said = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function connected(): Promise<{ wire: Wire; socket: Socket }> {
  const wire = new Wire({ open() {}, message() {}, lost() {} }, 'ws://x/ws')
  await vi.advanceTimersByTimeAsync(1000)
  expect(wire.open).toBe(true)
  return { wire, socket: sockets[0]! }
}

for (const jump of [-HOUR_MS, HOUR_MS]) {
  test(`a clock that is set by ${jump} ms ends no connection that answers`, async () => {
    const { wire, socket } = await connected()
    await vi.advanceTimersByTimeAsync(TO_A_PING_MS - 950) // it was asked, and the answer is on its way
    vi.setSystemTime(Date.now() + jump)
    await vi.advanceTimersByTimeAsync(TO_ITS_END_MS + 1000)
    expect(socket.ended).toBe(false)
    wire.close()
  })

  test(`and keeps none that is silent (${jump} ms)`, async () => {
    const { wire, socket } = await connected()
    socket.answers = false
    vi.setSystemTime(Date.now() + jump)
    await vi.advanceTimersByTimeAsync(TO_A_PING_MS + TO_ITS_END_MS + 1000)
    expect(socket.ended).toBe(true)
    wire.close()
  })
}

test('too many new guests: the user is told, and it goes on trying', async () => {
  refusals = ['limit', 'limit']
  const told: string[] = []
  const wire = new Wire({ open() {}, message: message => void told.push(message.type), lost() {} }, 'ws://x/ws')
  await vi.advanceTimersByTimeAsync(5000)
  expect([wire.open, told, said.length]).toEqual([true, ['refused', 'refused', 'welcome'], 3])
  wire.close()
})

test('too many new guests, for one whom the server has forgotten: it comes back later', async () => {
  refusals = ['bad-token', 'bad-token']
  const answers = [new Response('{"code":"limit","text":"Wait."}', { status: 429 }), new Response('{"guest":"g","name":"Guest"}')]
  vi.stubGlobal('fetch', async () => answers.shift())
  const told: string[] = []
  const wire = new Wire({ open() {}, message: message => void told.push(message.type), lost() {} }, 'ws://x/ws')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([wire.open, told, answers.length]).toEqual([true, ['refused', 'welcome'], 0])
  wire.close()
})

test('what a user asks for without a connection follows', async () => {
  const { wire, socket } = await connected()
  socket.close()
  wire.send({ type: 'slow' })
  wire.send({ type: 'holiday', days: 2 })
  wire.send({ type: 'withdraw' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(said.map(({ type }) => type)).toEqual(['hello', 'hello', 'slow', 'holiday', 'withdraw'])
  wire.close()
})

test('a table that is asked for again, because no answer came, is the same one', async () => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'x' })
  const ask = async (players: number) => {
    const made = createTable({ mode: 'base', seats: Array<'open'>(players).fill('open') }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(300)
    sockets.at(-1)!.answers = false
    await vi.advanceTimersByTimeAsync(60_000)
    return made
  }
  for (const players of [2, 2, 3]) expect(await ask(players)).toMatchObject({ code: 'unreachable' })
  const ids = said.filter(({ type }) => type === 'create').map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
})
