// types.ts - everything that the engine says about a game, as types. A table is in game/types.ts, the coach in coach/types.ts.
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

// ----------------------------------------------------------------------------------------------- plans, hints, courses

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

export interface Hint {
  /** The choice of a strong bot now, and each option with the player's chance to win after it, 0 to 1, best first. */
  best: Option
  options: { option: Option; chance: number | null; visits: number }[]
  /** Every seat's chance to win, 0 to 1; null where the bot does not tell. */
  chances: number[] | null
  bot: string
}

/** The course of a finished game as the bots' network sees it. Chances are shares. */
export interface Course {
  /** Every seat's chance to win at the end of each round, as in `history`. */
  chances: number[][]
}

/** The level that turns resemble by their losses, and the range of levels that are possible (bots/coach/played_level.h). Level 5 stands for all from there on. */
export interface PlayedLevel {
  level: number
  low: number
  high: number
}
