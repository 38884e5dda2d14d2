// The own part of the shuffle against an honest stand-in for a server, and against one that drops, alters and withholds at every
// point (docs/players/fair.md). Its game and record are the golden ones, so that the engine finds nothing wrong in them.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Engine } from '../src/engine/engine'
import type { Doubt } from '../src/game/types'
import { matchOf } from '../src/game/match'
import { OnlineTable, type LineEvents } from '../src/game/online'
import type { TableFrame, ToServer } from '../src/net/protocol'
import { dealStates, drawGift, Witness } from '../src/net/witness'

const module = new WebAssembly.Module(readFileSync(new URL('../../build/wasm/fuerstenfeld.wasm', import.meta.url)))
const goldenOf = (name: string) => readFileSync(new URL(`../../tests/golden/${name}.jsonl`, import.meta.url), 'utf8')
const tick = () => new Promise(done => setTimeout(done))
const engine = Engine.of(module)
const sealOf = (value: string) => engine.seal(value)

function keepOf(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** The values that the golden games were dealt from, drawn one after the other. */
let values: string[] = []
beforeEach(() => {
  values = []
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(bytes => {
    const value = values.shift() ?? Math.random().toString(16).slice(2).padEnd(64, '7').slice(0, 64)
    ;(bytes as Uint8Array).set(value.match(/../g)!.slice(0, (bytes as Uint8Array).length).map(digits => Number.parseInt(digits, 16) || 0))
    return bytes
  })
})
afterEach(() => vi.restoreAllMocks())

// ------------------------------------------------------------------------------------------------------------ the stand-in

interface Fair {
  game: string
  commit: string
  seats: string[]
  void?: string[][]
}

/** The golden game as seat 0 is told it: its first lines and position, and all that follows. */
function toldBy(record: string) {
  const other = Engine.of(module)
  const { setup, decisions } = matchOf(other, record)
  const lines: string[] = []
  const tell = () => {
    const line = other.eventLine(0)
    if (line) lines.push(line)
  }
  const settle = () => {
    while (other.follow()) tell()
  }
  other.setupRead(setup)
  settle()
  const begun = { view: other.viewText(0), events: [...lines] }
  for (const [seat, action] of decisions) {
    other.play(seat, action)
    tell()
    settle()
  }
  return { begun, over: { view: other.viewText(0), events: lines.slice(begun.events.length) }, edition: other.editionText() }
}

const hide = (gave: string) => gave.replace(/^sealed (\w+) \w+$/, 'withheld $1')

class Stage {
  readonly fair: Fair
  readonly frames: TableFrame[]

  constructor(readonly record: string) {
    this.fair = (JSON.parse(record.split('\n')[0]!) as { fair: Fair }).fair
    const { seats, commit, game } = this.fair
    const told = toldBy(record)
    const rounds = [...(this.fair.void ?? []), seats]
    const people: TableFrame['seats'] = [
      { is: 'guest', name: 'Anna', here: true }, { is: 'guest', name: 'Bela', here: true }, { is: 'bot', name: 'level1', level: 1 },
    ]
    let number = 1
    const frame = (part: Partial<TableFrame>): TableFrame => ({
      type: 'table', table: game, number: ++number, since: number - 1, seat: 0, phase: 'open', seats: people, commit, ...part,
    })
    const first = hide(rounds[0]![0]!)
    this.frames = [
      frame({ seats: [people[0]!, { is: 'open' }, people[2]!], deal: [first, 'none', 'none'] }),
      ...rounds.flatMap((round, r) => {
        const later = r ? { deal_round: r + 1, shut_out: round.flatMap((gave, i) => (gave === rounds[r - 1]![i] && gave.startsWith('withheld') ? [i] : [])) } : {}
        const anew = r ? [frame({ ...later, wants: 'seals', deal: round.map(gave => (gave.startsWith('sealed') ? 'none' : gave)) })] : []
        const open = round.some(gave => gave.startsWith('withheld')) && r < rounds.length - 1
        return [
          ...anew,
          frame({ ...later, wants: 'values', deal: round.map(hide) }),
          ...(open ? [frame({ ...later, wants: 'values', deal: round })] : []),
        ]
      }),
      frame({ phase: 'play', deal: seats, ...(rounds.length > 1 ? { deal_round: rounds.length } : {}), edition: told.edition, ...told.begun }),
      (({ commit: _, ...rest }) => rest)(frame({ phase: 'over', ...told.over })),
    ]
  }

  /** The values that seat 0 gives, by round. */
  get values() {
    return [...(this.fair.void ?? []), this.fair.seats].map(round => round[0]!.split(' ')[2]!)
  }
}

interface Played {
  table: OnlineTable
  sent: ToServer[]
  wire: LineEvents
  keep: ReturnType<typeof keepOf>
}

async function openAt(stage: Stage, record: () => Promise<string>, keep = keepOf()): Promise<Played> {
  const sent: ToServer[] = []
  let wire: LineEvents | null = null
  const table = await OnlineTable.open(stage.fair.game, {
    engine: async () => Engine.of(module),
    line: events => {
      wire = events
      queueMicrotask(() => events.open('Anna'))
      return { open: true, send: message => void sent.push(message), close() {} }
    },
    record,
    keep,
    link: id => id,
    start: async () => 'local',
    over: async () => {},
  })
  await tick()
  return { table, sent, wire: wire!, keep }
}

/** Anna sits down, and sees these frames. */
async function play(stage: Stage, frames: TableFrame[], record: () => Promise<string> = async () => stage.record) {
  values = [...stage.values]
  const played = await openAt(stage, record)
  played.table.sit(0, 'Anna')
  for (const frame of frames) {
    played.wire.message(frame)
    await tick()
  }
  await tick()
  return played
}

const doubtsOf = ({ table }: Played) => table.state.online!.deal.doubts.map(({ kind }) => kind)
const stages = { 'one round': new Stage(goldenOf('fair3')), 'a void round': new Stage(goldenOf('fair_void3')) }

// --------------------------------------------------------------------------------------------------------------- honest

test('the seal is that of docs/players/fair.md', () => {
  const [, seal, value] = stages['one round'].fair.seats[0]!.split(' ')
  expect(sealOf(value!)).toBe(seal)
  expect(() => sealOf('12')).toThrow('64 digits')
})

test.each(Object.entries(stages))('an honest server, %s: nothing is doubted, and the deal is checked', async (_, stage) => {
  const played = await play(stage, stage.frames)
  expect(doubtsOf(played)).toEqual([])
  expect(played.table.state.problem).toBeNull()
  expect(played.table.state.online!.deal).toMatchObject({ missed: false, checked: true })
  expect([...played.keep.kept.keys()].filter(key => key.startsWith('ff.deal'))).toEqual([])
  const gave = played.sent.filter(({ type }) => type === 'sit' || type === 'reveal' || type === 'seal')
  expect(gave.map(({ type }) => type)).toEqual(stage.values.flatMap((_, i) => [i ? 'seal' : 'sit', 'reveal']))
  expect(gave.flatMap(message => (message.type === 'reveal' ? [message.value] : []))).toEqual(stage.values)
})

test('a seal is opened when all seats are taken and not before, and once', async () => {
  const stage = stages['one round']
  const [waiting, dealing] = stage.frames as [TableFrame, TableFrame]
  const played = await play(stage, [waiting])
  const reveals = () => played.sent.filter(({ type }) => type === 'reveal')
  expect(reveals()).toHaveLength(0)
  played.wire.message(dealing)
  played.wire.message({ ...dealing, number: dealing.number + 1 })
  expect(reveals()).toHaveLength(1)
  played.wire.lost() // it may not have come
  played.wire.open('Anna')
  played.wire.message({ ...dealing, number: dealing.number + 2 })
  expect(reveals()).toHaveLength(2)
})

test('a server that knows no rounds and does not say what it wants is served as before', async () => {
  const stage = stages['one round']
  const played = await play(stage, stage.frames.map(({ wants: _, ...frame }) => frame))
  expect(doubtsOf(played)).toEqual([])
  expect(played.table.state.online!.deal.checked).toBe(true)
})

test('each seat shows how far it is', () => {
  const { frames } = stages['a void round']
  expect(frames.slice(0, 6).map(frame => dealStates(frame).join(' '))).toEqual([
    'sealed nothing nothing', 'sealed sealed nothing', 'opened sealed nothing', 'sealing withheld nothing', 'sealed withheld nothing', 'opened withheld nothing',
  ])
  expect(dealStates(stages['one round'].frames[1]!)).toEqual(['sealed', 'open', 'nothing'])
})

test('a reload between any two frames forgets nothing', async () => {
  for (const stage of Object.values(stages))
    for (let at = 1; at < stage.frames.length; at++) {
      const before = await play(stage, stage.frames.slice(0, at))
      const after = await openAt(stage, async () => stage.record, before.keep)
      for (const frame of stage.frames.slice(at)) {
        const { edition, events } = stage.frames.at(-2)!
        const first = frame.phase === 'over' && at === stage.frames.length - 1
        after.wire.message(first ? { ...frame, edition: edition!, events: [...events!, ...frame.events!] } : frame)
        await tick()
      }
      await tick()
      expect([at, doubtsOf(after)]).toEqual([at, []])
    }
})

test('a second press on "sit" spoils nothing', async () => {
  const stage = stages['one round']
  values = [...stage.values, 'ee'.repeat(32)]
  const played = await openAt(stage, async () => stage.record)
  played.table.sit(0, 'Anna')
  played.table.sit(0, 'Anna')
  for (const frame of stage.frames) played.wire.message(frame)
  await tick()
  expect(doubtsOf(played)).toEqual([])
})

test('who wants to get up when it is too late still opens the seal', async () => {
  const stage = stages['one round']
  const played = await play(stage, stage.frames.slice(0, 1))
  played.table.leave()
  played.wire.message(stage.frames[1]!)
  expect(played.sent.at(-1)).toMatchObject({ type: 'reveal' })
})

test('a gift works where the browser keeps nothing', async () => {
  const nothing = { getItem: () => null, setItem: () => { throw new Error('full') }, removeItem: () => {} }
  const gift = drawGift(sealOf)
  new Witness('full', sealOf, nothing).gives(gift)
  const again = new Witness('full', sealOf, nothing)
  const frame: TableFrame = {
    type: 'table', table: 'full', number: 3, since: 2, seat: 0, phase: 'open', commit: 'cc', deal: [`withheld ${gift.seal}`, 'none'],
    seats: [{ is: 'guest' }, { is: 'bot' }], wants: 'values',
  }
  expect(again.take(frame)).toEqual({ type: 'reveal', value: gift.value })
})

// ------------------------------------------------------------------------------------------------------------ dishonest

const other = 'ab'.repeat(32)
const at = (list: string[], seat: number, gave: (was: string) => string) => list.map((was, i) => (i === seat ? gave(was) : was))
const inDeal = (seat: number, gave: (was: string) => string) => (frame: TableFrame): TableFrame =>
  frame.deal ? { ...frame, deal: at(frame.deal, seat, gave) } : frame

interface Lie {
  tell(frame: TableFrame): TableFrame
  /** What the page may say of it, one of them at least. */
  doubts: Doubt['kind'][]
  /** In one frame alone it would be told late, which is no lie. */
  lasts?: true
}

const lies: Record<string, Lie> = {
  'another commitment': { tell: frame => (frame.commit ? { ...frame, commit: other } : frame), doubts: ['commit', 'record'] },
  'no commitment': { tell: ({ commit: _, ...frame }) => frame, doubts: ['commit', 'silent'] },
  'nothing told of the deal': { tell: ({ deal: _, ...frame }) => frame, doubts: ['silent', 'unasked'], lasts: true },
  'your seal dropped': { tell: inDeal(0, () => 'none'), doubts: ['dropped', 'unasked'] },
  'your seal replaced': { tell: inDeal(0, () => `withheld ${other}`), doubts: ['swapped'] },
  'your value replaced': { tell: inDeal(0, was => (was.startsWith('sealed') ? `sealed ${sealOf(other)} ${other}` : was)), doubts: ['swapped'] },
  'your value told openly': { tell: inDeal(0, was => (was.startsWith('sealed') ? `open ${was.split(' ')[2]}` : was)), doubts: ['swapped'] },
  'your value called withheld': { tell: inDeal(0, hide), doubts: ['accused'] },
  'another seat’s gift replaced': { tell: inDeal(1, () => `open ${other}`), doubts: ['other', 'record', 'void'] },
  'another seat’s gift dropped': { tell: inDeal(1, () => 'none'), doubts: ['other', 'record', 'void'] },
  'a bot that begins to give': { tell: inDeal(2, () => `open ${other}`), doubts: ['other', 'record'] },
  'a value that is not behind its seal': { tell: inDeal(2, () => `sealed ${other} ${other}`), doubts: ['forged', 'other'] },
  'another seat for you': { tell: frame => ({ ...frame, seat: 1 }), doubts: ['moved', 'swapped', 'dropped', 'record', 'game'] },
  'a round called void for nothing': {
    tell: frame => (frame.deal ? { ...frame, deal_round: (frame.deal_round ?? 1) + 1 } : frame),
    doubts: ['void', 'accused', 'unasked', 'swapped', 'record'],
  },
}

/** What nobody told it no server can show. */
function knowing(known: Set<string>, gave: string): string {
  const [how, seal, value] = gave.split(' ')
  if (how === 'sealed' && !known.has(value!) && value !== other) return knowing(known, `withheld ${seal}`)
  return how === 'withheld' && !known.has(seal!) && seal !== other ? 'none' : gave
}

/** The same without the table around it, which plays whole games. */
function watch(stage: Stage, frames: TableFrame[]): Witness {
  const witness = new Witness(stage.fair.game, sealOf, keepOf())
  values = [...stage.values]
  const known = new Set([witness.draw()])
  for (const frame of frames) {
    const sent = witness.take(inDeal(0, was => knowing(known, was))(frame))
    if (sent) known.add(sent.type === 'reveal' ? sent.value : (sent as { seal: string }).seal)
  }
  if (frames.at(-1)!.phase === 'over') witness.judge(stage.record, true)
  return witness
}

for (const [how, stage] of Object.entries(stages))
  test.each(Object.entries(lies))(`a dishonest server, ${how}: %s, from any frame on, and in any one`, (_, lie) => {
    let told = 0
    for (let from = 0; from < stage.frames.length; from++)
      for (const only of lie.lasts ? [false] : [true, false]) {
        const frames = stage.frames.map((frame, i) => ((only ? i === from : i >= from) ? lie.tell(frame) : frame))
        // While a seat is free others may come and go; and what is told late is no lie.
        const same = (a: TableFrame, b: TableFrame) => JSON.stringify({ ...a, number: 0, since: 0 }) === JSON.stringify({ ...b, number: 0, since: 0 })
        const lied = frames.some((frame, i) => i > 0 && !same(frame, stage.frames[i]!) && !same(frame, stage.frames[i - 1]!))
        if (!lied) continue
        told++
        const witness = watch(stage, frames)
        const doubts = witness.doubts.map(({ kind }) => kind)
        expect([from, only, doubts.some(kind => lie.doubts.includes(kind)) || doubts]).toEqual([from, only, true])
        expect(witness.checked).toBe(false)
      }
    expect(told).toBeGreaterThan(0)
  })

test('a deal that several tables play has a name of its own', () => {
  const stage = stages['one round']
  const last = stage.frames.at(-1)!
  const doubts = (options: object) => {
    const witness = new Witness('aaaaaaaaaaaaaaaa', sealOf, keepOf())
    witness.take({ ...last, ...options })
    witness.judge(stage.record, true)
    return witness.doubts.map(({ kind }) => kind)
  }
  expect(doubts({})).toEqual(['record'])
  expect(doubts({ options: { deal: stage.fair.game } })).toEqual([])
})

test('a server that deals without having asked', async () => {
  const stage = stages['one round']
  const [waiting, , dealt] = stage.frames as [TableFrame, TableFrame, TableFrame]
  expect(doubtsOf(await play(stage, [waiting, inDeal(0, hide)(dealt)]))).toEqual(['unasked'])
})

test('where the connection broke meanwhile, the server is not accused', async () => {
  const stage = stages['one round']
  const [waiting, dealing, dealt] = stage.frames as [TableFrame, TableFrame, TableFrame]
  const played = await play(stage, [waiting, dealing])
  played.wire.lost()
  played.wire.open('Anna')
  played.wire.message(inDeal(0, hide)(dealt))
  expect(doubtsOf(played)).toEqual([])
  expect(played.table.state.online!.deal.missed).toBe(true)
})

test('but what it had shown to have come, it cannot have missed', async () => {
  const stage = stages['a void round']
  const played = await play(stage, stage.frames.slice(0, 3))
  played.wire.lost()
  played.wire.open('Anna')
  played.wire.message({ ...stage.frames[3]!, deal: stage.frames[2]!.deal!.map(hide), shut_out: [0, 1] })
  expect(doubtsOf(played)).toEqual(['accused'])
})

test('a record of another deal, of another game, and none', async () => {
  const stage = stages['one round']
  const falsified = stages['a void round'].record
  expect(doubtsOf(await play(stage, stage.frames, async () => falsified))).toEqual(['game', 'record'])
  expect(doubtsOf(await play(stage, stage.frames, async () => goldenOf('cards3')))).toContain('record')
  expect(doubtsOf(await play(stage, stage.frames, async () => { throw new Error('404') }))).toEqual(['norecord'])
  const spoilt = stage.record.replace(/"secret":"./, '"secret":"0')
  expect(doubtsOf(await play(stage, stage.frames, async () => spoilt))).toEqual(['norecord'])
})

test('a record in which you drew other cards than you saw', async () => {
  const stage = stages['one round']
  const frames = stage.frames.map(frame => ({ ...frame, ...(frame.events ? { events: frame.events.map(line => line.replace(/^draw 0 (\w+) (\w+)/, 'draw 0 $2 $1')) } : {}) }))
  expect(doubtsOf(await play(stage, frames))).toEqual(['game'])
})

test('doubts outlast a reload', async () => {
  const stage = stages['one round']
  const played = await play(stage, [stage.frames[0]!, lies['your seal dropped']!.tell(stage.frames[1]!)])
  const after = await openAt(stage, async () => stage.record, played.keep)
  expect(doubtsOf(after)).toEqual(['dropped'])
})
