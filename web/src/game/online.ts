// online.ts - a table of the server. The newest frame is authoritative. The player's turn is a draft on it, which is sent as one
// message when it is ended, and sent again unchanged until it is answered. After the game the record is fetched, and can be
// reviewed like any other.

import type { Engine } from '../engine/engine'
import type { Verdict } from '../coach/types'
import type { ActionText, BuildPreview, GameEvent, Refusal, RefusalId, SalePlan, SalePreview, Seat, View } from '../engine/types'
import type { Connection, DealInfo, Manners, OnlineActions, OnlineInfo, PlanInfo, RoundFigures, SeatInfo, TableState, Waiting } from './types'
import {
  newId, ServerError, type FromServer, type OptionsFrame, type Refused, type SeatFrame, type TableFrame, type ToServer,
} from '../net/protocol'
import { dealStates, drawGift, Witness, type Gift } from '../net/witness'
import { Draft } from './draft'
import { LivePosition } from './live'
import { Match, matchOf } from './match'
import { namesAt } from './names'
import { alternativesOf, basisOf, isAhead, withAlternative, withoutLine } from './plan'
import { OnlineLog } from './online_log'
import { notNow, problem, Table } from './table'

/** The part of a Wire that a table uses; tests have their own. */
export interface Line {
  readonly open: boolean
  send(message: ToServer): void
  close(): void
}

export interface LineEvents {
  open(name: string): void
  message(message: FromServer): void
  lost(): void
}

export interface OnlineParts {
  engine(): Promise<Engine>
  line(events: LineEvents): Line
  record(table: string): Promise<string>
  /** Keeps the turn under way and the one that was sent, over a reload. */
  keep: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The address of a table, to send to friends. */
  link(table: string): string
  /** Starts a local game from a match, for playing on. */
  start(setup: string, decisions: Match['decisions'], seat: Seat, level: number): Promise<string>
  /** The game is over and whole: it may be kept. By seat: 'person' at this device, 0 for somebody elsewhere, or a bot's level. */
  over(table: string, match: Match, seats: ('person' | number)[], names: string[]): Promise<void>
}

interface Sent {
  id: string
  number: number
  actions: string
}

interface Kept {
  draft: ActionText[]
  sent: Sent | null
}

const noOptions: OptionsFrame = { mode: 'base', watch: 'anyone', aid: true, listed: false, rated: false, turn_s: 0, grace_s: 0, level: 3 }

/** Compares an event of a line with the one of the record. Cards that the line does not name are not compared. */
function sameEvent(read: GameEvent, real: GameEvent): boolean {
  return Object.entries(read).every(([key, value]) => {
    const unknown = key.startsWith('card') && value === null
    return unknown || key === 'text' || JSON.stringify(value) === JSON.stringify(real[key as keyof GameEvent])
  })
}

export class OnlineTable extends Table implements OnlineActions {
  override readonly online = this
  private readonly line: Line
  private frame: TableFrame | null = null
  /** The time when the frame arrived: its remaining times count from then. */
  private came = 0
  private options: OptionsFrame = noOptions
  private host = false
  private log: OnlineLog | null = null
  private position: LivePosition
  private draft: Draft | null = null
  private sent: Sent | null = null
  private done: (() => void) | null = null
  /** The draft is a plan of the turn to come. */
  private planning = false
  /** The line of the kept plan that it changes, and the table at its beginning. */
  private planLine: number | null = null
  private planFrom: View | null = null
  private connection: Connection = 'connecting'
  private chatLines: OnlineInfo['chat'] = []
  private muted: Seat[] = []
  private match: Match | null = null
  private past: number | null = null
  private readonly witness: Witness
  private dealSeats: DealInfo['seats'] = []
  private dealRound = 1
  /** A rematch that was asked for. */
  private next: { id: string; table: Promise<string>; made(table: string): void; refused(error: ServerError): void } | null = null
  private readonly key: string

  private constructor(
    readonly table: string,
    private readonly engine: Engine,
    private readonly parts: OnlineParts,
  ) {
    super()
    this.key = `ff.table.${table}`
    this.witness = new Witness(table, value => engine.seal(value), parts.keep)
    this.position = new LivePosition(engine, null)
    engine.deal(2, 'base', 0) // something to show until the first frame
    while (engine.follow());
    this.shown = this.look([], 'jump')
    this.line = parts.line({ open: () => this.attach(), message: message => this.receive(message), lost: () => this.lost() })
  }

  static async open(table: string, parts: OnlineParts): Promise<OnlineTable> {
    return new OnlineTable(table, await parts.engine(), parts)
  }

  // ---------------------------------------------------------------------------------------------------------- the line

  /** Open once it is answered. */
  private attach(): void {
    if (!this.frame) this.dismiss() // why it could not say hello
    const seen = this.log ? this.frame!.number : 0
    this.line.send({ type: 'attach', table: this.table, ...(seen ? { seen } : {}) })
    this.sent ??= this.kept().sent
    if (this.sent) this.line.send({ type: 'play', ...this.sent })
    if (this.muted.length) this.line.send({ type: 'mute', seats: this.muted })
    this.refresh()
  }

  private lost(): void {
    this.connection = 'lost'
    this.witness.lost()
    this.refresh()
  }

  private receive(message: FromServer): void {
    if (message.type === 'table' && message.table === this.table) this.take(message)
    else if (message.type === 'refused') this.refused(message)
  }

  private refused(message: Refused): void {
    const refusal = message.rule ? { id: 'NO_SUCH_OPTION' as RefusalId, rule: message.rule, text: message.text } : null
    if (this.sent && message.ack === this.sent.id) this.answered()
    if (this.next && message.ack === this.next.id) return this.next.refused(new ServerError(0, message.code, message.text)) // not about this table
    this.change({ problem: problem(message.code, message.text, refusal), events: [], change: 'jump' })
  }

  /** The turn that was sent is done, or will never be. */
  private answered(): void {
    this.sent = null
    this.draft = null
    this.keep()
    this.done?.()
    this.done = null
  }

  // ---------------------------------------------------------------------------------------------------------- a frame

  private take(frame: TableFrame): void {
    const answers = this.sent !== null && frame.ack === this.sent.id
    if (answers) this.answered()
    this.connection = 'open'
    if (frame.rematch) this.next?.made(frame.rematch)
    if (this.frame && frame.number < this.frame.number) {
      if (answers && this.frame.view) this.takeView(this.frame.view)
      if (answers) this.refresh()
      return // overtaken
    }
    if (this.frame?.phase === 'play' && frame.phase === 'play' && frame.seat !== this.frame.seat) return this.changeSeat()
    const first = this.frame === null
    if (frame.options) this.options = frame.options
    if (frame.host !== undefined) this.host = frame.host
    if (frame.muted && !this.muted.length) this.muted = frame.muted
    if (frame.edition) this.engine.editionRead(frame.edition)
    this.shuffle(frame)
    const sameView = frame.view === this.frame?.view
    const known = this.log?.entries.length ?? 0
    this.frame = frame
    this.came = Date.now()
    this.chatLines = [...(first ? [] : this.chatLines), ...(frame.chat ?? [])].slice(-200)
    if (frame.view && !(sameView && this.draft)) this.takeView(frame.view)
    const events = this.hear(frame)
    if (first) this.resume()
    const withheld = (this.options.closes_ms ?? 0) > Date.now()
    if (frame.phase === 'over' && !this.match && !withheld) void this.fetchMatch()
    this.past = frame.phase === 'over' ? this.past : null
    const told = first || this.log?.entries.length === known ? [] : events
    this.emit(this.look(told, told.length ? 'play' : 'jump'))
  }

  /** After a seat was taken or handed over, the whole game is sent again, as the new viewer may know it. */
  private changeSeat(): void {
    this.frame = this.log = this.draft = this.sent = null
    this.keep()
    this.attach()
  }

  /** The player's part of the shuffle, and the checks of everybody's (docs/players/fair.md). */
  private shuffle(frame: TableFrame): void {
    const answer = this.witness.take(frame)
    if (answer) this.line.send(answer)
    if (!frame.deal) return
    this.dealSeats = dealStates(frame)
    this.dealRound = frame.deal_round ?? 1
  }

  /** Puts the new view in the engine, and the turn under way on it again where that is still possible. */
  private takeView(view: string): void {
    const actions = this.draft?.actions ?? []
    this.engine.names(namesAt(this.frame!.seats))
    const seat = this.engine.viewRead(view)
    this.planning &&= this.mayPlan && seat !== null && this.engine.planBegin(seat)
    this.planFrom = this.planning ? this.view() : null
    this.position = new LivePosition(this.engine, seat)
    this.draft = null
    if (seat !== null && actions.length && !this.sent) this.redraft(seat, actions)
  }

  private redraft(seat: Seat, actions: ActionText[]): void {
    const draft = new Draft(this.position, seat)
    if (this.position.owe().includes(seat) && draft.play(actions) === null) this.draft = draft
    this.keep()
  }

  /** Adds events to the log. The first frame contains the game from its beginning. */
  private hear(frame: TableFrame): GameEvent[] {
    if (frame.phase === 'open') return []
    this.log ??= new OnlineLog(this.engine)
    return (frame.events ?? []).flatMap(line => this.log!.add(line) ?? [])
  }

  // ------------------------------------------------------------------------------------------------- kept over a reload

  private kept(): Kept {
    try {
      return JSON.parse(this.parts.keep.getItem(this.key) ?? '') as Kept
    } catch {
      return { draft: [], sent: null }
    }
  }

  private keep(): void {
    const draft = this.draft?.actions ?? []
    try {
      if (draft.length || this.sent) this.parts.keep.setItem(this.key, JSON.stringify({ draft, sent: this.sent } satisfies Kept))
      else this.parts.keep.removeItem(this.key)
    } catch {
      // Without storage a reload forgets the turn under way; everything else is on the server.
    }
  }

  private resume(): void {
    const { draft } = this.kept()
    const seat = this.frame!.seat
    if (draft.length && seat !== null && !this.sent && !this.draft) this.redraft(seat, draft)
  }

  // --------------------------------------------------------------------------------------------------------- the state

  private view(): View {
    return this.engine.view(this.frame?.seat ?? null, this.options.aid)
  }

  private seatInfos(): SeatInfo[] {
    const mine = this.frame?.seat ?? null
    const seats = this.frame?.seats ?? []
    const names = namesAt(seats)
    return seats.map((is: SeatFrame, seat) => ({
      seat,
      name: names[seat]!,
      kind: seat === mine ? 'me' : is.is === 'guest' ? 'person' : is.is,
      level: is.is === 'bot' ? (is.level ?? null) : null,
      here: is.here ?? is.is === 'bot',
      away: is.away ?? false,
      planned: is.planned ?? false,
      due: is.left_ms === undefined ? null : this.came + is.left_ms,
      manners: is.is === 'guest' ? this.manners(is) : null,
    }))
  }

  private manners(is: SeatFrame): Manners {
    const when = (ms: number | undefined) => (ms === undefined ? null : this.came + ms)
    const since = (ms: number | undefined) => (ms === undefined ? null : this.came - ms)
    return {
      goneSince: is.here === false ? since(is.gone_ms ?? 0) : null,
      thinksSince: is.owes ? since(is.owes_ms ?? 0) : null,
      voteFrom: when(is.vote_ms),
      votes: is.votes ?? [],
      offered: is.offered ?? false,
      slow: is.slow ?? false,
      reserve: is.reserve_ms ?? null,
      holidays: is.holidays ?? null,
      holidayEnds: when(is.holiday_ms),
    }
  }

  private get mayPlay(): boolean {
    const seat = this.frame?.seat ?? null
    return (
      seat !== null && this.frame!.phase === 'play' && !this.sent && this.past === null && this.position.owe().includes(seat)
    )
  }

  private waiting(): Waiting {
    const frame = this.frame
    if (!frame || frame.phase === 'over') return { for: 'nothing' }
    if (frame.phase === 'open') return { for: 'seats' }
    if (this.sent) return { for: 'server' }
    if (this.draft?.canEnd) return { for: 'end-turn' }
    if (this.mayPlay) return { for: 'you' }
    return { for: 'others', seats: frame.seats.flatMap((seat, i) => (seat.owes ? [i] : [])) }
  }

  private onlineInfo(): OnlineInfo {
    const { mode, watch, aid, listed, rated, turn_s, reserve_s = 0, increment_s = 0, grace_s, level } = this.options
    return {
      table: this.table,
      link: this.parts.link(this.table),
      phase: this.frame?.phase ?? 'open',
      host: this.host,
      options: { mode, watch, aid, listed, rated, turnS: turn_s, reserveS: reserve_s, incrementS: increment_s, graceS: grace_s, level },
      chat: this.chatLines.filter(({ seat }) => seat === null || !this.muted.includes(seat)),
      muted: this.muted,
      rematch: this.frame?.rematch ?? null,
      deal: this.deal(),
      daily: /^daily-(.*)$/.exec(this.options.deal ?? '')?.[1] ?? null,
      withheld: this.options.deal !== undefined && !this.match,
    }
  }

  private deal(): DealInfo {
    const { doubts, missed, checked, proof } = this.witness
    return { seats: this.dealSeats, round: this.dealRound, doubts: [...doubts], missed, checked, proof }
  }

  private logShown(): TableState['log'] {
    return this.match?.log('all') ?? this.log?.with(this.position.events) ?? []
  }

  private look(events: GameEvent[], change: TableState['change']): TableState {
    const { frame, match } = this
    const log = this.logShown()
    const moments = match ? match.last : log.length
    const moment = this.past ?? moments
    const seat = frame?.seat ?? null
    return {
      kind: 'online',
      id: this.table,
      number: frame?.number ?? 0,
      view: match ? match.view(moment, seat, true) : this.view(),
      viewer: seat,
      hands: match ? match.hands(moment) : null,
      edition: this.engine.edition(),
      seats: this.seatInfos(),
      options: this.mayPlay ? this.engine.options(seat!) : null,
      events,
      change,
      log,
      waiting: this.waiting(),
      draft: {
        actions: this.draft?.actions ?? [],
        canUndo: !this.sent && (this.draft?.canUndo ?? false),
        canRedo: !this.sent && (this.draft?.canRedo ?? false),
        canEnd: !this.sent && (this.draft?.canEnd ?? false),
      },
      moment,
      moments,
      rounds: match ? match.rounds() : [0, ...log.map(({ round }) => round)],
      past: this.past !== null && this.past < moments,
      memoryAid: this.options.aid,
      hintsAllowed: false,
      connection: frame ? this.connection : 'connecting',
      online: this.onlineInfo(),
      plan: this.plan(),
      problem: this.shown?.problem ?? null,
    }
  }

  private refresh(events: GameEvent[] = []): void {
    this.emit(this.look(events, events.length ? 'play' : 'jump'))
  }

  // ------------------------------------------------------------------------------------------------------ the own turn

  protected drafted(act: (draft: Draft) => Refusal | null): Refusal | null {
    const seat = this.frame?.seat ?? null
    if (seat === null || this.sent || this.past !== null || this.frame!.phase !== 'play') return notNow
    const told = this.position.events.length
    this.draft ??= new Draft(this.position, seat)
    const before = this.draft.actions
    const refusal = act(this.draft)
    if (refusal) return refusal
    this.keep()
    this.refresh(this.draft.follows(before) ? this.position.events.slice(told) : [])
    return null
  }

  play(action: ActionText): Refusal | null {
    return this.playAll([action])
  }

  playAll(actions: ActionText[]): Refusal | null {
    if (!this.mayPlay) return notNow
    if (this.engine.view(null, true).stage === 'draw') {
      const refusal = this.engine.whyNot(this.frame!.seat!, actions[0]!)
      if (!refusal) void this.send(actions.slice(0, 1)) // R3.2: only the server knows which card is drawn
      return refusal
    }
    return this.drafted(draft => draft.play(actions))
  }

  private send(actions: ActionText[]): Promise<void> {
    this.sent = { id: newId(), number: this.frame!.number, actions: actions.join('; ') }
    this.keep()
    this.line.send({ type: 'play', ...this.sent })
    this.refresh()
    return new Promise(done => (this.done = done))
  }

  async endTurn(): Promise<void> {
    if (!this.planning && this.draft?.canEnd && !this.sent) await this.send(this.draft.actions)
  }

  whyNot(action: ActionText): Refusal | null {
    const seat = this.frame?.seat ?? null
    return seat === null || this.sent || this.past !== null ? notNow : this.engine.whyNot(seat, action)
  }

  previewSale(plan: SalePlan): SalePreview | null {
    return this.mayPlay ? this.engine.salePreview(this.frame!.seat!, plan) : null
  }

  previewBuild(): BuildPreview | null {
    return this.mayPlay ? this.engine.buildPreview(this.frame!.seat!) : null
  }

  async hint(): Promise<Verdict> {
    throw new Error('there are no hints at a table with others')
  }

  // ---------------------------------------------------------------------------------------------------------- planning

  private get mayPlan(): boolean {
    const { frame } = this
    if (frame?.phase !== 'play' || frame.seat === null || this.sent || this.past !== null || frame.seats[frame.seat]!.owes) return false
    return this.planning || isAhead(this.engine.view(null, true), frame.seat)
  }

  private plan(): PlanInfo | null {
    const { frame } = this
    if (!frame || frame.seat === null) return null
    const { owes, planned } = frame.seats[frame.seat]!
    return {
      possible: this.mayPlan && !this.planning,
      planning: this.planning,
      line: this.planLine,
      basis: this.planning && this.draft?.canEnd ? basisOf(this.position.events, this.planFrom!) : null,
      kept: frame.plan ?? null,
      played: !owes && !this.mayPlan && !!planned,
    }
  }

  /** Shows the present again, or the beginning of the planned turn. */
  private setPlanning(on: boolean, line: number | null = null): void {
    this.draft = null
    this.planning = on
    this.planLine = line
    if (this.frame?.view) this.takeView(this.frame.view)
    this.keep()
  }

  startPlan(line: number | null): void {
    if (!this.mayPlan || this.planning) return
    this.setPlanning(true, line)
    const turn = alternativesOf(this.frame!.plan?.text ?? '').find(one => one.line === line)
    const draft = this.planning && turn ? new Draft(this.position, this.frame!.seat!) : null
    for (const action of turn?.actions ?? []) if (draft?.play([action])) break
    this.draft = draft?.canUndo ? draft : null
    this.refresh()
  }

  stopPlan(): void {
    this.setPlanning(false)
    this.refresh()
  }

  keepPlan(conditions: readonly string[]): void {
    if (!this.planning || !this.draft?.canEnd) return
    this.sendPlan(withAlternative(this.frame!.plan?.text ?? '', this.planLine, conditions, this.draft.actions))
    this.stopPlan()
  }

  withdrawPlan(line: number | null): void {
    this.sendPlan(withoutLine(this.frame?.plan?.text ?? '', line))
  }

  private sendPlan(plan: string): void {
    this.line.send({ type: 'plan', round: this.engine.view(null, true).round, plan })
  }

  // ------------------------------------------------------------------------------------------------------ looking back

  /** The game is over: everything may be known, and the record contains it. */
  private async fetchMatch(): Promise<void> {
    try {
      const record = await this.parts.record(this.table)
      const { setup, decisions } = matchOf(await this.parts.engine(), record)
      const match = Match.replay(await this.parts.engine(), setup, decisions)
      match.settle()
      this.witness.judge(record, this.isSeen(match))
      this.match = match
      this.refresh()
      const seats = this.seatInfos()
      if (this.frame?.seat != null)
        await this.parts.over(this.table, match, seats.map(({ kind, level }) => (kind === 'me' ? 'person' : (level ?? 0))), seats.map(({ name }) => name)).catch(() => {})
    } catch (error) {
      const withheld = this.options.deal !== undefined && error instanceof ServerError && error.code === 'not-now'
      if (withheld) return this.refresh() // shown the next time one looks
      this.witness.unproved()
      this.refresh()
      this.change({ problem: problem('record', (error as Error).message) })
    }
  }

  /** Returns whether the record is that of the game seen here. The engine has checked its deal, but a false record may still be
   * consistent. */
  private isSeen(match: Match): boolean {
    const read = (this.log?.entries ?? []).map(({ event }) => event)
    const real = match.log(this.frame?.seat ?? null).map(({ event }) => event)
    // Seat by seat: what all do at once (R2.3) has no order.
    return [null, ...Array(match.players).keys()].every(seat => {
      const [heard, happened] = [read, real].map(events => events.filter(event => ('seat' in event ? event.seat : null) === seat)) as [GameEvent[], GameEvent[]]
      return heard.length === happened.length && heard.every((event, i) => sameEvent(event, happened[i]!))
    })
  }

  goto(moment: number): void {
    if (!this.match) return
    const bounded = Math.max(0, Math.min(this.match.last, Math.trunc(moment)))
    this.past = bounded === this.match.last ? null : bounded
    this.refresh()
  }

  live(): void {
    this.past = null
    this.refresh()
  }

  history(): RoundFigures[] {
    return this.match?.history() ?? []
  }

  record(): Promise<string> {
    return this.parts.record(this.table)
  }

  async playOnFrom(moment: number, seat: Seat, level: number): Promise<string> {
    if (!this.match) throw new Error('the game is not over')
    const decided = this.match.moments[moment]?.decided ?? 0
    return this.parts.start(this.match.setup, this.match.decisions.slice(0, decided), seat, level)
  }

  rematch(): Promise<string> {
    if (this.frame?.rematch) return Promise.resolve(this.frame.rematch)
    if (this.next) return this.next.table
    const gift = drawGift(value => this.engine.seal(value))
    const id = newId()
    let done: (table: string) => void
    let failed: (error: ServerError) => void
    const table = new Promise<string>((...ends) => ([done, failed] = ends))
    const made = (found: string) => {
      this.next = null
      this.gives(found, gift)
      done(found)
    }
    const refused = (error: ServerError) => {
      this.next = null
      failed(error)
    }
    this.next = { id, table, made, refused }
    this.line.send({ type: 'rematch', id, seal: gift.seal })
    return table
  }

  /** The player who makes the next table sits there, with that seal. */
  private gives(table: string, gift: Gift): void {
    new Witness(table, value => this.engine.seal(value), this.parts.keep).gives(gift)
  }

  // --------------------------------------------------------------------------------------------------------- the table

  sit(seat: Seat | null, name: string): void {
    const gift = this.frame?.phase === 'play' ? {} : { seal: this.witness.draw() }
    this.line.send({ type: 'sit', ...(seat === null ? {} : { seat }), ...(name ? { name } : {}), ...gift })
  }

  fill(level: number): void {
    this.line.send({ type: 'fill', level })
  }

  leave(): void {
    this.witness.leaves()
    this.line.send({ type: 'leave' })
  }

  back(): void {
    this.line.send({ type: 'back' })
  }

  vote(seat: Seat): void {
    this.line.send({ type: 'vote', seat })
  }

  slow(): void {
    this.line.send({ type: 'slow' })
  }

  holiday(days: number): void {
    this.line.send({ type: 'holiday', days })
  }

  offer(on: boolean): void {
    this.line.send({ type: 'offer', on })
  }

  chat(text: string): void {
    if (text.trim()) this.line.send({ type: 'chat', text: text.trim().slice(0, 300) })
  }

  mute(seats: Seat[]): void {
    this.muted = seats
    this.line.send({ type: 'mute', seats })
    this.refresh()
  }

  close(): void {
    this.line.close()
  }
}
