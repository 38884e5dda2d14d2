// match.ts - a game as a list of events: set-up and decisions are the truth, moments are derived from them. A moment is the table
// right after a visible event; moment 0 is the beginning. Each moment is a complete game (a few hundred bytes), so looking back
// means restoring one. An event looks different to each viewer, so when it happens it is written once for every seat, for
// spectators and for those who may know everything.

import type { Engine, Game, SeenBytes, ViewBytes } from '../engine/engine'
import { ALL_SEEING } from '../engine/rules'
import type { Past } from '../engine/mind'
import type { ActionText, Card, GameEvent, LogEntry, Phase, Refusal, Seat, Stage, View } from '../engine/types'
import type { RoundFigures } from './types'

export type Decision = [seat: Seat, action: ActionText]

/** The viewer: a seat, a spectator (null), or somebody who may know everything. */
export type Viewer = Seat | null | 'all'

interface Moment {
  game: Game
  round: number
  /** The phase the event belongs to. */
  phase: Phase
  /** The event, by seat; then for spectators, then for those who know everything. Absent at moment 0. */
  told: GameEvent[] | null
  /** The number of decisions made so far. */
  decided: number
}

/** A place to come back to. */
export interface Mark {
  game: Game
  moments: number
  decided: number
}

export const phaseOfEvent: Record<GameEvent['kind'], Phase> = {
  drew: 'draw', sold: 'sell', built: 'build', trashed: 'discard', buried: 'discard', stored: 'discard', kept: 'discard',
  round: 'market',
}

export class Match {
  readonly moments: Moment[] = []
  readonly decisions: Decision[] = []
  readonly players: number

  /** The engine is this match's own from here on. */
  constructor(readonly engine: Engine, readonly setup: string) {
    engine.setupRead(setup)
    const { players, round } = engine.view(null, true)
    this.players = players
    this.moments.push({ game: engine.save(), round, phase: 'setup', told: null, decided: 0 })
  }

  /** The game with these decisions played; throws at one that is refused. */
  static replay(engine: Engine, setup: string, decisions: readonly Decision[]): Match {
    const match = new Match(engine, setup)
    match.playAll(decisions)
    return match
  }

  private playAll(decisions: readonly Decision[]): void {
    for (const [seat, action] of decisions) {
      this.settle()
      const refusal = this.decide(seat, action)
      if (refusal) throw new Error(`decision ${this.decisions.length + 1}, "${action}": ${refusal.text} (${refusal.rule})`)
    }
  }

  get last(): number {
    return this.moments.length - 1
  }

  owe(): Seat[] {
    return this.engine.owe()
  }

  // ---------------------------------------------------------------------------------------------------------- playing

  /** Records the event of the last step, if it was visible. */
  private note(): GameEvent[] {
    const engine = this.engine
    if (!engine.event(null)) return []
    const viewers: (Seat | null)[] = [...Array(this.players).keys(), null, ALL_SEEING]
    const told = viewers.map(viewer => engine.event(viewer)!)
    const event = told[0]!
    const round = event.kind === 'round' ? event.round : this.settingUp(event) ? 0 : engine.view(null, true).round
    const phase = round === 0 ? 'setup' : phaseOfEvent[event.kind]
    this.moments.push({ game: engine.save(), round, phase, told, decided: this.decisions.length })
    return told
  }

  /** The last card buried in the set-up makes it round 1, but is no part of that: a round begins with drawing. */
  private settingUp(event: GameEvent): boolean {
    return this.moments.at(-1)!.round === 0 && event.kind !== 'drew'
  }

  /** Plays a decision and what follows from it inside that seat's turn; nothing else happens by itself. */
  decide(seat: Seat, action: ActionText): Refusal | null {
    const refusal = this.engine.play(seat, action)
    if (refusal) return refusal
    this.decisions.push([seat, action])
    this.note()
    while (this.engine.ownStep(seat)) {
      this.engine.follow()
      this.note()
    }
    return null
  }

  /** One automatic step; false: somebody must decide, or the game is over. */
  step(): boolean {
    if (!this.engine.follow()) return false
    this.note()
    return true
  }

  /** All automatic steps. */
  settle(): void {
    while (this.step());
  }

  mark(): Mark {
    return { game: this.engine.save(), moments: this.moments.length, decided: this.decisions.length }
  }

  back(to: Mark): void {
    this.engine.restore(to.game)
    this.moments.length = to.moments
    this.decisions.length = to.decided
  }

  // ---------------------------------------------------------------------------------------------------------- looking

  /** Looks at a moment; the present is put back afterwards. */
  private at<T>(moment: number, look: () => T): T {
    const present = this.engine.save()
    this.engine.restore(this.moments[moment]!.game)
    try {
      return look()
    } finally {
      this.engine.restore(present)
    }
  }

  /** Returns the table at a moment; the last one shows the present, even in the middle of a sale. */
  view(moment: number, viewer: Viewer, memoryAid: boolean): View {
    const seat = viewer === 'all' ? null : viewer
    if (moment === this.last) return this.engine.view(seat, memoryAid)
    return this.at(moment, () => this.engine.view(seat, memoryAid))
  }

  /** Returns what a seat knew in that position. */
  viewBytes(game: Game, seat: Seat): ViewBytes {
    const present = this.engine.save()
    this.engine.restore(game)
    const view = this.engine.viewBytes(seat)
    this.engine.restore(present)
    return view
  }

  /** Returns the public history so far. It continues from the last request, unless something was undone since then. */
  seen(): SeenBytes {
    return this.seenAt(this.last)
  }

  private known: { moment: Moment; n: number; bytes: SeenBytes } | null = null

  private seenAt(last: number): SeenBytes {
    const { known, moments } = this
    const from = known && known.n <= last + 1 && moments[known.n - 1] === known.moment ? known.n : 0
    if (from <= last) {
      const bytes = this.engine.seenBytes(moments.slice(from, last + 1).map(({ game }) => game), from ? known!.bytes : null)
      this.known = { moment: moments[last]!, n: last + 1, bytes }
    }
    return this.known!.bytes
  }

  /** Returns the public history before that moment, without a turn under way. */
  seenBefore(moment: number): SeenBytes {
    return this.seenAt(Math.min(this.last, moment - 1))
  }

  /** Returns the decision due right after a moment, its seat and that seat's view; null if there is none. */
  decisionAt(moment: number): { seat: Seat; stage: Stage; view: ViewBytes; seen: SeenBytes } | null {
    return this.at(moment, () => {
      const games: Game[] = []
      while (this.engine.follow()) games.push(this.engine.save())
      const seat = this.engine.owe()[0]
      if (seat === undefined) return null
      return { seat, stage: this.engine.view(null, true).stage, view: this.engine.viewBytes(seat), seen: this.engine.seenBytes(games, this.seenAt(moment)) }
    })
  }

  /** The moment at which that decision, counted from 0, had to be made. */
  momentBefore(decision: number): number {
    return this.moments.findLastIndex(({ decided }) => decided <= decision)
  }

  private viewsAt(moment: number): ViewBytes[] {
    return this.at(moment, () => [...Array(this.players).keys()].map(seat => this.engine.viewBytes(seat)))
  }

  /** Returns the positions from which the curve of chances is computed, for a finished game. The network evaluates positions
   * between decisions, so a round is represented by the position after its last turn, before the market. */
  past(): Omit<Past, 'edition' | 'levels'> {
    const rounds = this.history().map(
      ({ moment }) => this.view(moment, null, true).result ?? this.viewsAt(Math.max(0, moment - 1)),
    )
    return { rounds, players: this.players }
  }

  hands(moment: number): Card[][] {
    return moment === this.last ? this.engine.hands() : this.at(moment, () => this.engine.hands())
  }

  told(moment: number, viewer: Viewer): GameEvent | null {
    const told = this.moments[moment]?.told
    if (!told) return null
    return told[viewer === 'all' ? this.players + 1 : viewer === null ? this.players : viewer]!
  }

  /** The log up to the present; entries from `draft` on are not final. */
  log(viewer: Viewer, draft = Infinity): LogEntry[] {
    return this.moments.slice(1).map(({ round, phase }, i) => ({
      moment: i + 1,
      round,
      phase,
      event: this.told(i + 1, viewer)!,
      draft: i + 1 >= draft,
    }))
  }

  rounds(): number[] {
    return this.moments.map(({ round }) => round)
  }

  history(): RoundFigures[] {
    const figures: RoundFigures[] = []
    let income = Array<number>(this.players).fill(0)
    this.moments.forEach(({ told, round }, moment) => {
      const event = told?.[this.players]
      if (event?.kind === 'sold') income[event.seat] = event.income
      if (event && event.kind !== 'round') return
      const view = this.view(moment, null, true)
      figures.push({
        round: event ? round : 0,
        moment,
        coins: view.seats.map(seat => seat.coins),
        income,
        parts: view.seats.map(seat => seat.palaceParts),
        prices: view.breweries.map(brewery => brewery.price),
        palacePrice: view.palace.price,
        order: view.order,
      })
      income = Array<number>(this.players).fill(0)
    })
    return figures
  }
}

/** Returns the record so far as JSON Lines, made by a second instance of the engine. It names the bots if they are known here;
 * otherwise those of the set-up. */
export function recordOf(engine: Engine, setup: string, decisions: readonly Decision[], bots?: readonly (string | null)[]): string {
  engine.setupRead(setup)
  if (bots) engine.bots(bots)
  let record = engine.recordBegin()
  const settle = () => {
    while (engine.follow()) record += engine.recordStep()
  }
  settle()
  for (const [seat, action] of decisions) {
    const refusal = engine.play(seat, action)
    if (refusal) throw new Error(refusal.text)
    record += engine.recordStep()
    settle()
  }
  return record
}

/** The first game of a record, as set-up and decisions. Throws with the line and the reason. */
export function matchOf(engine: Engine, record: string): { setup: string; decisions: Decision[]; whole: boolean } {
  const lines = record.split(/\r?\n/).filter(line => line.trim() !== '')
  if (lines.length === 0) throw new Error('the record is empty')
  const decisions: Decision[] = []
  engine.recordOpen()
  for (const [i, line] of lines.entries()) {
    try {
      decisions.push(...engine.recordLine(line))
    } catch (error) {
      throw new Error(`line ${i + 1}: ${(error as Error).message}`, { cause: error })
    }
    if (/"event"\s*:\s*"end"/.test(line)) return { setup: lines[0]!, decisions, whole: true }
  }
  return { setup: lines[0]!, decisions, whole: false }
}
