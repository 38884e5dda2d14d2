// witness.ts - remembers this browser's part of the shuffle, and everybody else's, as it saw them (docs/players/fair.md). A value
// is drawn and its seal shown; when all seats are taken the seal is opened. Everything sealed, sent and shown is remembered, also
// after a reload. Every frame and the record are compared with it, and each contradiction is reported as a doubt.

import type { Seat } from '../engine/types'
import type { DealState, Doubt } from '../game/types'
import type { TableFrame, ToServer } from './protocol'

export interface Gift {
  seal: string
  value: string
}

export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The seal of a value; the engine's. */
export type Seal = (value: string) => string

interface Given extends Gift {
  /** The round of seals that it is for. */
  round: number
  /** The value was sent; the server showed that it had come. */
  sent: boolean
  seen: boolean
}

interface Shown {
  round: number
  seats: string[]
}

interface Kept {
  commit: string | null
  seat: Seat | null
  gifts: Given[]
  /** The contributions that seats had shown when values were requested, and later in that round. */
  shown: Shown | null
  /** The contributions from which the cards were dealt, by the first frame of the game. */
  dealt: string[] | null
  doubts: Doubt[]
  /** The player's own value is not in the deal, perhaps because the connection broke. */
  missed: boolean
}

const nothing = (): Kept => ({ commit: null, seat: null, gifts: [], shown: null, dealt: null, doubts: [], missed: false })

/** If the browser has no storage, it lasts until the page is left. */
const held = new WeakMap<Keep, Map<string, string>>()
function heldBy(keep: Keep): Map<string, string> {
  if (!held.has(keep)) held.set(keep, new Map())
  return held.get(keep)!
}
const keyOf = (table: string) => `ff.deal.${table}`

export function drawGift(seal: Seal): Gift {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const value = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return { seal: seal(value), value }
}

const sealOf = (gave: string): string | null => (/^(?:withheld|sealed) /.test(gave) ? gave.split(' ')[1]! : null)

/** Returns whether a seat that had shown `was` may show `is` in the same round: only a seal may be opened. */
function goesOn(was: string, is: string): boolean {
  return was === is || (was.startsWith('withheld ') && is.startsWith(`sealed ${sealOf(was)} `))
}

/** Returns whether a seat that ended a void round with `was` may have `is` in the next: only a seat that had opened may change, to
 * a seal never shown before. */
function goesAnew(was: string, is: string, before: (string | null)[]): boolean {
  if (was === is) return !was.startsWith('sealed ')
  const seal = sealOf(is)
  return sealOf(was) !== null && (is === 'none' || (seal !== null && !before.includes(seal)))
}

/** A seat's contribution as everybody sees it. */
export function dealStates(frame: TableFrame): DealState[] {
  return (frame.deal ?? []).map((gave, seat) => {
    const out = frame.phase !== 'open' || (frame.shut_out ?? []).includes(seat)
    if (gave === 'none') return frame.wants === 'seals' && frame.seats[seat]?.is === 'guest' ? 'sealing' : 'nothing'
    if (gave.startsWith('withheld')) return out ? 'withheld' : 'sealed'
    return gave.startsWith('sealed') ? 'opened' : 'open'
  })
}

export class Witness {
  private kept: Kept
  /** The connection broke, or the page was not there, while seals were opened. */
  private broken = false
  private dealing = false
  private watched = false
  private leaving = false
  /** The name of the deal, if other tables play the same one. */
  private sharedDeal: string | null = null
  /** The parts that were sent over this connection and need not be sent again. */
  private said = new Set<string>()
  /** The record was compared and fits. */
  checked = false

  constructor(
    readonly table: string,
    private readonly seal: Seal,
    private readonly keep: Keep,
  ) {
    const text = heldBy(keep).get(table) ?? keep.getItem(keyOf(table))
    this.kept = text ? (JSON.parse(text) as Kept) : nothing()
  }

  get doubts(): readonly Doubt[] {
    return this.kept.doubts
  }

  get missed(): boolean {
    return this.kept.missed
  }

  /** The options with which `fuerstenfeld verify` checks the record against the values kept here. */
  get proof(): string | null {
    const { commit, dealt, seat, gifts } = this.kept
    const gift = gifts.find(({ round }) => round === this.kept.shown?.round)
    if (!commit || !dealt || seat === null || !gift) return null
    const shown = dealt.map(gave => (gave === 'none' ? '-' : (sealOf(gave) ?? gave.replace(' ', ':'))))
    return `fuerstenfeld verify --commit ${commit} --seals ${shown.join()} --mine ${seat}:${gift.value} RECORD`
  }

  private save(): void {
    if (!this.kept.gifts.length) return // a spectator keeps nothing
    const text = JSON.stringify(this.kept)
    heldBy(this.keep).set(this.table, text)
    try {
      this.keep.setItem(keyOf(this.table), text)
    } catch {
      // held is enough for now
    }
  }

  private forget(): void {
    heldBy(this.keep).delete(this.table)
    this.keep.removeItem(keyOf(this.table))
  }

  private doubt(doubt: Doubt): void {
    if (this.kept.doubts.some(other => other.kind === doubt.kind && other.seat === doubt.seat)) return
    this.kept.doubts.push(doubt)
  }

  // --------------------------------------------------------------------------------------------------------- what is given

  /** A contribution sent with `sit`, `create` or `rematch`: if this guest has a seat, its contribution is one of these. */
  gives(gift: Gift, round = 1): void {
    this.leaving = false
    this.kept.gifts.push({ ...gift, round, sent: false, seen: false })
    this.save()
  }

  /** Draws one for this table. */
  draw(): string {
    const gift = drawGift(this.seal)
    this.gives(gift)
    return gift.seal
  }

  /** The guest wants to get up. */
  leaves(): void {
    this.leaving = true
  }

  lost(): void {
    this.said.clear()
    if (this.dealing) this.broken = true
  }

  // --------------------------------------------------------------------------------------------------------------- frames

  /** Compares a frame with the memory, and returns the message to send for this browser's part of the shuffle. */
  take(frame: TableFrame): ToServer | null {
    const { kept } = this
    this.sharedDeal = frame.options?.deal ?? this.sharedDeal
    if (frame.seat === null && frame.phase === 'open' && this.leaving) {
      kept.gifts = []
      this.forget()
    }
    this.dealing = frame.phase === 'open' && !frame.seats.some(({ is }) => is === 'open')
    if (!this.watched && frame.phase !== 'open') this.broken = true
    this.watched = true
    this.lookAtCommit(frame)
    this.lookAtSeat(frame)
    const answer = frame.deal ? this.lookAtDeal(frame, frame.deal) : null
    if (!frame.deal && frame.phase !== 'open' && !kept.dealt && kept.gifts.length) this.doubt({ kind: 'silent' })
    this.save()
    return answer
  }

  private lookAtCommit(frame: TableFrame): void {
    const { kept } = this
    if (frame.commit && kept.commit && frame.commit !== kept.commit) this.doubt({ kind: 'commit' })
    if (frame.deal && !frame.commit) this.doubt({ kind: 'commit' })
    kept.commit ??= frame.commit ?? null
  }

  private lookAtDeal(frame: TableFrame, deal: string[]): ToServer | null {
    const round = frame.deal_round ?? 1
    const wants = frame.wants ?? (this.dealing ? 'values' : null)
    if (this.dealing ? wants === 'values' : frame.phase !== 'open') this.lookAtAll(deal, round, frame)
    else if (wants === 'seals' && this.kept.shown) this.lookAtNextRound(this.kept.shown, deal, round, frame)
    const own = frame.seat === null ? undefined : deal[frame.seat]
    if (own === undefined) return null
    return this.kept.gifts.length ? this.lookAtOwn(own, round, wants, frame) : null
  }

  /** Once all seats are taken everybody stays where they are; later a seat may be given up, but not changed. */
  private lookAtSeat(frame: TableFrame): void {
    const { kept } = this
    const gaveUp = kept.dealt && frame.seat === null
    if (kept.shown && !gaveUp && kept.gifts.length && frame.seat !== kept.seat) this.doubt({ kind: 'moved' })
    if (!kept.shown) kept.seat = frame.seat
  }

  private lookAtAll(deal: string[], round: number, frame: TableFrame): void {
    const { kept } = this
    const before = kept.shown
    if (kept.dealt) {
      if (kept.dealt.join() !== deal.join()) this.tellOthers(kept.dealt, deal, (was, is) => was === is, frame)
      return
    }
    if (before?.round === round) this.tellOthers(before.seats, deal, goesOn, frame)
    else if (before) this.lookAtNextRound(before, deal, round, frame)
    deal.forEach((gave, seat) => {
      const [how, seal, value] = gave.split(' ')
      if (how === 'sealed' && this.seal(value ?? '') !== seal) this.doubt({ kind: 'forged', seat })
    })
    kept.shown = { round, seats: deal }
    if (frame.phase !== 'open') kept.dealt = deal
  }

  private tellOthers(before: string[], deal: string[], fits: (was: string, is: string) => boolean, frame: TableFrame): void {
    for (let seat = 0; seat < Math.max(before.length, deal.length); seat++)
      if (seat !== frame.seat && !fits(before[seat] ?? '', deal[seat] ?? '')) this.doubt({ kind: 'other', seat })
  }

  /** A round is void only where somebody did not open; everything they had opened is new. */
  private lookAtNextRound(before: Shown, deal: string[], round: number, frame: TableFrame): void {
    const seals = before.seats.map(sealOf)
    const withheld = before.seats.some((was, seat) => was.startsWith('withheld ') && deal[seat] === was)
    if (round === before.round + 1 && !withheld) this.doubt({ kind: 'void' })
    this.tellOthers(before.seats, deal, (was, is) => goesAnew(was, is, seals), frame)
  }

  private lookAtOwn(own: string, round: number, wants: 'values' | 'seals' | null, frame: TableFrame): ToServer | null {
    const [how, seal, value] = own.split(' ')
    const gift = this.kept.gifts.find(given => given.seal === seal)
    const open = frame.phase === 'open'
    if (how === 'none') return this.lookAtNone(round, wants, open)
    if (!gift || how === 'open') this.doubt({ kind: 'swapped' })
    else if (how === 'sealed' && (value !== gift.value || gift.round !== round)) this.doubt({ kind: 'swapped' })
    else if (how === 'sealed') gift.seen = true
    else if (!open || gift.round < round || (frame.shut_out ?? []).includes(frame.seat!)) this.misses(gift)
    else if (gift.seen) this.doubt({ kind: 'accused' })
    else if (wants === 'values' && this.kept.commit) return this.open(gift)
    return null
  }

  private lookAtNone(round: number, wants: 'values' | 'seals' | null, open: boolean): ToServer | null {
    const given = this.kept.gifts.filter(gift => gift.round === round)
    if (open && wants === 'seals') return this.sealAnew(given[0] ?? null, round)
    if (round === 1) this.doubt({ kind: 'dropped' })
    else if (this.broken) this.kept.missed = true
    else this.doubt({ kind: given.length ? 'dropped' : 'unasked' })
    return null
  }

  /** The server left out this browser's value. */
  private misses(gift: Given): void {
    if (gift.seen || (gift.sent && !this.broken)) this.doubt({ kind: 'accused' })
    else if (this.broken) this.kept.missed = true
    else this.doubt({ kind: 'unasked' })
  }

  private open(gift: Given): ToServer | null {
    gift.sent = true
    return this.once(gift.value, { type: 'reveal', value: gift.value })
  }

  private sealAnew(given: Gift | null, round: number): ToServer | null {
    const gift = given ?? drawGift(this.seal)
    if (!given) this.gives(gift, round)
    return this.once(gift.seal, { type: 'seal', seal: gift.seal })
  }

  private once(what: string, message: ToServer): ToServer | null {
    if (this.said.has(what)) return null
    this.said.add(what)
    return message
  }

  // --------------------------------------------------------------------------------------------------------------- the end

  /** The record must be of this deal. The engine has checked that its cards follow from its own numbers; `same` says whether it is
   * the game that was seen. */
  judge(record: string, same: boolean): void {
    const { kept } = this
    if (!same) this.doubt({ kind: 'game' })
    if (!this.fits(record)) this.doubt({ kind: 'record' })
    this.checked = !kept.doubts.length && !kept.missed && kept.gifts.length > 0
    if (this.checked) this.forget()
    else this.save()
  }

  /** There is none, or none that can be read. */
  unproved(): void {
    if (!this.kept.gifts.length) return
    this.doubt({ kind: 'norecord' })
    this.save()
  }

  private fits(record: string): boolean {
    const { kept } = this
    const { fair } = JSON.parse(record.slice(0, record.indexOf('\n'))) as {
      fair?: { game: string; commit: string; seats: string[]; void?: string[][] }
    }
    if (!fair) return !kept.gifts.length && !kept.dealt
    const game = kept.gifts.length ? this.table : (this.sharedDeal ?? this.table)
    if (fair.game !== game || (kept.commit !== null && fair.commit !== kept.commit)) return false
    if (kept.dealt && fair.seats.join() !== kept.dealt.join()) return false
    if (!kept.dealt || !kept.shown) return true
    return (fair.void?.length ?? 0) + 1 === kept.shown.round
  }
}
