// The own part of the shuffle: sealed, kept, opened when the table asks for it, and looked for in the record (docs/fair.md).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Engine } from '../src/engine/engine'
import { OnlineTable, type LineEvents } from '../src/game/online'
import { forgetGift, giftBehind, honours, newGift, openGift } from '../src/net/gift'
import type { TableFrame, ToServer } from '../src/net/protocol'

const module = new WebAssembly.Module(readFileSync(new URL('../../build/wasm/fuerstenfeld.wasm', import.meta.url)))
const golden = readFileSync(new URL('../../tests/golden/fair3.jsonl', import.meta.url), 'utf8')
const fair = (JSON.parse(golden.split('\n')[0]!) as { fair: { commit: string; seats: string[] } }).fair
const tick = () => new Promise(done => setTimeout(done))

function keepOf(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('the seal is that of docs/fair.md', () => {
  const [, seal, value] = fair.seats[0]!.split(' ')
  expect(Engine.of(module).seal(value!)).toBe(seal)
  expect(() => Engine.of(module).seal('12')).toThrow('64 digits')
})

test('a gift is kept under its seal, and promises are not replaced by later ones', () => {
  const keep = keepOf()
  const seal = newGift(Engine.of(module), keep)
  const { value } = giftBehind(seal, keep)!
  expect(value).toMatch(/^[0-9a-f]{64}$/)
  expect(newGift(Engine.of(module), keep)).not.toBe(seal)
  expect(openGift(seal, 'aa', ['none'], keep)).toBe(value)
  expect(openGift(seal, 'bb', [], keep)).toBe(value)
  expect(giftBehind(seal, keep)).toEqual({ value, bound: { commit: 'aa', deal: ['none'] } })
  forgetGift(seal, keep)
  expect(giftBehind(seal, keep)).toBeNull()
  expect(openGift('no such seal', 'aa', [], keep)).toBeNull()
})

test('a gift works where the browser keeps nothing', () => {
  const nothing = { getItem: () => null, setItem: () => { throw new Error('full') }, removeItem: () => {} }
  const seal = newGift(Engine.of(module), nothing)
  expect(openGift(seal, 'aa', [], nothing)).toMatch(/^[0-9a-f]{64}$/)
})

test('a record is held to commitment, seals and value', () => {
  const [, seal, value] = fair.seats[0]!.split(' ') as [string, string, string]
  const deal = [`withheld ${seal}`, ...fair.seats.slice(1)]
  const bound = { commit: fair.commit, deal }
  expect(honours(golden, 0, { value, bound })).toBe(true)
  expect(honours(golden, 0, { value, bound: null })).toBe(true)
  expect(honours(golden, 0, { value: 'other', bound })).toBe(false)
  expect(honours(golden, 0, { value, bound: { ...bound, commit: 'other' } })).toBe(false)
  expect(honours(golden, 0, { value, bound: { ...bound, deal: [deal[0]!, 'withheld 00', deal[2]!] } })).toBe(false)
  expect(honours(golden, 0, { value, bound: { ...bound, deal: deal.slice(0, 2) } })).toBe(false)
  expect(honours(golden, 2, { value, bound })).toBe(false) // none
  expect(honours('{"event":"game"}\n', 0, { value, bound: null })).toBe(false)
})

test('a table opens the seal when all seats are taken, and not before', async () => {
  const sent: ToServer[] = []
  const keep = keepOf()
  let wire: LineEvents | null = null
  const table = await OnlineTable.open('t', {
    engine: async () => Engine.of(module),
    line: events => {
      wire = events
      queueMicrotask(() => events.open('Anna'))
      return { open: true, send: message => void sent.push(message), close() {} }
    },
    record: async () => golden,
    keep,
    link: id => id,
    start: async () => 'local',
  })
  await tick()
  table.sit(0, 'Anna')
  const { seal } = sent.find(message => message.type === 'sit') as { seal: string }
  const frame = (number: number, last: 'open' | 'bot'): TableFrame => ({
    type: 'table', table: 't', number, since: number, seat: 0, phase: 'open', commit: 'cc', deal: [`withheld ${seal}`, 'none'],
    seats: [{ is: 'guest', name: 'Anna', here: true }, { is: last }],
  })
  wire!.message(frame(2, 'open'))
  expect(sent.some(message => message.type === 'reveal')).toBe(false)
  wire!.message(frame(3, 'bot'))
  expect(sent.at(-1)).toEqual({ type: 'reveal', value: giftBehind(seal, keep)!.value })
  expect(giftBehind(seal, keep)!.bound).toEqual({ commit: 'cc', deal: [`withheld ${seal}`, 'none'] })
  wire!.message({ ...frame(4, 'bot'), deal: [`sealed ${seal} ${giftBehind(seal, keep)!.value}`, 'none'] })
  expect(sent.filter(message => message.type === 'reveal')).toHaveLength(1)
})
