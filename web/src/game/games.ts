// games.ts - what screens call: begin a game, open one, list them, bring in a record.

import { Engine } from '../engine/engine'
import { needed, WorkerMind } from '../engine/mind'
import type { Seat } from '../engine/types'
import type { GameController, LocalGameOptions } from './types'
import { LocalTable, randomSeed, type LocalParts } from './local'
import { Match, matchOf, type Decision } from './match'
import { seatOf } from './bots'
import { ELSEWHERE, store, type GameRecord } from './store'

const KEPT_MAX = 100 // games; the oldest ones that are over make room

let mind: WorkerMind | null = null

/** Seldom asked, so its code is not there from the start. */
const coach = async () => (await needed('the coach', import('../app/rare'))).coach()

async function parts(): Promise<LocalParts> {
  mind ??= new WorkerMind()
  return { store: await store(), mind, coach, engine: Engine.load, start: keep, now: Date.now }
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map(byte => (byte % 36).toString(36)).join('')
}

/** Stores a game under a new id. */
async function keep(game: Omit<GameRecord, 'id' | 'started' | 'changed'>): Promise<string> {
  const id = newId()
  const now = Date.now()
  const games = await store()
  await games.put({ ...game, id, started: now, changed: now })
  const over = (await games.all()).filter(({ over }) => over)
  for (const old of over.slice(KEPT_MAX)) await games.remove(old.id)
  return id
}

/** Deals a new game and gives its id: go to /game/ID. */
export async function newGame(options: LocalGameOptions): Promise<string> {
  const engine = await Engine.load()
  const seed = options.seed ?? randomSeed()
  engine.names(options.names)
  engine.deal(options.seats.length, options.mode, seed)
  const persons = options.seats.filter(seat => seat === 'person').length
  return keep({
    version: 1,
    kind: persons > 1 ? 'hotseat' : 'bots',
    mode: options.mode,
    setup: engine.setupLine(),
    decisions: [],
    draft: [],
    seats: options.seats,
    names: options.names,
    memoryAid: options.memoryAid,
    seed,
    ...(options.daily ? { daily: options.daily } : {}),
    round: 0,
    over: false,
    owe: [],
  })
}

/** Opens a stored game; null if there is none with that id. Only one tab may play a game, so another tab that shows it is told to
 * stop. */
export async function openGame(id: string): Promise<GameController | null> {
  const game = await (await store()).get(id)
  if (!game) return null
  const table = await LocalTable.open(game, await parts())
  if (game.kind !== 'review') own(table, id)
  return table
}

/** The newest tab has the game. */
function own(table: LocalTable, id: string): void {
  if (!navigator.locks) return
  const close = table.close.bind(table)
  let release = () => {}
  const held = new Promise<void>(done => (release = done))
  table.close = () => {
    release()
    close()
  }
  navigator.locks
    .request(`game ${id}`, { steal: true }, () => held)
    .catch((error: Error) => error.name === 'AbortError' && table.yield()) // anything else: the browser has no locks for us, so no other tab has the game
}

/** Opens a stored game for looking back, from its start to its present position; or a shared game, whose id is the share. */
export async function openReview(id: string, shared = false): Promise<GameController | null> {
  const game = shared ? await fetchGame(id, true) : ((await (await store()).get(id)) ?? (isTable(id) ? await fetchGame(id, false) : null))
  if (!game) return null
  return LocalTable.open({ ...game, kind: 'review' }, await parts())
}

/** Starts a local game that continues from there. */
export function playOn(setup: string, decisions: Decision[], seat: Seat, level: number): Promise<string> {
  const about = JSON.parse(setup) as { mode: GameRecord['mode']; players: string[] }
  return keep({
    version: 1,
    kind: 'bots',
    mode: about.mode,
    setup,
    decisions,
    draft: [],
    seats: about.players.map((_, other) => (other === seat ? 'person' : level)),
    names: about.players,
    memoryAid: true,
    seed: randomSeed(),
    practice: true,
    round: 0,
    over: false,
    owe: [],
  })
}

/** The id of a server's table (server/table/id.h); those of this device's games are shorter. */
export const isTable = (id: string) => /^[a-z2-7]{16}$/.test(id)

/** A game that is only looked at. `seats` where it is known who sat there. */
function recorded(match: Match, seats?: GameRecord['seats'], names?: string[]): Omit<GameRecord, 'id' | 'started' | 'changed'> {
  const about = JSON.parse(match.setup) as { mode: GameRecord['mode']; players: string[]; bots?: (string | null)[] }
  const levels = match.engine.levels()
  const view = match.view(match.last, null, true)
  return {
    version: 1,
    kind: 'review',
    mode: about.mode,
    setup: match.setup,
    decisions: match.decisions,
    draft: [],
    seats: seats ?? about.players.map((_, seat) => seatOf(about.bots?.[seat] ?? '', levels) ?? ELSEWHERE),
    names: names ?? about.players,
    memoryAid: true,
    seed: 1,
    round: view.round,
    over: view.result !== null,
    owe: [] as Seat[],
  }
}

async function settled(record: string): Promise<Match> {
  const { setup, decisions } = matchOf(await Engine.load(), record)
  const match = Match.replay(await Engine.load(), setup, decisions)
  match.settle()
  return match
}

/** A table's game that is over stays on this device under the table's id, to be looked back on without the server. */
export async function keepTable(id: string, match: Match, seats: GameRecord['seats'], names: string[]): Promise<void> {
  const games = await store()
  if (await games.get(id)) return
  const now = Date.now()
  await games.put({ ...recorded(match, seats, names), id, started: now, changed: now })
}

/** Reads the server's record of a game whose end this device did not see; null if there is none, or no way to it. */
async function fetchGame(id: string, shared: boolean): Promise<GameRecord | null> {
  try {
    const { sharedRecord, tableRecord } = await import('../app/online')
    return { ...recorded(await settled(await (shared ? sharedRecord : tableRecord)(id))), id, started: 0, changed: 0 }
  } catch {
    return null
  }
}

/** Brings in the first game of a record (docs/authors/record.md) and gives its id: go to /review/ID. Throws with line and reason. */
export async function importRecord(text: string): Promise<string> {
  return keep(recorded(await settled(text)))
}
