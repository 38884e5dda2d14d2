// wire.test.ts - the connection to a server when this device's clock is set: a silent one ends, one that answers does not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Wire } from '../src/net/socket'

const HOUR_MS = 3600_000
const TO_A_PING_MS = 25_000
const TO_ITS_END_MS = 10_000

let sockets: Socket[] = []

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
    const { type, id } = JSON.parse(text) as { type: string; id?: string }
    const answer = type === 'hello' ? { type: 'welcome', ack: id, guest: 'g', name: 'Anna' } : { type: 'pong' }
    if (this.answers) setTimeout(() => this.onmessage({ data: JSON.stringify(answer) }), 100)
  }
  close(): void {
    this.ended = true
    this.onclose({ code: 1006, reason: '' })
  }
}

beforeEach(() => {
  sockets = []
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
