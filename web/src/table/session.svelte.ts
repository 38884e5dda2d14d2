/* session.svelte.ts - one table as the page shows it: the controller's state, and what the player is just about to do.
 *
 * Everything legal, every number and every refusal comes from the controller. What lives here is only what no rule knows:
 * which card is picked up, which amounts the player is thinking of, which notice is shown. */

import type {
  ActionText, BuildCard, BuildPreview, Card, GameController, Good, HandCard, Hint, Refusal, SalePlan, SalePreview, SaleRow, Seat,
  SeatInfo, SeatView, Space, Stage, TableState, Triple,
} from '../engine/types'
import { GOODS } from '../engine/types'
import { refusalText, shownName } from '../i18n/sentences'
import { adviceFailed } from './actions'
import { play as sound } from './sound'

export interface Notice {
  text: string
  rule: string | null
  bad: boolean
}

/* Stages in the middle of a sale or a build. */
const halfDone: ReadonlySet<Stage> = new Set<Stage>(['market', 'sell-hops', 'sell-barley', 'sell-water', 'office', 'space'])

export class TableSession {
  readonly controller: GameController
  state = $state.raw() as TableState
  picked = $state<Card | null>(null)
  notice = $state<Notice | null>(null)
  hint = $state.raw<Hint | null>(null)
  /* Amounts to sell; null: everything at hand. */
  wish = $state.raw<Triple | null>(null)
  market = $state.raw<SalePlan['market']>('best')
  office = $state.raw<SalePlan['office']>('best')
  /* A click on a card of the hand removes it from the game instead of burying it. */
  removing = $state(false)
  /* The brewery row under the pointer or focus: its disc is shown on the track. */
  considered = $state<number | null>(null)
  private stop: () => void
  private shownHand: readonly HandCard[] = []

  constructor(controller: GameController, changed: (before: TableState, after: TableState) => void) {
    this.controller = controller
    this.state = controller.state
    this.stop = controller.subscribe(next => {
      const before = this.state
      if (next === before) return
      changed(before, next)
      this.state = next
      this.tidy(before, next)
    })
  }

  close() {
    this.stop()
  }

  /* What was half thought of is forgotten once it can't be done any more. */
  private tidy(before: TableState, after: TableState) {
    if (before.view.turn !== after.view.turn || before.view.round !== after.view.round) {
      this.wish = null
      this.market = this.office = 'best'
      this.considered = null
    }
    if (before.options?.stage !== after.options?.stage || before.number !== after.number) {
      this.hint = null
      this.notice = null
    }
    if (this.picked && !after.view.own?.hand.some(h => h.card === this.picked)) this.picked = null
    if (after.view.phase !== 'build') this.picked = null
    if (after.view.phase !== 'discard') this.removing = false
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
    return this.asBefore(view.own?.hand ?? hands?.[this.front.seat]?.map(card => ({ card, cost: price(card), printedCost: price(card) })) ?? [])
  })
  /* The list that was shown, if it says the same: then nobody measures and moves cards that stay where they are. */
  private asBefore(hand: readonly HandCard[]): readonly HandCard[] {
    const alike = (a: HandCard, b: HandCard | undefined) => a.card === b?.card && a.cost === b.cost && a.printedCost === b.printedCost
    if (hand.length !== this.shownHand.length || !hand.every((card, i) => alike(card, this.shownHand[i]))) this.shownHand = hand
    return this.shownHand
  }
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
  readonly sale: SalePreview | null = $derived.by(() => (this.selling ? this.controller.previewSale(this.plan) : null))
  wishFor(good: Good, n: number) {
    const at = GOODS.indexOf(good)
    const most = this.mine?.goods[at] ?? 0
    const goods = [...this.plan.goods] as [number, number, number]
    goods[at] = Math.max(0, Math.min(most, n))
    this.wish = goods
  }
  sell(row: SaleRow) {
    if (row.refusal) return this.refuse(row.refusal)
    if (this.done(this.controller.replay('sell', row.actions))) sound('coins')
    this.considered = null
  }

  /* ------------------------------------------------------------------------------------------------------- build */

  readonly build: BuildPreview | null = $derived.by(() => (this.building ? this.controller.previewBuild() : null))
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
    if (!found) return this.whyNot(`build ${card}`)
    if (found.refusal) return this.refuse(found.refusal)
    this.picked = card
    this.notice = null
    sound('pick')
  }
  buildOn(space: Space, card = this.picked) {
    if (!card) return
    const found = this.buildCard(card)
    const place = found?.spaces.find(s => s.space === space)
    if (!found || !place) return this.whyNot(`space ${space}`)
    const refusal = found.refusal ?? place.refusal
    if (refusal) return this.refuse(refusal)
    if (this.done(this.controller.playAll(place.actions))) {
      this.picked = null
      sound('build')
    }
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
    if (this.done(this.controller.play(`bury ${card}`))) sound('card')
  }
  /* With a Scavenger in the field a click may mean one or the other. */
  get scavenging(): boolean {
    return this.stage === 'discard' && (this.mine?.spaces.some(space => space.card === 'scavenger') ?? false)
  }
  trash(card: Card) {
    this.discard(this.buried, [...this.removed, card])
  }
  /* The whole discard anew, in this order: for taking a card back and for another order. */
  discard(bury: readonly Card[], trash: readonly Card[] = this.removed) {
    const phase = this.state.view.round === 0 ? 'setup' : 'discard'
    const chain = [...this.drafted('store'), ...trash.map(c => `trash ${c}`), ...bury.map(c => `bury ${c}`)]
    if (this.done(this.controller.replay(phase, chain))) sound('card')
  }
  takeBack(card: Card) {
    this.discard(this.buried.filter(c => c !== card), this.removed.filter(c => c !== card))
  }
  /* Moves a buried card to that place among the others. */
  reorder(card: Card, to: number) {
    const rest = this.buried.filter(c => c !== card)
    const at = Math.max(0, Math.min(rest.length, to))
    rest.splice(at, 0, card)
    this.discard(rest)
  }

  /* ----------------------------------------------------------------------------------------------------- go on */

  play(text: ActionText) {
    return this.done(this.controller.play(text))
  }
  /* A sale and a build are one thing to the player, though they are several actions: undo and redo stop only where one
     could have stopped by clicking. */
  private whole(step: () => void, more: () => boolean) {
    if (!more()) return
    this.notice = null
    this.picked = null
    do step()
    while (more() && halfDone.has(this.state.view.stage))
  }
  undo() {
    this.whole(() => this.controller.undo(), () => this.state.draft.canUndo)
  }
  redo() {
    this.whole(() => this.controller.redo(), () => this.state.draft.canRedo)
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
    try {
      this.hint = await this.controller.hint()
    } catch (error) {
      this.hint = null
      this.notice = { text: adviceFailed(error), rule: null, bad: true }
    }
  }
}
