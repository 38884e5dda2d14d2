// local.ts - a game on this device: one person against bots, or several people who hand the device around.
//
// The match is played by the engine in this page; bots are asked through a Mind. After everything that is final the game is
// stored. One loop (`run`) does what happens by itself, step by step and at the pace that was asked for, until a person must
// decide; then the person's turn is a Draft until it is ended.

import type { Coach, Played } from '../coach/coach'
import { Engine } from '../engine/engine'
import { NoNetwork, type Mind } from '../engine/mind'
import type { JudgedTurn, ReviewAsked, SeatBalance, Verdict } from '../coach/types'
import type {
  ActionText, BuildPreview, Course, EditionInfo, GameEvent, Hint,
  KeptPlan, LogEntry, Options, Refusal, SalePlan, SalePreview, Seat,
} from '../engine/types'
import type { LocalActions, Pace, PlanInfo, RoundFigures, SeatInfo, TableState, Waiting } from './types'
import { botOf, characterOf, mindOf } from './bots'
import { Draft } from './draft'
import { Match, phaseOfEvent, recordOf, type Decision, type Viewer } from './match'
import { alternativesOf, isAhead, withAlternative, withoutLine } from './plan'
import { botName, isYou } from './names'
import { Planner } from './planner'
import { ELSEWHERE, type GameRecord, type Store } from './store'
import { notNow, problem, Table } from './table'

export interface LocalParts {
  store: Store
  mind: Mind
  /** Comes when it is first asked. */
  coach(): Promise<Coach>
  engine(): Promise<Engine>
  /** Makes another game and gives its id. */
  start(game: Omit<GameRecord, 'id' | 'started' | 'changed'>): Promise<string>
  now(): number
}

/** The level of who sits there, 0 for people. */
function levelAt(is: GameRecord['seats'][number]): number {
  return is === 'person' || is === ELSEWHERE ? 0 : characterOf(is).level
}

/** Seeds of single decisions: the same game gives the same bots' choices. */
export function decisionSeed(seed: number, n: number): number {
  return (seed + n * 2654435761) % 2 ** 53
}

export class LocalTable extends Table implements LocalActions {
  override readonly local = this
  private readonly edition: EditionInfo
  private readonly editionText: string
  private readonly persons: Seat[]
  private draft: Draft | null = null
  /** Hot-seat: whose eyes are on the device; null while it is covered. */
  private viewer: Seat | null
  private past: number | null = null
  private pace: Pace = () => new Promise(() => undefined) // until somebody looks
  private next: (() => void) | null = null
  private running = false
  private closed = false
  private thinks: Seat | null = null
  /** A bot's decision that was requested while something else was being shown. */
  private asked: { decided: number; answer: Promise<Hint> } | null = null
  private readOnly = false
  /** The turn that is being planned. The game waits for it. */
  private planner: Planner | null = null
  private planned: Promise<void> | null = null
  private goOn: () => void = () => undefined
  /** The plan of the person's turn as it was judged last: a turn under way does not count. */
  private kept: KeptPlan | null = null
  /** The round whose turn was played from a plan. */
  private playedRound = 0
  private saving: Promise<void> = Promise.resolve()
  /** A turn that was under way when the page was closed, until its person looks again. */
  private pending: Decision[]

  protected constructor(
    private readonly match: Match,
    private game: GameRecord,
    private readonly parts: LocalParts,
  ) {
    super()
    this.edition = match.engine.edition()
    this.editionText = match.engine.editionText()
    this.persons = game.seats.flatMap((seat, i) => (seat === 'person' ? [i] : []))
    this.viewer = this.persons.length === 1 ? this.persons[0]! : null
    this.pending = game.draft
    if (this.kind === 'review') match.settle()
    this.shown = this.look([], 'jump')
  }

  /** Opens a stored game and continues it; one of kind 'review' is only shown. */
  static async open(game: GameRecord, parts: LocalParts): Promise<LocalTable> {
    const match = Match.replay(await parts.engine(), game.setup, game.decisions)
    const table = new this(match, game, parts)
    table.resumeDraft()
    void table.run()
    return table
  }

  /** Continues the unfinished turn, if it is the viewer's. */
  private resumeDraft(): void {
    const draft = this.pending
    if (draft.length === 0 || draft[0]![0] !== this.viewer || this.kind === 'review') return
    this.match.settle()
    if (!this.match.owe().includes(this.viewer)) return
    this.pending = []
    this.draft = new Draft(this.match, this.viewer)
    this.draft.play(draft.map(([, action]) => action))
    this.shown = this.look([], 'jump')
  }

  // ------------------------------------------------------------------------------------------------------- the state

  private get kind(): 'bots' | 'hotseat' | 'review' {
    return this.game.kind
  }

  private get eyes(): Viewer {
    return this.over || this.persons.length === 0 ? 'all' : this.viewer
  }

  private get over(): boolean {
    return this.match.view(this.match.last, null, true).result !== null
  }

  private seatInfos(): SeatInfo[] {
    return this.game.seats.map((is, seat) => ({
      seat,
      name: this.game.names[seat] ?? '',
      kind: is === 'person' ? 'me' : is === ELSEWHERE ? 'person' : 'bot',
      level: levelAt(is) || null,
      character: levelAt(is) ? (is as number) : null,
      here: true,
      away: false,
      planned: seat === this.viewer && this.playedRound > 0 && this.playedRound === this.match.engine.view(null, true).round,
      due: null,
      manners: null,
    }))
  }

  private options(): Options | null {
    if (this.past !== null || this.viewer === null || this.readOnly || this.kind === 'review') return null
    if (this.planner) return this.planner.engine.options(this.viewer)
    return this.match.owe().includes(this.viewer) && !this.running ? this.match.engine.options(this.viewer) : null
  }

  private waiting(): Waiting {
    if (this.kind === 'review' || this.over) return { for: 'nothing' }
    if (this.planner) return { for: this.planner.draft.canEnd ? 'end-turn' : 'you' }
    if (this.thinks !== null) return { for: 'bot', seat: this.thinks }
    if (this.running) return this.next && this.pace === 'step' ? { for: 'step' } : { for: 'show' }
    if (this.draft?.canEnd) return { for: 'end-turn' }
    const owe = this.match.owe().filter(seat => this.persons.includes(seat))
    if (this.viewer !== null && owe.includes(this.viewer)) return { for: 'you' }
    return owe.length > 0 ? { for: 'cover', seat: owe[0]! } : { for: 'nothing' }
  }

  private logShown(): LogEntry[] {
    const { match, planner } = this
    const log = match.log(this.eyes, this.draft?.firstMoment)
    const { round } = match.moments[match.last]!
    const ahead = planner?.events.map((event, i): LogEntry => ({ moment: match.last + 1 + i, round, phase: phaseOfEvent[event.kind], event, draft: true }))
    return [...log, ...(ahead ?? [])]
  }

  private look(events: GameEvent[], change: TableState['change']): TableState {
    const { match, game, planner } = this
    const log = this.logShown()
    const moment = this.past ?? log.length
    const eyes = this.eyes
    const draft = planner?.draft ?? this.draft
    return {
      kind: this.kind,
      id: game.id,
      number: match.decisions.length,
      view: planner && this.past === null ? planner.engine.view(planner.seat, game.memoryAid) : match.view(moment, this.viewer, game.memoryAid || eyes === 'all'),
      viewer: this.viewer,
      hands: eyes === 'all' ? match.hands(moment) : null,
      edition: this.edition,
      seats: this.seatInfos(),
      options: this.options(),
      events,
      change,
      log,
      waiting: this.waiting(),
      draft: {
        actions: draft?.actions ?? [],
        canUndo: this.past === null && (draft?.canUndo ?? false),
        canRedo: this.past === null && (draft?.canRedo ?? false),
        canEnd: this.past === null && (draft?.canEnd ?? false),
      },
      moment,
      moments: log.length,
      rounds: [...match.rounds(), ...log.slice(match.last).map(({ round }) => round)],
      past: this.past !== null && this.past < match.last,
      memoryAid: game.memoryAid,
      hintsAllowed: this.kind === 'bots',
      connection: 'local',
      online: null,
      plan: this.planInfo(),
      problem: this.shown?.problem ?? null,
    }
  }

  /** Shows the present (or the past moment looked at), with what happened since the moment `from`. */
  private refresh(from: number | null = null): void {
    const events: GameEvent[] = []
    if (from !== null && this.past === null)
      for (let moment = from + 1; moment <= this.match.last; moment++) events.push(this.match.told(moment, this.eyes)!)
    this.emit(this.look(events, events.length > 0 ? 'play' : 'jump'))
  }

  // ---------------------------------------------------------------------------------------------- what goes by itself

  /** Waits until what was shown has been seen. */
  private async seen(): Promise<void> {
    const { pace } = this
    if (pace === 0 || this.closed || this.past !== null) return
    await new Promise<void>(done => {
      this.next = () => {
        this.next = null
        done()
      }
      if (pace !== 'step') void pace().then(this.next)
      else this.change({ waiting: this.waiting(), events: [], change: 'jump' })
    })
  }

  /** Automatic steps up to the next one that is worth a look; draws of all players are one look. */
  private advance(): boolean {
    const { match } = this
    const kindOf = (moment: number) => match.told(moment, null)?.kind
    const from = match.last
    while (match.step()) {
      if (match.last === from) continue
      const sameDraw = kindOf(match.last) === 'drew' && match.engine.view(null, true).stage === 'deal'
      if (!sameDraw) return true
    }
    return match.last > from
  }

  private get nextBot(): Seat | undefined {
    return this.match.owe().find(seat => !this.persons.includes(seat))
  }

  /** Returns whether a bot's next action is shown together with its last one: cards put away one by one, and extra draws, appear as
   * one step. */
  private get goesOn(): boolean {
    const bot = this.nextBot
    if (bot === undefined) return false
    const { stage } = this.match.engine.view(null, true)
    const last = this.match.told(this.match.last, null)
    if (stage === 'draw') return true
    return stage === 'discard' && last !== null && ['stored', 'trashed', 'buried'].includes(last.kind) && 'seat' in last && last.seat === bot
  }

  /** The bot's decision, computed only once, because it may have been requested before. */
  private ask(seat: Seat): Promise<Hint> {
    const { match, game } = this
    const decided = match.decisions.length
    if (this.asked?.decided !== decided) {
      const level = mindOf(game.seats[seat] as number, match.engine.levels())
      const view = match.engine.viewBytes(seat)
      const question = { edition: this.editionText, view, seen: match.seen(), level, seed: decisionSeed(game.seed, decided) }
      const answer = this.parts.mind.decide(question)
      answer.catch(() => undefined) // tells the code that waits for it
      this.asked = { decided, answer }
    }
    return this.asked.answer
  }

  private async decideBot(seat: Seat, shown: boolean): Promise<boolean> {
    const { match } = this
    this.thinks = seat
    // In the set-up all choose at once, and bots are fast, so one notification is enough; but no player may be asked before it.
    const quiet = match.engine.view(null, true).phase === 'setup' && !['you', 'cover'].includes(this.shown.waiting.for)
    if (shown && !quiet) this.refresh()
    try {
      const { best } = await this.ask(seat)
      if (this.planned) await this.whilePlanning()
      if (this.closed) return false
      match.decide(seat, best.text)
      return true
    } catch (error) {
      if (!this.closed) this.fail(error instanceof NoNetwork ? 'bot-network' : 'engine', error)
      return false
    } finally {
      this.asked = null
      this.thinks = null
    }
  }

  private fail(code: 'bot-network' | 'storage' | 'engine', error: unknown): void {
    this.change({ problem: problem(code, error instanceof Error ? error.message : String(error)) })
  }

  /** Everything up to the next decision of a person. */
  private async run(): Promise<void> {
    if (this.running || this.closed || this.kind === 'review' || this.draft?.canUndo) return
    this.running = true
    try {
      let from = this.match.last
      while (!this.closed && !this.readOnly) {
        if (this.planned) await this.whilePlanning()
        if (!this.advance()) {
          const bot = this.nextBot
          if (bot === undefined ? !this.playPlan() : !(await this.decideBot(bot, this.match.last === from))) break
          void this.save()
        }
        if (this.match.last === from || this.goesOn) continue
        if (this.planned) await this.whilePlanning()
        this.refresh(from)
        from = this.match.last
        if (this.match.moments[from]!.phase === 'setup') continue
        if (this.nextBot !== undefined) void this.ask(this.nextBot) // it may think while one looks
        await this.seen()
      }
    } catch (error) {
      this.fail('engine', error)
    }
    this.running = false
    if (this.closed) return
    const owe = this.match.owe()
    if (this.viewer !== null && this.persons.length > 1 && !owe.includes(this.viewer)) this.viewer = null
    this.refresh()
    await this.save()
  }

  /** A bot whose network was missing is asked again. */
  override dismiss(): void {
    const stopped = this.shown.problem?.code === 'bot-network'
    super.dismiss()
    if (stopped) void this.run()
  }

  setPace(pace: Pace): void {
    this.pace = pace
    if (pace !== 'step') this.next?.()
    else if (this.next) this.change({ waiting: this.waiting(), events: [], change: 'jump' })
  }

  step(): void {
    this.next?.()
  }

  uncover(): void {
    const waiting = this.waiting()
    if (waiting.for !== 'cover') return
    this.viewer = waiting.seat
    this.draft = null
    this.resumeDraft()
    this.refresh()
  }

  // ------------------------------------------------------------------------------------------------------ the own turn

  private get mayPlay(): boolean {
    return this.options() !== null
  }

  /** The engine whose position is shown: that of the game, or of the turn being planned. */
  private get playing(): Engine {
    return this.planner?.engine ?? this.match.engine
  }

  /** Runs an action on the draft and shows what came of it: as something that happens, unless something was taken back for it. */
  protected drafted(act: (draft: Draft) => Refusal | null): Refusal | null {
    if (this.planner && this.past === null) return this.plans(act)
    if (this.past !== null || this.viewer === null || this.running || this.readOnly) return notNow
    const from = this.match.last
    this.draft ??= new Draft(this.match, this.viewer)
    const before = this.draft.actions
    const refusal = act(this.draft)
    if (!refusal) {
      this.pending = []
      this.refresh(this.draft.follows(before) ? from : null)
      void this.save()
    }
    return refusal
  }

  play(action: ActionText): Refusal | null {
    return this.playAll([action])
  }

  playAll(actions: ActionText[]): Refusal | null {
    if (!this.mayPlay) return notNow
    if (!this.planner && this.match.engine.view(null, true).stage === 'draw') return this.playDraw(actions)
    return this.drafted(draft => draft.play(actions))
  }

  /** R3.2: a card that was drawn has been seen, so there is nothing to take back. */
  private playDraw(actions: ActionText[]): Refusal | null {
    const from = this.match.last
    for (const action of actions) {
      const refusal = this.match.decide(this.viewer!, action)
      if (refusal) return refusal
    }
    this.refresh(from)
    void this.run()
    return null
  }

  async endTurn(): Promise<void> {
    if (this.planner || !this.draft?.canEnd || this.past !== null || this.readOnly) return
    this.draft.forget()
    this.draft = null
    void this.run()
    await this.save()
  }

  whyNot(action: ActionText): Refusal | null {
    return this.viewer === null || this.past !== null ? notNow : this.playing.whyNot(this.viewer, action)
  }

  previewSale(plan: SalePlan): SalePreview | null {
    return this.mayPlay ? this.playing.salePreview(this.viewer!, plan) : null
  }

  previewBuild(): BuildPreview | null {
    return this.mayPlay ? this.playing.buildPreview(this.viewer!) : null
  }

  /** The coach is asked from the beginning of the turn, so that it continues its plan. */
  async hint(sofar?: (verdict: Verdict) => void): Promise<Verdict> {
    if (!this.shown.hintsAllowed || !this.mayPlay) throw new Error('there is nothing to decide')
    const { match, draft, planner } = this
    const view = planner?.viewBytes() ?? match.viewBytes(draft?.start ?? match.engine.save(), this.viewer!)
    const seen = match.seenBefore(draft?.firstMoment ?? Infinity)
    const actions = (planner?.draft ?? draft)?.actions ?? []
    return (await this.parts.coach()).hint({ edition: this.editionText, view, seen, levels: this.levels, actions }, sofar)
  }

  // ---------------------------------------------------------------------------------------------------------- planning

  /** Alone against bots: around one device everybody is asked when the device is handed over. */
  private get plansTurns(): boolean {
    return this.kind === 'bots' && this.persons.length === 1 && !this.readOnly && !this.over
  }

  private planInfo(): PlanInfo | null {
    const seat = this.viewer
    if (!this.plansTurns || seat === null) return null
    const { planner, match } = this
    const now = match.engine.view(null, true)
    const { plan } = this.game
    if (plan?.round !== now.round) this.kept = null
    else if (!this.draft?.canUndo) this.kept = this.judged(seat, plan.text)
    return {
      possible: this.past === null && !planner && isAhead(now, seat),
      planning: planner !== null,
      line: planner?.line ?? null,
      basis: planner?.basis ?? null,
      kept: this.kept,
      played: this.playedRound === now.round,
    }
  }

  private judged(seat: Seat, text: string): KeptPlan | null {
    const outcome = this.match.engine.planOutcome(seat, text)
    return outcome && { text, ...outcome }
  }

  startPlan(line: number | null): void {
    if (this.planned || !this.shown.plan?.possible) return
    this.planned = new Promise(done => {
      this.goOn = () => {
        this.planned = null
        this.planner = null
        done()
      }
    })
    void this.beginPlan(line).catch(error => {
      this.stopPlan()
      this.fail('engine', error)
    })
  }

  /** Nothing moves while the person plans. */
  private async whilePlanning(): Promise<void> {
    while (this.planned) await this.planned
  }

  private async beginPlan(line: number | null): Promise<void> {
    const engine = await this.parts.engine()
    engine.names(this.game.names)
    engine.editionRead(this.editionText)
    this.planner = Planner.begin(engine, this.match.engine.viewText(this.viewer), line)
    if (!this.planner) return this.stopPlan()
    const turn = alternativesOf(this.kept?.text ?? '').find(one => one.line === line)
    if (turn) this.planner.lay(turn.actions)
    this.refresh()
  }

  private plans(act: (draft: Draft) => Refusal | null): Refusal | null {
    const came = this.planner!.drafted(act)
    if (!Array.isArray(came)) return came
    this.emit(this.look(came, came.length ? 'play' : 'jump'))
    return null
  }

  stopPlan(): void {
    this.goOn()
    this.refresh()
  }

  keepPlan(conditions: readonly string[]): void {
    const { planner } = this
    if (!planner?.draft.canEnd) return
    this.setPlan(withAlternative(this.kept?.text ?? '', planner.line, conditions, planner.draft.actions))
    this.stopPlan()
  }

  withdrawPlan(line: number | null): void {
    this.setPlan(withoutLine(this.kept?.text ?? '', line))
    this.refresh()
  }

  private setPlan(text: string): void {
    const { round } = this.match.engine.view(null, true)
    this.game = { ...this.game, plan: text ? { round, text } : undefined }
    void this.save()
  }

  /** Plays the kept plan if the turn has come and it holds. A plan that does not hold stays, to say why. */
  private playPlan(): boolean {
    const { match, viewer, game } = this
    const { round } = match.engine.view(null, true)
    if (viewer === null || !this.plansTurns || game.plan?.round !== round || !match.owe().includes(viewer)) return false
    const actions = match.engine.planActions(viewer, game.plan.text)
    if (!actions.length) return false
    for (const action of actions) match.decide(viewer, action)
    this.game = { ...game, plan: undefined }
    this.playedRound = round
    return true
  }

  // ------------------------------------------------------------------------------------------------------ looking back

  goto(moment: number): void {
    const bounded = Math.max(0, Math.min(this.match.last, Math.trunc(moment)))
    this.past = bounded === this.match.last && this.kind !== 'review' ? null : bounded
    this.next?.()
    this.refresh()
  }

  live(): void {
    this.past = null
    this.refresh()
  }

  /** The level of each seat, 0 for people, for the coach. */
  private get levels(): number[] {
    return this.game.seats.map(levelAt)
  }

  async judge(moment: number): Promise<Verdict | null> {
    const decision = this.match.decisionAt(Math.max(0, Math.min(this.match.last, Math.trunc(moment))))
    if (!decision || (this.eyes !== 'all' && decision.seat !== this.viewer)) return null
    const { view, seen } = decision
    return (await this.parts.coach()).hint({ edition: this.editionText, view, seen, levels: this.levels, actions: [] })
  }

  private get played(): Played {
    return { setup: this.game.setup, decisions: this.final(), levels: this.levels }
  }

  async review({ seat, effort, done, told, heard, stop }: ReviewAsked): Promise<void> {
    if (this.eyes !== 'all' && seat !== this.viewer) return
    const coach = await this.parts.coach()
    const { played } = this
    const items = await coach.items(played)
    const own = items.flatMap((item, n) => (item.seat === seat ? [{ ...item, n }] : []))
    for (const { n, first } of own.slice(done)) {
      if (stop.aborted) return
      const judged = await coach.judge(played, n, effort, heard, stop)
      if (!stop.aborted) told({ item: n, moment: this.match.momentBefore(first), decided: first, ...judged }, own.length)
    }
  }

  async balance(judged: readonly JudgedTurn[], stop: AbortSignal): Promise<SeatBalance[] | null> {
    if (!this.over) return null
    return (await this.parts.coach()).balance(this.played, Object.fromEntries(judged.map(({ item, told }) => [item, told])), () => {}, stop)
  }

  /** The parts of this game that a different game starts with; that one is not the day's deal. */
  private anew(): Omit<GameRecord, 'id' | 'started' | 'changed'> {
    const { daily: _, plan: __, ...game } = this.game
    return { ...game, kind: this.persons.length > 1 ? 'hotseat' : 'bots', draft: [], over: false }
  }

  /** A card that is drawn has been seen (R3.2), so there is nothing to lay on the table. */
  async tryTurn({ decided, verdict: { kind, seat, ideas } }: JudgedTurn): Promise<string> {
    return this.parts.start({
      ...this.anew(),
      kind: 'bots',
      decisions: this.match.decisions.slice(0, decided),
      draft: kind === 'draw' ? [] : ideas[0]!.actions.map(action => [seat, action]),
      seats: this.game.seats.map((is, other) => (other === seat ? 'person' : levelAt(is) ? is : 3)),
      practice: true,
    })
  }

  async course(): Promise<Course | null> {
    return this.over ? this.parts.mind.course({ edition: this.editionText, levels: this.levels, ...this.match.past() }) : null
  }

  history(): RoundFigures[] {
    return this.match.history()
  }

  async record(): Promise<string> {
    const { kind, setup, seats } = this.game
    return recordOf(await this.parts.engine(), setup, this.final(), kind === 'review' ? undefined : seats.map(botOf))
  }

  async playOnFrom(moment: number, seat: Seat, level: number): Promise<string> {
    const decided = this.match.moments[moment]?.decided ?? 0
    return this.parts.start({
      ...this.anew(),
      kind: 'bots',
      decisions: this.match.decisions.slice(0, decided),
      names: this.game.names.map((name, other) => (other !== seat && isYou(name) ? botName(other, this.game.names) : name)),
      seats: this.game.seats.map((_, other) => (other === seat ? 'person' : level)),
      practice: true,
    })
  }

  async rematch(): Promise<string> {
    const engine = await this.parts.engine()
    const seed = randomSeed()
    engine.names(this.game.names)
    engine.editionRead(this.editionText)
    engine.deal(this.game.seats.length, this.game.mode, seed)
    const seats = this.game.seats.map(is => (is === ELSEWHERE ? 3 : is))
    return this.parts.start({ ...this.anew(), setup: engine.setupLine(), decisions: [], seats, seed, practice: false, round: 0 })
  }

  // ----------------------------------------------------------------------------------------------------------- storing

  /** Decisions that are final. */
  private final(): Decision[] {
    const drafted = this.draft?.decisions.length ?? 0
    return this.match.decisions.slice(0, this.match.decisions.length - drafted)
  }

  private save(): Promise<void> {
    if (this.readOnly || this.kind === 'review') return this.saving
    const view = this.match.engine.view(null, true)
    this.game = {
      ...this.game,
      decisions: this.final(),
      draft: this.draft?.decisions ?? this.pending,
      changed: this.parts.now(),
      round: view.round,
      over: view.result !== null,
      owe: view.owe,
    }
    const game = this.game
    this.saving = this.saving.then(() => this.parts.store.put(game)).catch(error => this.fail('storage', error))
    return this.saving
  }

  /** Another tab plays this game now. This tab still shows it, but plays and stores nothing more. */
  yield(): void {
    this.readOnly = true
    this.goOn()
    this.next?.()
    this.change({ problem: problem('other-tab', 'this game is open in another tab'), options: null, events: [], change: 'jump' })
  }

  close(): void {
    this.closed = true
    this.goOn()
    this.next?.()
  }
}

export function randomSeed(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2))
  return (high! & 0x1fffff) * 2 ** 32 + low!
}
