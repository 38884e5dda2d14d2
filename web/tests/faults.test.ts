// The page's own wire and requests against a real server, where everything goes wrong once: the first message of every type that
// docs/authors/protocol.md lists, and the first request to every route of the page, is refused for a while, cut off, or done without an
// answer. Then a database that stops.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Engine } from '../src/engine/engine'
import { OnlineTable, type OnlineParts } from '../src/game/online'
import { createTable, openDaily } from '../src/net/lobby'
import * as player from '../src/net/player'
import * as players from '../src/net/players'
import { ROUTES, TEMPORARY, type FromServer, type ToServer } from '../src/net/protocol'
import { becomeGuest, guest, hasServer, sharedRecord, shareTable, tableRecord, tables, Wire } from '../src/net/socket'
import { Authenticator, receiveNotices } from './receivers'
import { module } from './world'

// What is kept goes to the browser in front, who is known only when something is.
vi.mock('../src/app/shelf', async original => ({
  ...await original<object>(),
  browserShelf: {
    getItem: (key: string) => front.keep.getItem(key),
    setItem: (key: string, text: string) => front.keep.setItem(key, text),
    removeItem: (key: string) => front.keep.removeItem(key),
  },
}))

// Everything fails once here, so the page would wait most of the time.
vi.mock('../src/net/backoff', () => ({ waitMs: (failures: number) => 5 * (failures + 1) }))

const root = new URL('../../', import.meta.url).pathname
const program = join(root, 'build/fuerstenfeld')
const RealSocket = globalThis.WebSocket
const realFetch = globalThis.fetch

let address = ''
let server: ChildProcess

async function serve(store: string, port = 0, args: string[] = []): Promise<void> {
  server = spawn(program, ['serve', '--listen', `127.0.0.1:${port}`, '--store', store, '--no-limits', '--bot-pace', '0', ...args])
  let said = ''
  for (const out of [server.stdout!, server.stderr!]) out.on('data', data => (said += data))
  await until(() => /http:\/\/\S+/.test(said) || server.exitCode !== null, 'the server to start')
  if (server.exitCode !== null) throw new Error(said)
  address = /http:\/\/([^\s/]+)/.exec(said)![1]!
}

async function until(holds: () => unknown, what: string): Promise<void> {
  for (const end = Date.now() + 200_000; !holds(); await new Promise(done => setTimeout(done, 5)))
    if (Date.now() > end) throw new Error(`waited for ${what}`)
}

/** A browser: its cookie, what it keeps, and what has gone wrong in it. */
class Browser {
  cookie = ''
  readonly failed = new Set<string>()
  readonly kept = new Map<string, string>()
  constructor(readonly name: string) {}
  readonly keep = {
    getItem: (key: string) => this.kept.get(key) ?? null,
    setItem: (key: string, value: string) => void this.kept.set(key, value),
    removeItem: (key: string) => void this.kept.delete(key),
  }
}

type Fault = 'refuse' | 'cut' | 'lose'
let fault: Fault | null = null
const browsers = new Map<string, Browser>()
/** Whose window is in front: it asks over HTTP. */
let front: Browser

function browser(name: string): Browser {
  const made = new Browser(name)
  browsers.set(name, made)
  return made
}

/** The browser's WebSocket, which knows its cookie. The address tells whose it is. */
class FaultySocket extends RealSocket {
  private readonly who: Browser
  constructor(url: string, protocol: string) {
    const who = browsers.get(new URL(url).searchParams.get('who') ?? front.name)!
    super(url, { protocols: [protocol], headers: { Cookie: who.cookie } } as unknown as string[]) // as Node.js takes them
    this.who = who
    this.onerror = () => this.onclose?.({ code: 1006, reason: '' } as CloseEvent) // Node.js 20 has no close event after a failed handshake
  }
  override send(data: string): void {
    const { type, id } = JSON.parse(data) as { type: string; id: string }
    if (!fault || this.who.failed.has(type)) return super.send(data)
    this.who.failed.add(type)
    if (fault === 'lose') super.send(data)
    if (fault === 'lose' || fault === 'cut') return this.close()
    const refused = { type: 'refused', ack: id, code: TEMPORARY[this.who.failed.size % TEMPORARY.length], text: 'Once.' }
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(refused) } as MessageEvent))
  }
}

/** Refusals that pass: the server's, and those of a proxy or of a server that has not heard all. */
const REFUSALS: readonly [status: number, body: string][] = [
  ...TEMPORARY.map((code): [number, string] => [code === 'busy' ? 503 : 429, JSON.stringify({ code, text: 'Once.' })]),
  ...[429, 502, 503, 504].map((status): [number, string] => [status, '<html>Once.</html>']),
  [408, JSON.stringify({ code: 'limit', text: 'The request did not come in time.' })],
]

async function faultyFetch(url: string, init: RequestInit = {}): Promise<Response> {
  if (url.endsWith('.wasm')) return new Response(readFileSync(join(root, 'build/wasm/fuerstenfeld.wasm')))
  const send = () => realFetch(`http://${address}${url}`, { ...init, headers: { ...init.headers, Origin: `http://${address}`, Cookie: front.cookie } })
  const what = `${init.method ?? 'GET'} ${url.replace(/[a-z2-7]{16}/, 'ID')}`
  if (fault && !front.failed.has(what)) {
    front.failed.add(what)
    if (fault === 'cut') throw new TypeError('fetch failed')
    const [status, body] = REFUSALS[front.failed.size % REFUSALS.length]!
    if (fault !== 'lose') return new Response(body, { status })
    await send()
    throw new TypeError('fetch failed')
  }
  const answer = await send()
  front.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? front.cookie
  return answer
}

const lineTo = (who: Browser) => `ws://${address}/ws?who=${who.name}`

const opened: OnlineTable[] = []

async function openTable(who: Browser, table: string): Promise<OnlineTable> {
  const parts: OnlineParts = {
    engine: async () => Engine.of(module),
    line: events => new Wire(events, lineTo(who)),
    record: tableRecord,
    keep: who.keep,
    link: id => id,
    start: async () => '',
    over: async () => {},
  }
  opened.push(await OnlineTable.open(table, parts))
  return opened.at(-1)!
}

/** Sends it by a wire that is at no table, or at that one, until it is answered. */
async function ask(who: Browser, message: ToServer, table?: string): Promise<FromServer> {
  const id = 'asked'
  const answers: FromServer[] = []
  const wire = new Wire({
    open() {
      if (table) wire.send({ type: 'attach', table })
      wire.send({ ...message, id } as ToServer)
    },
    message: answer => void answers.push(answer),
    lost() {},
  }, lineTo(who))
  const found = () => answers.find(answer => 'ack' in answer && answer.ack === id)
  await until(found, `an answer to ${message.type}`)
  wire.close()
  return found()!
}

async function act(table: OnlineTable): Promise<void> {
  const { waiting, options } = table.state
  if (waiting.for === 'end-turn') return void table.endTurn()
  const legal = waiting.for === 'you' ? (options?.legal ?? []) : []
  const palace = legal.find(({ text }) => text.startsWith('build palace'))
  if (legal.length) table.play((palace ?? legal[0]!).text)
}

async function playToTheEnd(...seats: OnlineTable[]): Promise<void> {
  await until(() => (seats.forEach(act), seats.every(({ state }) => state.hands)), 'the end of the game and its record')
}

/** The types of messages, from the protocol's own table. */
function messageTypes(): string[] {
  const text = readFileSync(join(root, 'docs/authors/protocol.md'), 'utf8')
  const table = /\n\| type \| members \| what it does \|\n((?:\|.*\n)+)/.exec(text)![1]!
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(row => row[1]!)
}

beforeEach(() => {
  browsers.clear()
  front = browser('anna')
  vi.stubGlobal('WebSocket', FaultySocket)
  vi.stubGlobal('fetch', faultyFetch)
  vi.stubGlobal('location', { get host() { return address }, protocol: 'http:' })
})
afterEach(() => {
  fault = null
  for (const table of opened.splice(0)) table.close()
  vi.unstubAllGlobals()
})

/** Two friends make a table and play it to the end; on the way they do all that can be done. */
async function playTogether(): Promise<void> {
  const [anna, ben] = [front, browser('ben')]
  expect(await hasServer()).toBe(true)
  expect(await guest()).toBeNull()
  await becomeGuest('Anna')
  const table = await createTable({ mode: 'base', seats: ['me', 'open'], listed: true })
  expect((await tables()).yours.map(({ table }) => table)).toEqual([table])
  front = ben
  await becomeGuest('Ben')
  const [first, second] = [await openTable(anna, table), await openTable(ben, table)]
  await until(() => first.state.viewer === 0 && second.state.connection === 'open', 'both to be there')
  second.sit(null, 'Ben')
  await until(() => second.state.online!.phase === 'play' && first.state.online!.phase === 'play', 'the game')
  first.chat('well dealt')
  first.chat('is it not')
  second.mute([0])
  first.offer(true)
  await until(() => second.state.seats[0]!.manners?.offered && first.state.online!.chat.length === 2, 'what was said and offered')
  first.offer(false)
  second.leave()
  await until(() => second.state.seats[0]!.manners?.offered === false, 'the offer taken back')
  second.back()
  second.mute([])
  await playToTheEnd(first, second)
  expect(first.state.online!.chat.map(({ text }) => text)).toEqual(['well dealt', 'is it not'])
  expect(second.state.view.result).toEqual(first.state.view.result)
  for (const { state } of [first, second]) expect(state.online!.deal).toMatchObject({ seats: ['opened', 'opened'], doubts: [] })
  const next = await Promise.all([first.rematch(), second.rematch()])
  expect(next[0]).toBe(next[1])
  // What no screen sends, or what is refused there for good: the answer comes all the same.
  const open = await createTable({ mode: 'base', seats: ['me', 'open', 'open'] }) // Ben's
  const answers = [
    await ask(anna, { type: 'tables' }), await ask(anna, { type: 'name', name: 'Annette' }), await ask(anna, { type: 'detach' }),
    await ask(anna, { type: 'ping' }), await ask(anna, { type: 'vote', seat: 1 }, open), await ask(anna, { type: 'seal', seal: '0'.repeat(64) }, open),
    await ask(anna, { type: 'plan', round: 1, plan: 'done' } as unknown as ToServer, open),
    await ask(anna, { type: 'slow' }, open), await ask(anna, { type: 'holiday', days: 1 }, open),
    await ask(anna, { type: 'seek' } as unknown as ToServer), await ask(anna, { type: 'withdraw' } as unknown as ToServer),
  ]
  expect(answers.map(answer => (answer.type === 'refused' ? answer.code : answer.type)))
    .toEqual(['tables', 'welcome', 'detached', 'pong', 'no-seat', 'no-seat', 'no-seat', 'no-seat', 'no-seat', 'seeking', 'withdrawn'])
  const daily = await openDaily('Ben')
  expect(await openDaily('Ben')).toBe(daily)
  const third = await openTable(ben, open)
  await until(() => third.state.connection === 'open', 'the table')
  third.fill(1)
  await until(() => third.state.seats.filter(({ kind }) => kind === 'bot').length === 2, 'bots')
}

/** Without faults. */
async function calmly<T>(act: () => Promise<T>): Promise<T> {
  const was = fault
  fault = null
  return act().finally(() => (fault = was))
}

/** Does what works once. If it worked and the answer was lost, the page is told so. */
async function once<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  if (fault !== 'lose') return asked
  await expect(asked).rejects.toMatchObject({ code: 'lost' })
  return null
}

/** Signs in by something that works once. If it is used up, a new one works. */
async function signIn<Secret, Answer>(make: () => Promise<Secret>, use: (secret: Secret) => Promise<Answer>): Promise<Answer> {
  return (await once(use(await make()))) ?? calmly(async () => use(await make()))
}

/** Two friends have played, and the page of one is open; another of her devices is there. */
async function askForEverything(notices: Awaited<ReturnType<typeof receiveNotices>>): Promise<void> {
  const [anna, ben, phone] = [front, browser('ben'), browser('phone')]
  const as = async <T>(who: Browser, act: () => Promise<T>) => ((front = who), act())
  const table = await calmly(async () => {
    await becomeGuest('Anna')
    const table = await createTable({ mode: 'base', seats: ['me', 'open'], listed: true })
    const [first, second] = [await openTable(anna, table), await as(ben, () => becomeGuest('Ben').then(() => openTable(ben, table)))]
    await until(() => second.state.connection === 'open', 'the table')
    second.sit(null, 'Ben')
    await until(() => first.state.online!.phase === 'play', 'the game')
    await as(anna, () => playToTheEnd(first, second))
    return table
  })

  const name = `Anna ${fault}`
  await becomeGuest(name)
  expect(await guest()).toMatchObject({ name })
  expect((await tables()).yours.map(({ table }) => table)).toEqual([table])
  expect(await players.loadDaily({})).toMatchObject({ players: 0, shown: false, ranking: [] })
  const record = await tableRecord(table)
  const shared = (await shareTable(table)).slice(-16)
  expect(await sharedRecord(shared)).toContain('"round"')
  expect(record).toContain('"round"')
  const me = await player.loadPlayer()
  expect(await player.loadFeatures()).toMatchObject({ webhooks: true, mail: true })
  expect((await player.loadRatings()).base.games).toBe(0)

  // What the page changes, and how it stands afterwards.
  const stands = () => calmly(player.loadPlayer)
  const [device] = me.devices
  expect(await player.makeRecovery()).toHaveLength(20)
  await players.claimName(name)
  await players.setShown('games')
  await player.renameDevice(device!.id, 'Kitchen')
  await players.addImport('k4wz7h2mq5xvt3ad', 'base 3 1 12 5')
  expect(await stands()).toMatchObject({ claimed: true, recovery: true, profile: { shows: 'games' }, devices: [{ name: 'Kitchen' }], imports: [{ results: 'base 3 1 12 5' }] })
  await players.deleteImport('k4wz7h2mq5xvt3ad')
  expect((await stands()).imports).toEqual([])
  const page = await players.loadPage(name)
  expect(page.games).toMatchObject([{ table }])
  expect(await players.sharePageGame(name, page.games![0]!.ended_ms!)).toBe(shared)
  expect(await players.loadTablePlayers(table)).toMatchObject([{ page: name }, {}, null, null, null])
  await calmly(() => player.blockSeat(table, 1, 'block'))
  await player.endBlock((await stands()).blocks[0]!.guest)
  expect((await stands()).blocks).toEqual([])
  await once(players.report({ table, seat: 1 }, 'cheat'))
  const { reports } = (await (await realFetch(`http://${address}/api/player/export`, { headers: { Cookie: anna.cookie } })).json()) as { reports: object[] }
  expect(reports).toMatchObject([{ text: 'cheat' }])

  // Passkeys, and the other device.
  const key = new Authenticator()
  const origin = `http://${address}`
  await once(player.addPasskey(key.create(await player.passkeyChallenge('player/passkeys'), origin)))
  expect((await stands()).passkeys).toHaveLength(1)
  expect((await player.makeCode()).code).toHaveLength(6)
  const makeCode = () => as(anna, () => calmly(player.makeCode))
  const onPhone = <T>(act: () => Promise<T>) => as(phone, act)
  const approved = async () => {
    const { code } = await makeCode()
    const approval = await onPhone(() => calmly(() => player.signInByCode(code)))
    front = anna
    for (const { id } of (await stands()).approvals) await player.approve(id, true)
    return approval
  }
  await signIn(makeCode, ({ secret }) => onPhone(() => player.signInByLink(secret)))
  await signIn(makeCode, ({ code }) => onPhone(() => player.signInByCode(code)))
  await signIn(approved, approval => onPhone(() => player.signInByApproval(approval)))
  const makeRecovery = () => as(anna, () => calmly(player.makeRecovery)) // the one before is used up
  expect((await signIn(makeRecovery, code => onPhone(() => player.signInByRecovery(code)))).recovery).toHaveLength(20)
  await signIn(() => onPhone(() => player.passkeyChallenge('sign-in')), challenge => onPhone(() => player.signInByPasskey(key.get(challenge, origin))))
  expect(await calmly(guest)).toMatchObject({ guest: me.guest })
  front = anna
  for (const { id } of (await stands()).devices) if (id !== me.device) await player.deleteDevice(id)
  const { passkeys } = await stands()
  for (const { id } of passkeys) await player.deletePasskey(id)
  expect(await stands()).toMatchObject({ devices: [{ id: me.device }], passkeys: [] })

  // Channels. One that is there although no answer came is in the list.
  await once(player.addChannel({ kind: 'mail', address: 'anna@play.example', language: 'en' }))
  await until(() => notices.mails.length, 'the mail')
  const mail = notices.mails.splice(0).join()
  await once(player.confirmChannel(/#confirm=([0-9a-f]{32})/.exec(mail)![1]!))
  const [channel] = (await stands()).channels
  expect(channel).toMatchObject({ kind: 'mail', confirmed: true })
  await player.changeChannel(channel!.id, 'slow')
  await player.testChannel(channel!.id)
  expect((await stands()).channels).toMatchObject([{ games: 'slow' }])
  await player.deleteChannel(channel!.id)
  await calmly(() => player.addChannel({ kind: 'webhook', address: notices.hook('anna'), language: 'en' }))
  await player.stopChannel((await stands()).channels[0]!.id)
  expect((await stands()).channels).toEqual([])

  await player.deletePlayer(me.guest)
  expect(await calmly(guest)).toBeNull()
}

describe.skipIf(!existsSync(program))('a page through faults', () => {
  beforeAll(() => serve('memory'))
  afterAll(() => void server.kill())

  test.each(['refuse', 'cut', 'lose'] as const)('the first message of every type fails (%s), and all ends as it should', async how => {
    fault = how
    await playTogether()
    const failed = new Set([...browsers.values()].flatMap(who => [...who.failed]))
    expect(messageTypes().length).toBeGreaterThanOrEqual(19)
    expect(messageTypes().filter(type => !failed.has(type))).toEqual([])
    expect([...failed].filter(what => what.includes('/')).toSorted())
      .toEqual(['GET /api/guest', 'GET /api/tables', 'GET /api/tables/ID/record', 'GET /healthz', 'POST /api/guest'])
  })

  test('a guest whom the server has forgotten goes on as somebody new', async () => {
    front.cookie = `ff=${'0'.repeat(64)}`
    const welcomed = vi.fn()
    const wire = new Wire({ open: welcomed, message() {}, lost() {} }, lineTo(front))
    await until(() => welcomed.mock.calls.length, 'the welcome')
    expect(welcomed.mock.calls).toEqual([['Guest']])
    wire.close()
  })
})

describe.skipIf(!existsSync(program))('every request of the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ff-page-'))
  let notices: Awaited<ReturnType<typeof receiveNotices>>
  beforeAll(async () => {
    notices = await receiveNotices(folder)
    await serve('memory', 0, notices.args)
  })
  afterAll(() => {
    server.kill()
    notices.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(['refuse', 'cut', 'lose'] as const)('fails once (%s), and all ends as it should', async how => {
    fault = how
    await askForEverything(notices)
    const failed = [...browsers.values()].flatMap(who => [...who.failed]).filter(what => what.includes('/api/'))
    expect([...new Set(failed.map(what => what.replace(/.*\/api\//, '')))].toSorted()).toEqual(ROUTES.toSorted())
  })
})

describe.skipIf(!existsSync(program))('a page and a database that stops', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ff-page-'))
  const postgres = (...what: string[]) => execFileSync(join(root, 'tools/postgres.sh'), what, { encoding: 'utf8' }).trim()
  beforeAll(async () => {
    execFileSync('chmod', ['755', folder])
    await serve(postgres('start', folder))
  })
  afterAll(() => {
    server.kill()
    postgres('stop', folder, 'immediate')
    rmSync(folder, { recursive: true, force: true })
  })

  test('pages that were there, that came meanwhile, and lists and records go on when it is back, without a reload', async () => {
    const anna = front
    await becomeGuest('Anna')
    const table = await createTable({ mode: 'base', seats: ['me', 1] })
    const here = await openTable(anna, table)
    await until(() => here.state.options, 'a turn')
    postgres('stop', folder, 'fast')
    await until(() => (act(here), here.state.waiting.for === 'server'), 'a turn to be sent')
    const meanwhile = await openTable(anna, table) // its hello is refused
    const list = tables()
    const known = guest()
    for (const socket of [here, meanwhile]) expect(socket.state.online!.phase).not.toBe('over')
    await new Promise(done => setTimeout(done, 3000)) // some attempts
    expect(meanwhile.state.connection).toBe('connecting')
    postgres('start', folder)
    expect((await list).yours.map(({ table }) => table)).toEqual([table])
    expect(await known).toMatchObject({ name: 'Anna' })
    await until(() => meanwhile.state.connection === 'open' && here.state.waiting.for !== 'server', 'both pages to go on')
    await playToTheEnd(here)
    await until(() => meanwhile.state.hands, 'the other page to see the end')
    expect(meanwhile.state.view.result).toEqual(here.state.view.result)
  })

  test('pages go on when the server itself was stopped for a while', async () => {
    const anna = front
    await becomeGuest('Anna')
    const table = await createTable({ mode: 'base', seats: ['me', 1] })
    const here = await openTable(anna, table)
    await until(() => here.state.options, 'a turn')
    const port = Number(address.split(':')[1])
    server.kill()
    await until(() => server.exitCode !== null && here.state.connection === 'lost', 'the server to be gone')
    here.chat('said meanwhile')
    const found = hasServer()
    const list = tables()
    await serve(`postgres://fuerstenfeld@/fuerstenfeld?host=${folder}`, port)
    expect(await found).toBe(true)
    expect((await list).yours.map(({ table }) => table)).toEqual([table])
    await playToTheEnd(here)
    expect(here.state.online!.chat.map(({ text }) => text)).toEqual(['said meanwhile'])
  })
})
