/* session.svelte.ts - one table as the page shows it: the controller's state, and what the player is just about to do.
 *
 * Everything legal, every number and every refusal comes from the controller. What lives here is only what no rule knows:
 * which card is picked up, which amounts the player is thinking of, which notice is shown. */

import type { Verdict } from '../coach/types'
import type {
  ActionText, BuildCard, BuildPreview, Card, Good, HandCard, Refusal,
  SalePlan, SalePreview, SaleRow, Seat, SeatView, Space, Stage,
  Triple,
} from '../engine/types'
import type { GameController, SeatInfo, TableState } from '../game/types'
import { needed } from '../engine/mind'
import { GOODS } from '../engine/types'
import { loadWords } from '../i18n/i18n.svelte'
import { refusalText, shownName } from '../i18n/sentences'
import { settings, speeds } from '../settings/settings.svelte'
import { adviceFailed } from './actions'
import type { Guide, Sign } from './guide.svelte'
import { newsOf, type News } from './lines'
import { sceneOf, type Step } from './scene'
import { shared, sharing } from './shared'
import { Show } from './show'
import { play as sound, type Sound } from './sound'
import type { Beat, BeatKind } from './schedule'

export interface Notice {
  text: string
  rule: string | null
  bad: boolean
}

/* A card that is looked at: in whose field it was seen, and why it can't be played now. */
export interface Inspected {
  card: Card
  seen: { seat: Seat; space: Space } | null
  why: Refusal | null
}

/* What phase 6 did: by how many spaces each price rose, what a Palace part costs, and whether that has risen in the round. */
export interface MarketNews {
  up: readonly Triple[]
  palace: number
  rose: boolean
}

/* Stages in the middle of a sale or a build. */
const halfDone: ReadonlySet<Stage> = new Set<Stage>(['market', 'sell-hops', 'sell-barley', 'sell-water', 'office', 'space'])

const sounds: Partial<Record<BeatKind, Sound>> = { draw: 'card', goods: 'goods', coins: 'coins', build: 'build', bury: 'card' }

export class TableSession {
  readonly controller: GameController
  /* What is shown. While something happens (show.ts) it is on its way from one state of the controller to the next. */
  state = $state.raw() as TableState
  picked = $state<Card | null>(null)
  notice = $state<Notice | null>(null)
  hint = $state.raw<Verdict | null>(null)
  wondering = $state(false) /* a hint is being thought of */
  /* Amounts to sell; null: everything at hand. */
  wish = $state.raw<Triple | null>(null)
  market = $state.raw<SalePlan['market']>('best')
  office = $state.raw<SalePlan['office']>('best')
  /* A click on a card of the hand removes it from the game instead of burying it. */
  removing = $state(false)
  /* The brewery row under the pointer or focus: its disc is shown on the track. */
  considered = $state<number | null>(null)
  /* The alternative of the kept plan that is shown on the table; null: the one that would be played. */
  planLine = $state<number | null>(null)
  /* The card that is read in the sheet. */
  inspected = $state.raw<Inspected | null>(null)
  /* Own cards that have left the deck and are not in the hand yet. */
  coming = $state.raw<readonly Card[]>([])
  /* The beat that is being shown. */
  beat = $state.raw<Beat | null>(null)
  /* From phase 6 on until somebody sells. */
  marketNews = $state.raw<MarketNews | null>(null)
  /* Explains the table to newcomers; none where everything is known, as in the lesson. */
  guide: Guide | null = null
  private stop: () => void
  private readonly show = new Show()
  /* States that are to be shown: the one that the show leads to, and what happened meanwhile. */
  private queue: TableState[] = []
  private held: TableState[] | null = null
  private carried = false /* what happens now was done by hand: the card is there already */
  private palaceBefore: { round: number; price: number }
  private readonly sameHand = sharing<readonly HandCard[]>()
  private readonly sameSale = sharing<SalePreview | null>()
  private readonly sameBuild = sharing<BuildPreview | null>()
  private readonly sameNews = sharing<readonly News[]>()

  /* `changing` is called before something else is shown. */
  constructor(controller: GameController, private readonly changing: () => void) {
    this.controller = controller
    this.state = controller.state
    this.palaceBefore = { round: this.state.view.round, price: this.state.view.palace.price }
    this.stop = controller.subscribe(next => (this.held ? this.held.push(next) : this.take(next)))
  }

  close() {
    this.stop()
    this.queue = []
    this.show.finish()
  }

  /* ------------------------------------------------------------------------------------- from one state to the next */

  private take(next: TableState) {
    const last = this.queue.at(-1) ?? this.state
    if (next === last) return
    if (!this.show.playing) return this.go(next)
    if (next.change === 'play' && next.events.length > 0 && this.queue.length < 3) this.queue.push(next)
    else if (next.events.length === 0 && next.moments === last.moments && next.past === last.past && next.viewer === last.viewer) this.aside(last, next)
    else {
      this.queue = [next]
      this.show.finish()
    }
  }
  /* Something else has changed, which is no part of what is being shown: somebody came, or said something. */
  private aside(last: TableState, next: TableState) {
    this.queue[this.queue.length - 1] = { ...next, events: last.events, change: last.change }
    const { seats, online, connection, problem } = next
    this.present({ ...this.state, seats, online, connection, problem })
  }

  private go(next: TableState) {
    const before = this.state
    const steps = next.change === 'play' ? sceneOf(before.view, next.view, next.events, next.viewer) : []
    const speed = document.hidden ? 0 : speeds[settings.motion] * (this.guide?.firstGame ? 1.6 : 1)
    this.marketDone(next)
    if (!speed || steps.length === 0) {
      new Set(steps.flatMap(({ kind }) => sounds[kind] ?? [])).forEach(name => sound(name))
      this.put(next)
      return this.goOn()
    }
    if (this.carried) for (const step of steps) step.flights = []
    this.queue.unshift(next)
    const put = (step: Step, landed: boolean) => this.onTheWay(before, step, landed)
    const end = () => {
      this.coming = []
      this.beat = null
      const next = this.queue.shift()
      if (next) this.put(next)
      this.goOn()
    }
    this.show.start(steps, speed, put, end)
  }
  /* To what happened meanwhile. */
  private goOn() {
    const more = this.queue.shift()
    if (more) this.go(more)
  }
  private onTheWay(before: TableState, step: Step, landed: boolean) {
    const heard = landed ? undefined : sounds[step.kind]
    if (heard) sound(heard)
    this.beat = step
    const view = landed ? step.ends : step.begins
    const coming = landed ? [] : step.coming
    if (view === this.state.view && coming.length === this.coming.length) return
    const next = this.queue[0]!
    /* Who puts their own cards is asked on at once; everything else is seen first. */
    const mine = next.events.every(event => 'seat' in event && event.seat === next.viewer && event.kind !== 'sold' && event.kind !== 'drew')
    const { options, waiting } = mine ? next : { options: null, waiting: { for: 'show' } as const }
    const { log, moment, moments, rounds } = before
    this.changing()
    this.coming = coming
    this.present({ ...next, view, options, waiting, log, moment, moments, rounds })
  }
  private put(next: TableState) {
    const before = this.state
    this.changing()
    this.present(next)
    this.tidy(before, next)
  }
  /* What did not change stays what it was, so that nobody draws it again. */
  private present(next: TableState) {
    this.state = shared(this.state, next)
  }
  /* What phase 6 has done is known until somebody sells. */
  private marketDone({ events, change, view }: TableState) {
    const last = events.at(-1)
    const round = change === 'play' && last?.kind === 'round' ? last.round : null
    if (change === 'play' && last?.kind === 'sold') this.marketNews = null
    if (round !== null) {
      const before = this.state.view.breweries
      const up = view.breweries.map(({ step }, i) => step.map((at, g) => Math.max(0, at - (before[i]?.step[g] ?? at))) as unknown as Triple)
      const { palaceBefore: was } = this
      this.marketNews = { up, palace: view.palace.price, rose: was.round === round && view.palace.price > was.price }
    }
  }

  /* Whether something is being shown that a press would end. */
  get showing(): boolean {
    return this.show.playing
  }
  /* Everything is where it belongs, at once. */
  skip() {
    while (this.showing) this.show.finish()
  }
  /* When what was told has been seen. */
  seen(): Promise<void> {
    return this.show.over()
  }
  /* Does something of several steps as if it were one. */
  private asOne(act: () => void) {
    this.held = []
    act()
    const held = this.held
    this.held = null
    const last = held.at(-1)
    if (!last) return
    const events = held.flatMap(state => state.events)
    this.take({ ...last, events, change: events.length ? 'play' : 'jump' })
  }

  /* What was half thought of is forgotten once it can't be done any more. */
  private tidy(before: TableState, after: TableState) {
    if (after.view.round !== this.palaceBefore.round) this.palaceBefore = { round: after.view.round, price: after.view.palace.price }
    if (after.moments < before.moments || after.past) this.marketNews = null
    if (before.view.turn !== after.view.turn || before.view.round !== after.view.round) {
      this.wish = null
      this.market = this.office = 'best'
      this.considered = null
    }
    if (before.options?.stage !== after.options?.stage || before.number !== after.number) {
      this.notice = null
    }
    if (this.hint && !this.follows(this.hint, before, after)) this.hint = null
    if (before.plan?.kept?.text !== after.plan?.kept?.text) this.planLine = null
    if (this.picked && !after.view.own?.hand.some(h => h.card === this.picked)) this.picked = null
    if (after.view.phase !== 'build') this.picked = null
    if (after.view.phase !== 'discard') this.removing = false
  }

  /* A plan is for the whole turn: it stays while what is done is what it says. */
  private follows({ kind, ideas }: Verdict, before: TableState, after: TableState): boolean {
    if (kind === 'draw' || before.view.round !== after.view.round) return before.number === after.number
    const { actions } = after.draft
    return !after.past && (after.options !== null || actions.length > 0) && actions.every((action, i) => ideas[0]!.actions[i] === action)
  }

  /* ------------------------------------------------------------------------------------------------ who and what */

  get viewer(): Seat | null {
    return this.state.viewer
  }
  get mine(): SeatView | null {
    return this.viewer === null ? null : (this.state.view.seats[this.viewer] ?? null)
  }
  /* Whose place is shown large: one's own, in a look back that of whoever is at it. */
  get front(): SeatView {
    const { view } = this.state
    return this.mine ?? view.seats[view.turn ?? view.order[0] ?? 0]!
  }
  /* The cards shown with it: the own ones; in a look back theirs, at what they cost without a Crane. */
  readonly hand: readonly HandCard[] = $derived.by(() => {
    const { view, hands, edition } = this.state
    const price = (card: Card) => edition.costs[card] ?? view.palace.price
    return this.sameHand(view.own?.hand ?? hands?.[this.front.seat]?.map(card => ({ card, cost: price(card), printedCost: price(card) })) ?? [])
  })
  /* What the others have done since the viewer's last turn: marked where it was done. */
  readonly news: readonly News[] = $derived.by(() => {
    const { log, past, view } = this.state
    return this.sameNews(past || view.result ? [] : newsOf(log, this.viewer))
  })
  info(seat: Seat): SeatInfo {
    return this.state.seats[seat]!
  }
  name(seat: Seat): string {
    return shownName(this.info(seat).name)
  }
  /* The viewer must choose something. */
  get asked(): boolean {
    return this.state.waiting.for === 'you' && this.state.options !== null && !this.state.past
  }
  get stage() {
    return this.asked ? this.state.options!.stage : null
  }
  get selling(): boolean {
    return this.asked && this.state.view.phase === 'sell'
  }
  get building(): boolean {
    return this.asked && this.state.view.phase === 'build'
  }
  /* Asked to build, which is asked whatever the hand (R10.2a), and nothing can be: one press goes on. */
  get stuck(): boolean {
    return this.stage === 'build' && this.state.options!.legal.every(option => option.text === 'done')
  }
  get storing(): boolean {
    return this.stage?.startsWith('store-') ?? false
  }
  /* Cards are being put under the deck; also while that can still be changed. */
  get burying(): boolean {
    const { stage } = this
    if (stage === 'discard' || stage === 'keep') return true
    return this.state.waiting.for === 'end-turn' && this.buried.length + this.removed.length > 0
  }
  /* Whether a sign of the table is shown: not before it has been explained. */
  shows(sign: Sign): boolean {
    return this.guide?.shows(sign) ?? true
  }
  legal(text: ActionText): boolean {
    return this.asked && this.state.options!.legal.some(option => option.text === text)
  }
  refusal(text: ActionText): Refusal | null {
    return this.state.options?.refused.find(option => option.text === text)?.refusal ?? null
  }

  /* ----------------------------------------------------------------------------------------------------- notices */

  say(text: string) {
    this.notice = { text, rule: null, bad: false }
  }
  refuse(refusal: Refusal | null) {
    if (!refusal) return
    sound('no')
    this.notice = { text: refusalText(refusal), rule: refusal.rule, bad: true }
  }
  /* Touching what is not possible now: the engine says why. */
  whyNot(text: ActionText) {
    this.refuse(this.controller.whyNot(text))
  }
  /* A card that can't be played now is shown, and why. */
  inspect(card: Card, why: Refusal | null = null) {
    this.notice = null
    if (why) sound('no')
    this.inspected = { card, seen: null, why }
  }
  private done(refusal: Refusal | null): boolean {
    this.notice = null
    this.refuse(refusal)
    return refusal === null
  }

  /* -------------------------------------------------------------------------------------------------------- sell */

  get plan(): SalePlan {
    const goods = this.mine?.goods ?? [0, 0, 0]
    const wish = this.wish ?? goods
    const within = GOODS.map((_, i) => Math.min(wish[i]!, goods[i]!)) as unknown as Triple
    return { goods: within, market: this.market, office: this.office }
  }
  readonly sale: SalePreview | null = $derived.by(() => this.sameSale(this.selling ? this.controller.previewSale(this.plan) : null))
  wishFor(good: Good, n: number) {
    const at = GOODS.indexOf(good)
    const most = this.mine?.goods[at] ?? 0
    const goods = [...this.plan.goods] as [number, number, number]
    goods[at] = Math.max(0, Math.min(most, n))
    this.wish = goods
  }
  sell(row: SaleRow) {
    if (row.refusal) return this.refuse(row.refusal)
    this.considered = null
    this.done(this.controller.replay('sell', row.actions))
  }

  /* ------------------------------------------------------------------------------------------------------- build */

  readonly build: BuildPreview | null = $derived.by(() => this.sameBuild(this.building ? this.controller.previewBuild() : null))
  buildCard(card: Card): BuildCard | null {
    return this.build?.cards.find(c => c.card === card) ?? null
  }
  pick(card: Card | null) {
    if (card === null || card === this.picked) {
      this.picked = null
      this.notice = null
      return
    }
    const found = this.buildCard(card)
    if (!found) return this.inspect(card, this.controller.whyNot(`build ${card}`))
    if (found.refusal) return this.inspect(card, found.refusal)
    this.picked = card
    this.notice = null
    sound('pick')
  }
  /* `carried`: by hand, so that nothing need fly there. */
  buildOn(space: Space, card = this.picked, carried = false) {
    if (!card) return
    const found = this.buildCard(card)
    const place = found?.spaces.find(s => s.space === space)
    if (!found || !place) return this.whyNot(`space ${space}`)
    const refusal = found.refusal ?? place.refusal
    if (refusal) return this.refuse(refusal)
    this.carried = carried
    if (this.done(this.controller.playAll(place.actions))) this.picked = null
    this.carried = false
  }

  /* ----------------------------------------------------------------------------------------------- store, discard */

  private drafted(word: string): string[] {
    return this.state.draft.actions.filter(text => text.startsWith(word + ' '))
  }
  /* What this turn has put under the deck so far, first to come back first; what it has removed. */
  get buried(): Card[] {
    return this.drafted('bury').map(text => text.slice(5) as Card)
  }
  get removed(): Card[] {
    return this.drafted('trash').map(text => text.slice(6) as Card)
  }
  store(good: Good, n: number) {
    this.done(this.controller.play(`store ${n} ${good}`))
  }
  bury(card: Card) {
    this.done(this.controller.play(`bury ${card}`))
  }
  /* With a Scavenger in the field a click may mean one or the other. */
  get scavenging(): boolean {
    return this.stage === 'discard' && (this.mine?.spaces.some(space => space.card === 'scavenger') ?? false)
  }
  trash(card: Card) {
    this.discard(this.buried, [...this.removed, card])
  }
  /* The whole discard anew, in this order: for taking a card back and for another order. */
  discard(bury: readonly Card[], trash: readonly Card[] = this.removed, carried = false) {
    const phase = this.state.view.round === 0 ? 'setup' : 'discard'
    const chain = [...this.drafted('store'), ...trash.map(c => `trash ${c}`), ...bury.map(c => `bury ${c}`)]
    this.carried = carried
    this.done(this.controller.replay(phase, chain))
    this.carried = false
  }
  takeBack(card: Card) {
    this.discard(this.buried.filter(c => c !== card), this.removed.filter(c => c !== card))
  }
  /* Moves a buried card to that place among the others. */
  reorder(card: Card, to: number) {
    const rest = this.buried.filter(c => c !== card)
    const at = Math.max(0, Math.min(rest.length, to))
    rest.splice(at, 0, card)
    this.discard(rest, this.removed, true)
  }

  /* ----------------------------------------------------------------------------------------------------- go on */

  play(text: ActionText) {
    return this.done(this.controller.play(text))
  }
  /* A sale and a build are one thing to the player, though they are several actions: undo and redo stop only where one
     could have stopped by clicking. */
  private whole(step: () => void, more: () => boolean) {
    this.skip()
    if (!more()) return
    this.notice = null
    this.picked = null
    this.asOne(() => {
      do step()
      while (more() && halfDone.has(this.controller.state.view.stage))
    })
  }
  undo() {
    this.whole(() => this.controller.undo(), () => this.controller.state.draft.canUndo)
  }
  redo() {
    this.whole(() => this.controller.redo(), () => this.controller.state.draft.canRedo)
  }
  /* Whether nothing but ending the turn is left: chosen completely, or the rest of the hand may stay. */
  get mayEnd(): boolean {
    return this.state.waiting.for === 'end-turn' || (this.stage === 'discard' && this.legal('done'))
  }
  endTurn() {
    if (!this.mayEnd) return
    if (this.state.waiting.for !== 'end-turn' && !this.play('done')) return
    sound('turn')
    void this.controller.endTurn()
  }
  async askHint() {
    if (this.wondering) return
    this.wondering = true
    const { number } = this.state
    let shown = false
    /* Nothing is shown that was closed meanwhile, or that is about another turn. */
    const show = (hint: Verdict) => {
      if ((shown && !this.hint) || (this.state.number !== number && !this.follows(hint, this.state, this.state))) return
      shown = true
      this.hint = hint
    }
    try {
      await needed('the words of hints', loadWords('review'))
      show(await this.controller.hint(show))
    } catch (error) {
      this.hint = null
      this.notice = { text: adviceFailed(error), rule: null, bad: true }
    }
    this.wondering = false
  }
}
