// engine.ts - the one file that touches WASM: the engine's exports (web/wasm/exports.h) as functions with types.
//
// An Engine is one instance of the module. It holds one game at a time; a game is a value of a few hundred bytes that can be
// kept (save) and put back (restore) at will, which is how undo, looking back and previews work.

import type {
  ActionText, BuildPreview, Card, EditionInfo, Exchange, GameEvent,
  Hint, KeptPlan, Mode, Option, Options, PlayedLevel, Refusal, SalePlan,
  SalePreview, Seat, View,
} from './types'
import { once } from './once'
import { NOBODY, OPTION_NO_OFFICE, PLAYERS_MAX } from './rules'
import { GOODS } from './types'
import moduleUrl from '../../../build/wasm/fuerstenfeld-start.wasm?url'

/** The bytes of a game. */
export type Game = Uint8Array
/** The bytes of a view, the input of a bot. */
export type ViewBytes = Uint8Array
/** The bytes of the public history, the other input of a bot. */
export type SeenBytes = Uint8Array

export interface Level {
  bot: string
  iterations: number
  ms: number
}

/** The deal of a day (bots/coach/daily_deal.h). */
export interface Daily {
  date: string
  /** Below 2^53. */
  seed: number
  mode: Mode
  /** The person's. */
  seat: Seat
  /** By seat; null is the person's. */
  levels: (number | null)[]
  /** Of the strongest level in the person's place. */
  iterations: number
}

/** The result of a game for one seat. */
export interface Score {
  /** From 1. */
  place: number
  parts: number
  coins: number
  rounds: number
  /** Of two games of one deal the better one has the smaller number. */
  order: number
}

/** Text that the engine can't read or refuses as a whole: a set-up, a record, an edition, a view. */
export class EngineError extends Error {}

export type Exports = Record<string, (...args: (number | bigint)[]) => number> & { memory: WebAssembly.Memory }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export type Compiled = WebAssembly.Module

export const instantiate = (module: Compiled): Exports => new WebAssembly.Instance(module).exports as unknown as Exports

export async function compile(url: string): Promise<Compiled> {
  const answer = await fetch(url)
  if (!answer.ok) throw new EngineError(`the engine could not be loaded (${answer.status})`)
  return WebAssembly.compile(await answer.arrayBuffer())
}

const compiled = once(() => compile(moduleUrl))

/** Of a sale's plan: what brings most is looked for. */
const BEST = -1

/** The engine counts chances in hundredths of a percent. */
const share = (chance: number) => chance / 10000

export class Engine {
  private readonly at: number

  protected constructor(protected readonly ff: Exports) {
    this.at = this.ff.buffer!()
    this.editionDefault()
  }

  static of(module: Compiled): Engine {
    return new Engine(instantiate(module))
  }

  /** An instance in this page or worker; the module is fetched and compiled once. */
  static async load(): Promise<Engine> {
    return Engine.of(await compiled())
  }

  // ------------------------------------------------------------------------------------------------------------ text

  protected write(text: string): number {
    const bytes = encoder.encode(text)
    if (bytes.length > this.ff.buffer_max!()) throw new EngineError('the text is too long')
    new Uint8Array(this.ff.memory.buffer).set(bytes, this.at)
    return bytes.length
  }

  private read(length: number): string {
    return decoder.decode(new Uint8Array(this.ff.memory.buffer, this.at, length))
  }

  protected json<T>(length: number): T {
    return JSON.parse(this.read(length)) as T
  }

  /** A function that gives -1 has left its reason in the buffer. */
  protected checked(status: number): number {
    if (status < 0) throw new EngineError(this.read(this.ff.error_length!()))
    return status
  }

  // ----------------------------------------------------------------------------------------------- edition and set-up

  editionDefault(): void {
    this.checked(this.ff.edition_default!())
  }

  editionRead(text: string): void {
    this.checked(this.ff.edition_read!(this.write(text)))
  }

  editionText(): string {
    return this.read(this.ff.edition_print!())
  }

  edition(): EditionInfo {
    return this.json(this.ff.edition_json!())
  }

  names(names: string[]): void {
    this.ff.names_read!(this.write(names.map(name => name.replace(/\s+/g, ' ')).join('\n')))
  }

  /** The player of each seat, for records: a bot's name, or null for a person. */
  bots(bots: readonly (string | null)[]): void {
    this.ff.bots_read!(this.write(bots.map(name => name ?? '').join('\n')))
  }

  /** Afterwards the game is before its first step. */
  deal(players: number, mode: Mode, seed: number): void {
    const status = this.ff.setup_deal!(players, mode === 'expert' ? 1 : 0, BigInt(seed))
    if (status < 0) throw new EngineError(`there is no ${mode} game of ${players} players`)
  }

  /** The set-up as a record's first line, with which a stored game begins. */
  setupLine(): string {
    return this.read(this.ff.setup_print!()).trimEnd()
  }

  setupRead(line: string): void {
    this.checked(this.ff.setup_read!(this.write(line)))
  }

  // ------------------------------------------------------------------------------------------------------------ game

  save(): Game {
    return new Uint8Array(this.ff.memory.buffer, this.ff.game!(), this.ff.game_size!()).slice()
  }

  restore(game: Game): void {
    new Uint8Array(this.ff.memory.buffer).set(game, this.ff.game!())
  }

  /** The seats that must decide. */
  owe(): Seat[] {
    const mask = this.ff.game_owe!()
    return [...Array(PLAYERS_MAX).keys()].filter(seat => (mask >> seat) & 1)
  }

  /** Plays one action; null, or why not. */
  play(seat: Seat, action: ActionText): Refusal | null {
    const refusal = this.ff.game_play!(seat, this.write(action))
    if (refusal === 0) return null
    if (refusal > 0) return this.whyNot(seat, action) ?? this.json(this.ff.refusal_json!(refusal))
    return { id: 'NO_SUCH_OPTION', rule: 'R2.1', text: this.read(this.ff.error_length!()) }
  }

  /** One step that happens by itself; false: somebody must decide, or the game is over. */
  follow(): boolean {
    return this.ff.game_follow!() === 1
  }

  /** Returns whether the next automatic step belongs to the seat's own turn. */
  ownStep(seat: Seat): boolean {
    return this.ff.game_own_step!(seat) === 1
  }


  /** Reads a view from a server. The game becomes what the seat knows of it, so that the seat can play its turn ahead. Returns the
   * view's seat; null for a spectator. */
  viewRead(text: string): Seat | null {
    const seat = this.checked(this.ff.view_read!(this.write(text)))
    return seat === NOBODY ? null : seat
  }

  /** Replaces the game by what the seat knows, as if its turn of this round began now, for planning it (R2.3). Returns false if the
   * turn cannot be planned. */
  planBegin(seat: Seat): boolean {
    return this.ff.plan_begin!(seat) === 0
  }

  /** Evaluates a plan as if that seat's turn began now; null if no turn can be planned, or the text is no plan. */
  planOutcome(seat: Seat, text: string): Omit<KeptPlan, 'text'> | null {
    const length = this.ff.plan_json!(seat, this.write(text))
    return length < 0 ? null : this.json(length)
  }

  /** The actions that a plan plays now; none where nothing holds. */
  planActions(seat: Seat, text: string): ActionText[] {
    const length = this.ff.plan_chain!(seat, this.write(text))
    return length > 0 ? this.read(length).split('; ') : []
  }

  /** Throws where that is no date. */
  daily(date: string): Daily {
    return this.json(this.checked(this.ff.daily_json!(this.write(date))))
  }

  /** Of a game that is over. */
  score(seat: Seat): Score {
    return this.json(this.ff.score_json!(seat))
  }

  // --------------------------------------------------------------------------------------------------------- showing

  view(seat: Seat | null, memoryAid: boolean): View {
    return this.json(this.ff.view_json!(seat ?? NOBODY, memoryAid ? 1 : 0))
  }

  options(seat: Seat): Options | null {
    return this.json(this.ff.options_json!(seat))
  }

  whyNot(seat: Seat, action: ActionText): Refusal | null {
    const length = this.ff.why_not_json!(seat, this.write(action))
    if (length < 0) return { id: 'NO_SUCH_OPTION', rule: 'R2.1', text: this.read(this.ff.error_length!()) }
    return this.json(length)
  }

  salePreview(seat: Seat, plan: SalePlan): SalePreview | null {
    const [hops, barley, water] = plan.goods
    const market = plan.market === 'best' ? BEST : this.exchange(plan.market)
    const office = plan.office === 'best' ? BEST : plan.office ? GOODS.indexOf(plan.office) : OPTION_NO_OFFICE
    return this.json(this.ff.sale_preview_json!(seat, hops, barley, water, market, office))
  }

  /** The option that an exchange at the Market is. */
  private exchange(exchange: Exchange | null): number {
    return exchange ? this.ff.market_of!(GOODS.indexOf(exchange.from), GOODS.indexOf(exchange.to), exchange.count) : 0
  }

  buildPreview(seat: Seat): BuildPreview | null {
    return this.json(this.ff.build_preview_json!(seat))
  }

  /** Returns the event of the last step, as the viewer may know it; null for an invisible step. */
  event(viewer: Seat | null): GameEvent | null {
    return this.json(this.ff.event_json!(viewer ?? NOBODY))
  }

  hands(): Card[][] {
    return this.json<{ hands: { cards: Card[] }[] }>(this.ff.hands_json!()).hands.map(hand => hand.cards)
  }

  /** Goes to the beginning of this game, to follow it by the lines of its events. */
  eventsBegin(): void {
    this.ff.events_begin!()
  }

  /** Reads the next line; null if it is none that the engine knows. */
  eventRead(line: string): GameEvent | null {
    const length = this.ff.event_read!(this.write(line))
    return length < 0 ? null : this.json(length)
  }

  /** Returns the view in a server's form, and the last step as a line ('' for an invisible one). */
  viewText(seat: Seat | null): string {
    return this.read(this.ff.view_print!(seat ?? NOBODY))
  }

  eventLine(viewer: Seat | null): string {
    return this.read(this.ff.event_print!(viewer ?? NOBODY))
  }

  // --------------------------------------------------------------------------------------------------------- records

  /** The record's first lines; then recordStep after each step. */
  recordBegin(): string {
    return this.read(this.ff.record_begin_lines!())
  }

  recordStep(): string {
    return this.read(this.ff.record_step_lines!())
  }

  recordOpen(): void {
    this.ff.record_open!()
  }

  /** Returns the decisions in a line of a record. */
  recordLine(line: string): [Seat, ActionText][] {
    return this.json(this.checked(this.ff.record_line!(this.write(line))))
  }

  /** Returns the seal of a value, which is shown before all values are given (docs/players/fair.md). */
  seal(value: string): string {
    return this.read(this.checked(this.ff.seal_print!(this.write(value))))
  }

  // ------------------------------------------------------------------------------------------------------------ bots

  levels(): Level[] {
    return this.json(this.ff.levels_json!())
  }

  playedLevel(lost: number, turns: number): PlayedLevel | null {
    return this.json(this.ff.played_level_json!(Math.round(lost), turns))
  }

  netLoad(bytes: Uint8Array): void {
    const at = this.ff.net_buffer!(bytes.length)
    if (at === 0) throw new EngineError('the network has the wrong size')
    new Uint8Array(this.ff.memory.buffer).set(bytes, at)
    this.checked(this.ff.net_load!(bytes.length))
  }

  botNeedsNet(bot: string): boolean {
    return this.checked(this.ff.bot_needs_net!(this.write(bot))) === 1
  }

  /** Returns that seat's view of the game, for a bot in a different instance. */
  viewBytes(seat: Seat): ViewBytes {
    this.ff.view_of!(seat)
    return new Uint8Array(this.ff.memory.buffer, this.ff.view!(), this.ff.view_size!()).slice()
  }

  /** Returns the public history of a game, given the game after each of its events, for a bot in a different instance. With the
   * history `before`, only the events since then are needed. */
  seenBytes(games: readonly Game[], before: SeenBytes | null = null): SeenBytes {
    const present = this.save()
    this.putSeen(before)
    for (const game of games) {
      this.restore(game)
      this.ff.public_history_observe!()
    }
    this.restore(present)
    return new Uint8Array(this.ff.memory.buffer, this.ff.public_history!(), this.ff.public_history_size!()).slice()
  }

  /** Begins a decision from a view and what was seen before; the bot's own number of iterations. */
  botBegin(bot: string, view: ViewBytes, seed: bigint, seen: SeenBytes | null = null): number {
    this.putView(view, this.ff.view!())
    this.putSeen(seen)
    return this.checked(this.ff.bot_begin!(this.write(bot), seed))
  }

  /** false: more would add nothing. */
  botThink(iterations: number): boolean {
    return this.ff.bot_think!(iterations) === 1
  }

  botAnswer(): Hint {
    type Told = Option & { chance: number; visits: number }
    const told = this.json<{ bot: string; best: Told; options: Told[]; chances: number[] | null }>(
      this.checked(this.ff.bot_answer_json!()),
    )
    const options = told.options.map(({ text, action, chance, visits }) => ({
      option: { text, action },
      chance: told.chances && visits ? share(chance) : null,
      visits,
    }))
    options.sort((a, b) => (b.chance ?? -1) - (a.chance ?? -1) || b.visits - a.visits)
    return {
      bot: told.bot,
      best: { text: told.best.text, action: told.best.action },
      options,
      chances: told.chances && told.chances.map(share),
    }
  }

  protected putView(view: ViewBytes, at: number): void {
    new Uint8Array(this.ff.memory.buffer).set(view, at)
  }

  protected putSeen(seen: SeenBytes | null): void {
    const bytes = new Uint8Array(this.ff.memory.buffer)
    if (seen?.length === this.ff.public_history_size!()) bytes.set(seen, this.ff.public_history!())
    else this.ff.public_history_clear!()
  }

  /** Sets the level of each seat, 0 for people. */
  protected setOpponents(levels: readonly number[]): void {
    this.ff.opponents_set!(levels.reduce((all, level, seat) => all | (level << (4 * seat)), 0))
  }

  /** Everybody's chances from a seat's view, against such opponents. */
  chances(view: ViewBytes, levels: readonly number[]): number[] {
    this.setOpponents(levels)
    this.putView(view, this.ff.view!())
    return this.json<number[]>(this.checked(this.ff.chances_json!())).map(share)
  }

  // ---------------------------------------------------------------------------------------------------------- proofs

  hash(): string {
    return BigInt.asUintN(64, this.ff.game_hash!() as unknown as bigint).toString(16).padStart(16, '0')
  }

  check(): number {
    return this.ff.game_check!()
  }
}
