// types.ts - a table of any kind: what it shows (TableState), what can be done there (GameController), how games are started and stored.

import type { JudgedTurn, ReviewAsked, SeatBalance, Verdict } from '../coach/types'
import type {
  ActionText, BuildPreview, Card, Course, EditionInfo, GameEvent, KeptPlan, LogEntry, Mode, Options, PlanBasis, Refusal, SalePlan,
  SalePreview, Seat, Triple, View,
} from '../engine/types'

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
  | { for: 'cover'; seat: Seat } // hot-seat: hand the device to that seat, then controller.local?.uncover()
  | { for: 'bot'; seat: Seat } // a bot thinks
  | { for: 'step' } // bots are stepped: controller.local?.step() shows the next event
  | { for: 'show' } // an event is being shown; it goes on by itself
  | { for: 'others'; seats: Seat[] } // online: other people decide
  | { for: 'server' } // online: the turn was sent and is not yet acknowledged
  | { for: 'seats' } // online: the table is not full
  | { for: 'nothing' }; // over, or a review

export type Connection = 'local' | 'connecting' | 'open' | 'lost'

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
  /** The date of the deal of the day that is played at this table, else null. */
  daily: string | null
  /** The server withholds the record of the finished game, because others may still play the same deal. */
  withheld: boolean
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

/** The pace of others' moves: 0 shows all at once; a function is called after each move and returns a promise that resolves when
 * the move has been seen; 'step' waits for controller.local?.step(). */
export type Pace = 0 | (() => Promise<void>) | 'step'

/** What can be done only in a game on this device, or in a review. */
export interface LocalActions {
  setPace(pace: Pace): void
  /** Shows the next event when stepping. */
  step(): void
  /** Hot-seat: the person of that seat is looking now. */
  uncover(): void
  /** The coach's advice for the decision at a moment, and its seat; null if nobody decides there. Available for one's own
   * decisions, and for everybody's after the game. */
  judge(moment: number): Promise<Verdict | null>
  /** The coach's judgement of a seat's turns, one after another. Available for one's own turns, and for everybody's after the game. */
  review(asked: ReviewAsked): Promise<void>
  /** The balance of the game by seat, from the judged turns; null while the game is not over. */
  balance(judged: readonly JudgedTurn[], stop: AbortSignal): Promise<SeatBalance[] | null>
  /** A new local game against bots in which that turn is laid on the table instead of the one that was played; returns its id. */
  tryTurn(turn: JudgedTurn): Promise<string>
  /** The curve of chances; null while the game is not over. */
  course(): Promise<Course | null>
}

/** What can be done only at a table of a server. */
export interface OnlineActions {
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
}

/** One table of any kind. It follows Svelte's store contract: subscribe immediately calls with the present state. */
export interface GameController {
  subscribe(run: (state: TableState) => void): () => void
  readonly state: TableState
  /** Actions of one kind of table; null at the other kind. */
  readonly local: LocalActions | null
  readonly online: OnlineActions | null

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

  // -- advice
  /** The coach's advice for the player's whole turn; `sofar` hears of what looks best until then. Rejects if hints are not allowed. */
  hint(sofar?: (verdict: Verdict) => void): Promise<Verdict>

  // -- looking back; refused online until the game is over.
  goto(moment: number): void
  /** Back to the present. */
  live(): void
  /** The record so far as JSON Lines (docs/authors/record.md); local games and reviews, and online once it is over. */
  record(): Promise<string>
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

  dismiss(): void
  /** Frees what it holds; the stored game stays. */
  close(): void
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
