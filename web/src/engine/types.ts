// types.ts - everything the page may show and do, as types. The other folders of web/src code against this file alone.
//
// The page holds no rules. What is legal, what a thing costs, what a sale would bring, why something is refused and what
// has happened all comes from the engine (the C code in WASM, behind engine/engine.ts) in the shapes below. Facts come as
// names and numbers, so that the page can say them in any language; English sentences of the engine come along as `text`
// where there are some, as the last resort and for tests.
//
// Words are those of the rules (docs/rules.md) and of the text language (docs/authors/notation.md). Seats and breweries count from
// 0; building spaces from 1 to 6 (R0.3), so spaces[0] is space 1. A triple is always hops, barley, water.

import { CARDS } from './rules'

// ------------------------------------------------------------------------------------------------------------- names

export const GOODS = ['hops', 'barley', 'water'] as const
export type Good = (typeof GOODS)[number]
export type Triple = readonly [hops: number, barley: number, water: number]

export { CARDS }
export type Card = (typeof CARDS)[number]

export type Mode = 'base' | 'expert'
export type Seat = number
/** 0 to 4; people see A to E, or the brewery's own name. */
export type Brewery = number
/** 1 to 6. */
export type Space = number

/** The decision that is due (enum ff_stage). 'over': the game has ended. */
export type Stage =
  | 'keep' // expert set-up, all at once: bury nine of ten cards (R1.5)
  | 'draw' // all at once: one more card with a Laboratory, or done (R3.2)
  | 'brewery' | 'market' | 'sell-hops' | 'sell-barley' | 'sell-water' | 'office' // phase 3
  | 'build' | 'space' // phase 4
  | 'store-hops' | 'store-barley' | 'store-water' | 'discard' // phase 5
  | 'deal' | 'round-end' // pass by themselves; seen only between two steps of an animation
  | 'over'

/** The phase a stage belongs to. Phases 2 (harvest) and 6 (prices) pass by themselves and are seen as events. */
export type Phase = 'setup' | 'draw' | 'sell' | 'build' | 'discard' | 'market' | 'over'

/** A rule's number as in docs/rules.md: "R6.4". */
export type RuleId = string

// ------------------------------------------------------------------------------------------------------------ a view

/** The knowledge of one seat about a position, or the public part alone (`own` is null for a spectator). */
export interface View {
  mode: Mode
  players: number
  /** From 1; 0 during the expert set-up. */
  round: number
  roundLimit: number
  stage: Stage
  phase: Phase
  /** Seats that must decide now; several in 'keep' and 'draw', none when the game is over. */
  owe: Seat[]
  /** The seat at turn in phases 3 to 5; null in other phases. */
  turn: Seat | null
  /** This round's order, first to play first (R2.2). */
  order: Seat[]
  palace: {
    /** The present cost of a Palace part, without the Crane (R6.5). */
    price: number
    /** Markers on the price card; at `players` of them the price rises. */
    markers: number
    /** Palace parts built by all. */
    built: number
  }
  breweries: BreweryView[]
  /** The discs in the order in which they would play: of equal ones the top of the stack first (R2.2). */
  tracks: { now: Disc[]; next: Disc[] }
  seats: SeatView[]
  own: OwnView | null
  /** The choices of the seat at turn so far, in the sale, build or discard under way. */
  underway: Underway
  /** Set when the game is over. */
  result: Result | null
}

export interface Disc {
  seat: Seat
  /** 0 to 25. */
  at: number
}

export interface BreweryView {
  /** The present price of a token, by good. */
  price: Triple
  /** The place of the price marker on the track: an index into EditionInfo.priceTrack. */
  step: Triple
  /** Demand spaces, by good. */
  demand: Triple
  /** Of those, the filled ones (sold this round). */
  filled: Triple
  /** The price that phase 6 would give if nobody sold here any more (R8.1), and the marker's space then. */
  priceNext: Triple
  stepNext: Triple
}

export interface SeatView {
  seat: Seat
  coins: number
  goods: Triple
  /** The yield of the visible fields per round (R4.1). */
  yield: Triple
  /** Six; spaces[0] is space 1. */
  spaces: SpaceView[]
  handN: number
  deckN: number
  /** Of the deck, the cards on top that were never drawn. */
  freshN: number
  /** Cards removed from the game with the Scavenger. */
  trashN: number
  palaceParts: number
  /** Income without selling: banks and Tour guide (R5.4). */
  steadyIncome: number
  /** Cards that may be kept at the discard (R7.1). */
  keepMax: number
  /** Extra draws that the Laboratories allow (R3.2). */
  extraDraws: number
  /** Every card built so far and covered since. */
  covered: Card[]
  /** The cards of the set that nobody has seen this seat build: hand, deck and removed ones together (R10.2). */
  unseen: Card[]
}

export interface SpaceView {
  /** The card that lies on top, or null. */
  card: Card | null
  /** On a space without a card: the good of the printed field, or null for an empty space. */
  printed: Good | null
  yield: Triple
}

/** The viewer's private knowledge. */
export interface OwnView {
  seat: Seat
  /** In card order. */
  hand: HandCard[]
  /** From the top. Cards that the viewer buried are known, the fresh ones above them are not. With the table option
   * "from memory" all are null. */
  deck: DeckCard[]
  /** Which cards the unknown ones of the deck are, in card order. */
  fresh: Card[]
  /** Cards removed with the Scavenger. */
  trash: Card[]
  /** When a card buried now would come back. */
  buryNext: Return
}

export interface HandCard {
  card: Card
  /** Its present cost for this seat, with the Crane and the palace price (R6.4, R6.5). */
  cost: number
  /** The printed cost, or the palace price. */
  printedCost: number
}

export interface DeckCard extends Return {
  card: Card | null
  /** 0 is the top. */
  position: number
}

/** When a card of the deck is drawn: in `rounds` rounds with three cards a round (1: in the next draw), in `soonest` if every
 * extra draw of the visible Laboratories is used. `round` is the number of that round. */
export interface Return {
  rounds: number
  round: number
  soonest: number
}

export interface Underway {
  /** The brewery chosen, in the stages 'market' to 'office'. */
  brewery: Brewery | null
  market: Exchange | null
  /** Tokens sold so far, as what they count; in the stages 'store-…' goods stored so far. */
  tally: Triple
  /** The card to be placed, in stage 'space'. */
  card: Card | null
  /** Builds, goods to store or cards to remove that are left in this stage. */
  left: number
}

export interface Result {
  /** Several share a tie; none at the round limit. */
  winners: Seat[]
  reason: 'palace' | 'round-limit'
}

/** The values that are data (editions/default.edition). */
export interface EditionInfo {
  name: string
  /** Palace parts have none. */
  costs: Partial<Record<Card, number>>
  priceTrack: number[]
  priceStart: number
  printed: [Good, Good, Good]
  roundLimit: number
  demands: Triple[]
}

// ------------------------------------------------------------------------------------------------- actions, refusals

/** An action in the text language, "sell 3 hops": what is sent to the engine and the server, and the key of an option. */
export type ActionText = string

export type Action =
  | { do: 'draw' }
  | { do: 'done' }
  | { do: 'brewery'; brewery: Brewery }
  | { do: 'market'; exchange: Exchange | null }
  | { do: 'sell'; good: Good; count: number }
  | { do: 'office'; good: Good | null }
  | { do: 'build'; card: Card }
  | { do: 'space'; space: Space }
  | { do: 'store'; good: Good; count: number }
  | { do: 'bury'; card: Card }
  | { do: 'trash'; card: Card }

export interface Exchange {
  from: Good
  to: Good
  count: number
}

/** One thing the viewer may do now. */
export interface Option {
  text: ActionText
  action: Action
}

/** One thing that might be tried now and is not allowed, with the reason. */
export interface RefusedOption extends Option {
  refusal: Refusal
}

/** The ids of FF_REFUSAL_TABLE (engine/core/ff.h): a message of the locale files each. */
export const REFUSALS = [
  'NO_SUCH_SEAT', 'GAME_OVER', 'NOT_YOUR_TURN', 'OTHER_STAGE', 'NO_SUCH_OPTION', 'NOT_IN_HAND', 'NOT_IN_HAND_TO_DISCARD',
  'BREWERY_CLOSED', 'NOTHING_TO_SELL', 'MARKET_PRICE_ZERO', 'NOT_ENOUGH_GOODS', 'SELL_AT_LEAST_ONE', 'OFFICE_UNSOLD',
  'TOO_EXPENSIVE', 'ON_PALACE', 'PALACE_NUMBER', 'STORE_ROOM', 'KEEP_ONE', 'KEEP_TOO_MANY', 'NO_SCAVENGER',
  'NO_MORE_TRASH',
] as const
export type RefusalId = (typeof REFUSALS)[number]

export interface Refusal {
  id: RefusalId
  rule: RuleId
  /** The engine's English sentence. */
  text: string
  /** TOO_EXPENSIVE: the cost, and the coins that the seat has. */
  cost?: number
  coins?: number
}

/** The viewer's legal actions; null in TableState if there are none. */
export interface Options {
  stage: Stage
  seat: Seat
  legal: Option[]
  /** Sensible things that are not legal: closed or worthless breweries, cards too dear, spaces with a Palace part, cards
   * without a Scavenger … */
  refused: RefusedOption[]
}

// ----------------------------------------------------------------------------------------------------------- previews

/** The sale that the player wants, at any brewery; each row reduces it to a possible one. */
export interface SalePlan {
  /** Tokens given up, counted as what they are before any Market exchange; at most the goods at hand. */
  goods: Triple
  /** 'best' picks the exchange (and 'best' Office) that brings most coins at each brewery; null uses none. */
  market: Exchange | null | 'best'
  office: Good | null | 'best'
}

/** The comparison of all breweries, made by the engine playing each sale on a copy. */
export interface SalePreview {
  plan: SalePlan
  /** Whether the viewer has the cards, so that the switches are shown. */
  hasMarket: boolean
  hasOffice: boolean
  /** One for each brewery, in order. */
  rows: SaleRow[]
  /** Selling nothing: banks and Tour guide alone. */
  none: SaleRow
}

export interface SaleRow {
  /** null: selling nothing. */
  brewery: Brewery | null
  /** Set if this sale can't be made here (then the numbers are those of selling nothing). */
  refusal: Refusal | null
  /** The goods that are really sold here: goods with price 0 stay (R5.2). */
  goods: Triple
  /** True if that is less than planned. */
  clipped: boolean
  market: Exchange | null
  office: Good | null
  /** Tokens as what they count after the exchange. */
  counted: Triple
  income: {
    /** Tokens × price. */
    tokens: number
    office: number
    bank: number
    guide: number
    total: number
  }
  /** Coins after the sale. */
  coins: number
  /** Prices at this brewery: before, after the surplus (R5.3), after phase 6 if nobody else sells here (R8.1). */
  price: Triple
  priceAfter: Triple
  priceNext: Triple
  /** The markers' spaces at the same three moments (R0.5): a marker may move while the price stays. */
  step: Triple
  stepAfter: Triple
  stepNext: Triple
  /** Demand spaces that this sale fills, and tokens beyond them. */
  fills: Triple
  surplus: Triple
  /** The disc's space on the other track (R5.6, R5.7). */
  disc: number
  /** Place in the next round's order, 1 first: at best and at worst, as those who sell later decide. */
  place: { best: number; worst: number }
  /** Most coins of all rows; earliest place of all rows (rows that tie are all marked). */
  mostCoins: boolean
  earliest: boolean
  /** The chain to play for it. */
  actions: ActionText[]
}

/** Every card of the hand on every space, in phase 4. */
export interface BuildPreview {
  /** Builds left this turn (R6.1). */
  left: number
  cards: BuildCard[]
}

export interface BuildCard extends HandCard {
  /** The coins that the Crane saves (R6.4). */
  saved: number
  /** The reason why it cannot be built anywhere now, or null. */
  refusal: Refusal | null
  spaces: BuildSpace[]
}

export interface BuildSpace {
  space: Space
  refusal: Refusal | null
  /** The card or field that would be covered permanently (R6.2). */
  covers: Card | null
  coversPrinted: Good | null
  /** The board after the build; compare it with SeatView for gains and losses. */
  yield: Triple
  steadyIncome: number
  keepMax: number
  extraDraws: number
  /** Goods in the Warehouse are lost in this round's phase 5 if it is covered (R7.4). */
  losesStore: boolean
  /** Coins left. */
  coins: number
  /** The palace price after it. */
  palacePrice: number
  /** "build crane", "space 2"; a single possible space is not asked for. */
  actions: ActionText[]
}

// ------------------------------------------------------------------------------------------------------------- events

/** An event, as far as the viewer may know it (R10.2): unknown cards are left out, `n` stays. */
export type GameEvent =
  /** Phase 1 and 2; an extra draw has goods 0-0-0 and `extra`. */
  | { kind: 'drew'; seat: Seat; n: number; cards: Card[] | null; goods: Triple; extra: boolean; text: string }
  | {
      kind: 'sold'; seat: Seat; brewery: Brewery | null; goods: Triple; counted: Triple; market: Exchange | null
      office: Good | null; income: number; disc: number
      /** Prices of that brewery before and after (R5.3); null if nothing was sold. */
      price: Triple | null; priceAfter: Triple | null
      /** The markers' spaces at the same moments (R0.5). */
      step: Triple | null; stepAfter: Triple | null; text: string
    }
  | {
      kind: 'built'; seat: Seat; card: Card; space: Space; cost: number; covered: Card | null
      /** The palace price before and after (R6.5). */
      palacePrice: number; palacePriceAfter: number; text: string
    }
  | { kind: 'trashed'; seat: Seat; card: Card | null; text: string }
  | { kind: 'buried'; seat: Seat; card: Card | null; text: string }
  | { kind: 'stored'; seat: Seat; goods: Triple; text: string }
  /** The turn is over. */
  | { kind: 'kept'; seat: Seat; n: number; text: string }
  /** Phase 6: what each price does, and the next order. */
  | {
      kind: 'round'; round: number; prices: { before: Triple; after: Triple }[]; order: Seat[]; over: boolean
      palacePrice: number; text: string
    }

export type EventKind = GameEvent['kind']

/** One line of the log. `moment` is its place in the game: controller.goto(moment) shows the table right after it. */
export interface LogEntry {
  moment: number
  /** 0: expert set-up. */
  round: number
  phase: Phase
  event: GameEvent
  /** Part of the viewer's unfinished turn: shown lighter; undo removes it. */
  draft: boolean
}

// ----------------------------------------------------------------------------------------------------------- the table

export type SeatKind =
  | 'me' // the person at this device (in hot-seat games: any of them)
  | 'person' // somebody else, through the server
  | 'bot'
  | 'open'; // online: nobody yet

export interface SeatInfo {
  seat: Seat
  name: string
  kind: SeatKind
  /** Of a bot, 1 to 7. */
  level: number | null
  /** The bot's character (game/bots.ts), if that is more than its level. */
  character?: number | null
  /** Online: connected now. */
  here: boolean
  /** Online: a bot plays for an absent player. */
  away: boolean
  /** The last turn was played from a plan. */
  planned: boolean
  /** Online: the deadline of the turn, by Date.now(); null without a limit, and for seats that owe no decision. */
  due: number | null
  /** Online: information about a player who is absent or for whom others wait; null for bots and in games on this device. */
  manners: Manners | null
}

/** Times are by Date.now(). */
export interface Manners {
  /** Since when they are not connected; null: they are. */
  goneSince: number | null
  /** Since when they must decide; null: they must not. */
  thinksSince: number | null
  /** From when on the others may vote for a bot in their place; null: they may not. */
  voteFrom: number | null
  /** Who did. */
  votes: Seat[]
  /** Any visitor may take the seat over. */
  offered: boolean
  /** Wants the live game to become a slow one. */
  slow: boolean
  /** What is left of the reserve, in ms; null: the table has none. */
  reserve: number | null
  /** Days of holiday left to take, and when the present holiday ends; null: none. */
  holidays: number | null
  holidayEnds: number | null
}

/** What the table waits for. */
export type Waiting =
  | { for: 'you' } // the viewer must choose; state.options says what
  | { for: 'end-turn' } // everything is chosen: "End turn" is the one thing left (undo is possible)
  | { for: 'cover'; seat: Seat } // hot-seat: hand the device to that seat, then controller.uncover()
  | { for: 'bot'; seat: Seat } // a bot thinks
  | { for: 'step' } // bots are stepped: controller.step() shows the next event
  | { for: 'show' } // an event is being shown; it goes on by itself
  | { for: 'others'; seats: Seat[] } // online: other people decide
  | { for: 'server' } // online: the turn was sent and is not yet acknowledged
  | { for: 'seats' } // online: the table is not full
  | { for: 'nothing' }; // over, or a review

export type Connection = 'local' | 'connecting' | 'open' | 'lost'

/** What a complete planned turn assumes: the choices for the thresholds of its conditions. */
export interface PlanBasis {
  /** Of the sale. */
  income: number
  brewery: Brewery | null
  /** The empty demand spaces of that brewery, and how many of them the sale fills. */
  room: Triple
  fills: Triple
  /** The cost of the first Palace part that the turn builds; null: it builds none. */
  palacePrice: number | null
}

/** The outcome of an alternative of a plan if the turn came now (docs/authors/protocol.md). */
export interface PlannedTurn {
  /** In the plan's text, from 1. */
  line: number
  result: 'holds' | 'condition' | 'refused' | 'incomplete' | 'too-long'
  /** The condition or action that fails, from 1, and what the condition compares. */
  at?: number
  is?: number
  refusal?: RefusalId
  rule?: RuleId
  income?: number
  place?: number
  coins?: number
}

export interface KeptPlan {
  text: string
  /** The line that would be played now, or null. */
  plays: number | null
  turns: PlannedTurn[]
}

/** A turn planned while others play (R2.3). */
export interface PlanInfo {
  /** The turn can be planned now. */
  possible: boolean
  /** The table shows the turn being planned: `options`, `draft` and previews are those of the plan. */
  planning: boolean
  /** The line that is being changed; null: a further alternative. */
  line: number | null
  /** Of the turn being planned, once it is complete. */
  basis: PlanBasis | null
  kept: KeptPlan | null
  /** The viewer's turn of this round was played from a plan. */
  played: boolean
}

/** A snapshot; a new object at every change, never changed in place. */
export interface TableState {
  /** 'bots': one person against bots. 'hotseat': several at one device. 'online': through the server. 'review': a record.
   * 'puzzle': one turn of a game. */
  kind: 'bots' | 'hotseat' | 'online' | 'review' | 'puzzle'
  /** The stored game or the table's id: the part of the address that names it. */
  id: string
  /** Grows with every change that others could see; stale ones are dropped. */
  number: number
  view: View
  /** Whose view it is; null for a spectator, and in reviews that show all hands (then `hands` is set). */
  viewer: Seat | null
  /** Reviews, and games that are over: every seat's hand. */
  hands: Card[][] | null
  edition: EditionInfo
  seats: SeatInfo[]
  /** The viewer's legal actions; null if there are none or the table shows a past moment. */
  options: Options | null
  /** The events between the previous state and this one, for animation; empty after undo, redo, goto and reload. */
  events: GameEvent[]
  /** The cause of this view: 'play' may be animated, 'jump' (undo, goto, reload, reconnect) should only fade. */
  change: 'play' | 'jump'
  log: LogEntry[]
  waiting: Waiting
  /** The player's unfinished turn so far. */
  draft: {
    actions: ActionText[]
    canUndo: boolean
    canRedo: boolean
    /** The chain may be ended: nothing more to choose. */
    canEnd: boolean
  }
  /** The moment shown and the last one there is; the live table has moment === moments. Moment m is the table after m log
   * entries. */
  moment: number
  moments: number
  /** For each moment 0 to `moments`: its round. */
  rounds: number[]
  /** Looking at a past moment: nothing can be played until live() (never let a move be made from a past view). */
  past: boolean
  /** The deck timeline is shown; false: the table option "from memory". */
  memoryAid: boolean
  hintsAllowed: boolean
  connection: Connection
  /** Online tables. */
  online: OnlineInfo | null
  /** Null where turns cannot be planned. */
  plan: PlanInfo | null
  /** Something went wrong that the player should know; dismiss with controller.dismiss(),
   * which also tries again what could not be done. */
  problem: Problem | null
}

/** A seat's contribution to the shuffle so far (docs/players/fair.md). `open`: a value without a seal; `sealing`: must seal again.
 * */
export type DealState = 'nothing' | 'open' | 'sealed' | 'opened' | 'withheld' | 'sealing'

/** A contradiction between the server and what this browser saw and gave; 'doubt.' + kind is a key of the locale files. */
export interface Doubt {
  kind:
    | 'commit' // another commitment than before, or none
    | 'dropped' // the own seal is not there
    | 'swapped' // another seal or value in its place
    | 'accused' // withheld, although it was opened
    | 'unasked' // dealt without having asked for it
    | 'moved' // to another seat, while seals were opened
    | 'other' // the server changed what another seat had shown
    | 'forged' // a value that is not behind its seal
    | 'void' // a round was called void in which nobody withheld
    | 'silent' // the server does not say from which values the cards were dealt
    | 'record' // the record contradicts it
    | 'game' // the record is of another game
    | 'norecord' // there is no record that can be read
  seat?: Seat
}

export interface DealInfo {
  /** By seat; empty where the server does not tell. */
  seats: DealState[]
  round: number
  doubts: readonly Doubt[]
  /** The player's own value is not in the deal, perhaps because the connection broke. */
  missed: boolean
  /** The record was compared with what this browser kept, and fits. */
  checked: boolean
  /** The command that checks the record, once the cards are dealt; null for a seat that gave nothing. */
  proof: string | null
}

export interface OnlineInfo {
  table: string
  link: string
  phase: 'open' | 'play' | 'over'
  host: boolean
  options: TableOptions
  chat: { number: number; seat: Seat | null; text: string }[]
  muted: Seat[]
  /** The table of the rematch. */
  rematch: string | null
  deal: DealInfo
}

export interface TableOptions {
  mode: Mode
  watch: 'anyone' | 'nobody'
  aid: boolean
  listed: boolean
  rated: boolean
  turnS: number
  /** Instead of it: a reserve for all turns, and what each round adds. */
  reserveS: number
  incrementS: number
  graceS: number
  level: number
}

/** `code` is one of the server's (docs/authors/protocol.md) or of the page, and a key of the locale files ('problem.' + code);
 * `text` is English detail. */
export interface Problem {
  code: string
  text: string
  refusal: Refusal | null
}

export interface Hint {
  /** The choice of a strong bot now, and each option with the player's chance to win after it, 0 to 1, best first. */
  best: Option
  options: { option: Option; chance: number | null; visits: number }[]
  /** Every seat's chance to win, 0 to 1; null where the bot does not tell. */
  chances: number[] | null
  bot: string
}

/** The pace of others' moves: 0 shows all at once; a function is called after each move and returns a promise that resolves when
 * the move has been seen; 'step' waits for controller.step(). */
export type Pace = 0 | (() => Promise<void>) | 'step'

/** One table of any kind. It follows Svelte's store contract: subscribe immediately calls with the present state. */
export interface GameController {
  subscribe(run: (state: TableState) => void): () => void
  readonly state: TableState

  // -- the player's turn. A refused action changes nothing, and the reason is returned.
  /** Plays one action on the draft. 'draw' can't be taken back (a card is seen), so it is played for good at once. */
  play(action: ActionText): Refusal | null
  /** Plays a chain; stops at the first refusal, which is returned, and takes the whole chain back. */
  playAll(actions: ActionText[]): Refusal | null
  /** Undoes the draft to the start of that phase of the turn, then plays the chain, for example to change a sale or reorder a
   * discard. Refused as a whole like playAll. */
  replay(phase: 'setup' | 'sell' | 'build' | 'discard', actions: ActionText[]): Refusal | null
  undo(): void
  redo(): void
  /** Takes the whole draft back. */
  reset(): void
  /** "End turn": everything chosen becomes final. Resolves when it is stored (local) or acknowledged (online). */
  endTurn(): Promise<void>
  /** The reason why the viewer may not do that now; null if it is allowed. Any text may be given. */
  whyNot(action: ActionText): Refusal | null

  // -- previews; null outside their phase of the player's turn.
  previewSale(plan: SalePlan): SalePreview | null
  previewBuild(): BuildPreview | null

  // -- bots and devices
  setPace(pace: Pace): void
  /** Shows the next event when stepping. */
  step(): void
  /** Hot-seat: the person of that seat is looking now. */
  uncover(): void
  /** The coach's advice for the player's whole turn; `sofar` hears of what looks best until then. Rejects if hints are not allowed. */
  hint(sofar?: (verdict: Verdict) => void): Promise<Verdict>

  // -- looking back; refused online until the game is over.
  goto(moment: number): void
  /** Back to the present. */
  live(): void
  /** The record so far as JSON Lines (docs/authors/record.md); local games and reviews, and online once it is over. */
  record(): Promise<string>
  /** The coach's advice for the decision at a moment, and its seat; null if nobody decides there. Available for one's own
   * decisions, and for everybody's after the game; local games only. */
  judge(moment: number): Promise<Verdict | null>
  /** The coach's judgement of a seat's turns, one after another. Available for one's own turns, and for everybody's after the game;
   * local games only. */
  review(asked: ReviewAsked): Promise<void>
  /** The balance of the game by seat, from the judged turns; null while the game is not over. */
  balance(judged: readonly JudgedTurn[], stop: AbortSignal): Promise<SeatBalance[] | null>
  /** A new local game against bots in which that turn is laid on the table instead of the one that was played; returns its id. */
  tryTurn(turn: JudgedTurn): Promise<string>
  /** The curve of chances; null where it must not be known: in unfinished games and at online tables. */
  course(): Promise<Course | null>
  /** A new local game against bots that starts at this moment; returns its id. */
  playOnFrom(moment: number, seat: Seat, level: number): Promise<string>
  /** A new game with the same players; returns its id or table. */
  rematch(): Promise<string>
  /** Figures by round for the charts; complete knowledge, so only in reviews and games that are over or local. */
  history(): RoundFigures[]

  // -- planning one's turn while others play
  /** Lays the turn of that line of the kept plan on the table, to change it; null: a further alternative. */
  startPlan(line: number | null): void
  stopPlan(): void
  /** Keeps the planned turn, to be played if the conditions hold (docs/authors/notation.md). */
  keepPlan(conditions: readonly string[]): void
  /** Without that line; null: the whole plan. */
  withdrawPlan(line: number | null): void

  // -- online
  sit(seat: Seat | null, name: string): void
  fill(level: number): void
  leave(): void
  /** Takes the seat back from a bot; shows voters that the player is there. */
  back(): void
  /** A bot should play for that seat, whom all wait for. */
  vote(seat: Seat): void
  /** Votes for making a live game a slow one. */
  slow(): void
  /** Stops the own clock for so many days; 0 ends the holiday. */
  holiday(days: number): void
  /** Offers the player's seat to any visitor, or withdraws the offer. */
  offer(on: boolean): void
  chat(text: string): void
  mute(seats: Seat[]): void

  dismiss(): void
  /** Frees what it holds; the stored game stays. */
  close(): void
}

/** The course of a finished game as the bots' network sees it. Chances are shares. */
export interface Course {
  /** Every seat's chance to win at the end of each round, as in `history`. */
  chances: number[][]
}

/** Public figures at the end of a round (round 0: the start). */
export interface RoundFigures {
  round: number
  moment: number
  coins: number[]
  /** Income of that round's sale, by seat. */
  income: number[]
  parts: number[]
  /** By brewery, after phase 6. */
  prices: Triple[]
  palacePrice: number
  order: Seat[]
}

// ------------------------------------------------------------------------------------------------- starting and storing

export interface LocalGameOptions {
  mode: Mode
  /** 2 to 5; 'person' or a bot: its level, 1 to 7, or who it is (game/bots.ts). */
  seats: ('person' | number)[]
  names: string[]
  memoryAid: boolean
  /** Below 2^53; drawn at random if left out. */
  seed?: number
  /** It is the deal of that day. */
  daily?: string
}

/** A game stored in this browser, for lists. */
export interface StoredGame {
  id: string
  kind: 'bots' | 'hotseat' | 'review'
  mode: Mode
  names: string[]
  round: number
  over: boolean
  /** Milliseconds since 1970. */
  started: number
  changed: number
  /** A person must decide. */
  yourTurn: boolean
  /** The day whose deal it is; '' for any other. */
  daily: string
}

// -- the coach (docs/players/coach.md). Chances and losses are in hundredths of a percent, losses below 0 where the turn played was the better one.

export type CoachPart = 'sale' | 'build1' | 'build2' | 'space' | 'store' | 'keep' | 'order'
export type Grade = 'good' | 'slip' | 'mistake' | 'blunder'

/** A turn in the words of the game. */
export interface TurnShape {
  sale: { brewery: number; goods: Triple; market: Exchange | null; office: Good | null; income: number; disc: number } | null
  builds: { card: Card; space: number; cost: number; covered: Card | null }[]
  stored: Triple
  wasted: Triple
  kept: Card[]
  removed: Card[]
  buried: Card[]
}

/** A difference between an idea and the first one, with the numbers of both. */
export interface CoachFact {
  kind:
    | 'coins-now' | 'coins-next' | 'place-next' | 'price-left' | 'palace-paid' | 'palace-price' | 'goods-wasted' | 'card-built' | 'card-back'
    | 'field-lost' | 'harvest' | 'cards-kept' | 'result' | 'field-covered'
  part: CoachPart | null
  played: number
  best: number
  /** For whom it speaks; null where that depends. */
  favours: 'best' | 'played' | null
  card?: Card
  /** The field that the card was built over; null: one that is printed. */
  covered?: Card | null
  brewery?: number
  good?: Good
  playedParts?: number
  bestParts?: number
}

export interface Idea {
  actions: ActionText[]
  /** Of all seats, if they play on at their levels; together 10000. */
  chances: number[]
  /** The seat's chance if it plays on as well as the network. */
  perfect: number
  /** What is proved of it. */
  certain: 'won' | 'won-next' | 'no-palace' | 'too-late' | null
  behind: number
  margin: number
  turn: TurnShape | null
  /** Its differences from the best idea; of the best, those from the next. */
  facts: CoachFact[]
  /** The number of facts to show. */
  said: number
}

export interface Verdict {
  kind: 'turn' | 'draw' | 'setup'
  seat: Seat
  round: number
  /** The 95 % margin of the chances themselves. */
  doubt: number
  /** The seat's spaces before the turn. */
  field: (Card | null)[]
  /** The best first. */
  ideas: Idea[]
}

/** Of a turn that was played. */
export interface TurnVerdict extends Verdict {
  /** Which idea was played. */
  played: number
  grade: Grade
  loss: number
  margin: number
  /** The parts that caused the loss. */
  parts: CoachPart[]
}

/** The coach's effort per turn. */
export const EFFORTS = ['quick', 'normal', 'deep'] as const
export type Effort = (typeof EFFORTS)[number]

/** The summary of a verdict for the balance of a game (bots/coach/review.h), as hexadecimal digits. */
export type Told = string

/** A turn of a game that was judged. */
export interface JudgedTurn {
  /** Its number among all that there is to judge. */
  item: number
  /** The table before it. */
  moment: number
  /** The number of the game's decisions before it. */
  decided: number
  verdict: TurnVerdict
  told: Told
}

export interface ReviewAsked {
  seat: Seat
  effort: Effort
  /** The number of the seat's turns that are known already. */
  done: number
  /** Hears of each turn, and how many there are; and how far the one at hand is, from 0 to 1. */
  told(turn: JudgedTurn, all: number): void
  heard(done: number): void
  stop: AbortSignal
}

/** The level that turns resemble by their losses, and the range of levels that are possible (bots/coach/played_level.h). Level 5 stands for all from there on. */
export interface PlayedLevel {
  level: number
  low: number
  high: number
}

/** The sum of a game for a seat (bots/coach/luck_skill.h), in hundredths of a percent: result - par = deal + luck - lost + expected + given. */
export interface SeatBalance {
  par: number
  result: number
  /** The luck of the set-up; the luck of later cards. */
  deal: number
  luck: number
  /** The losses of the seat's own turns, and the gains from others' losses. */
  lost: number
  given: number
  /** The usual losses of the seat's level; 0 for people. */
  expected: number
  /** The 95 % margin of deal and luck. */
  error: number
  /** The result without luck. */
  adjusted: number
  /** That were judged. */
  turns: number
  lossPerTurn: number
  /** null: no turn was judged. */
  played: PlayedLevel | null
}
