// gift.ts - the own part of the shuffle (docs/fair.md). A value is drawn and its seal shown; when all seats are taken the seal is
// opened; when the game is over the record must have that value, and the commitment and all seals that were shown by then.

import type { Engine } from '../engine/engine'

export interface Gift {
  value: string
  /** What everybody was bound to when the seal was opened: the server's commitment and what lay on the table; null before. */
  bound: { commit: string; deal: string[] } | null
}

export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where the browser keeps nothing, a gift lasts until the page is left. */
const held = new Map<string, string>()
const key = (seal: string) => `ff.gift.${seal}`

function put(seal: string, gift: Gift, keep: Keep): void {
  const text = JSON.stringify(gift)
  held.set(seal, text)
  try {
    keep.setItem(key(seal), text)
  } catch {
    // held is enough for now
  }
}

/** Draws a value and gives its seal. */
export function newGift(engine: Engine, keep: Keep): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const value = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  const seal = engine.seal(value)
  put(seal, { value, bound: null }, keep)
  return seal
}

export function giftBehind(seal: string, keep: Keep): Gift | null {
  const text = held.get(seal) ?? keep.getItem(key(seal))
  return text ? (JSON.parse(text) as Gift) : null
}

/** The value, to be shown to all; from now on everybody is held to what they had shown. Null: the gift is not of this browser. */
export function openGift(seal: string, commit: string, deal: string[], keep: Keep): string | null {
  const gift = giftBehind(seal, keep)
  if (gift && !gift.bound) put(seal, { ...gift, bound: { commit, deal } }, keep)
  return gift?.value ?? null
}

export function forgetGift(seal: string, keep: Keep): void {
  held.delete(seal)
  keep.removeItem(key(seal))
}

/** What can't change any more once it lies on the table: a seal, an open value, or nothing. */
function fixed(gave: string): string {
  const [how, first] = gave.split(' ')
  return how === 'withheld' || how === 'sealed' ? `seal ${first}` : gave
}

/** Whether the record was dealt as everybody was bound to. That its deal follows from what it says, the engine checks. */
export function honours(record: string, seat: number, gift: Gift): boolean {
  const { fair } = JSON.parse(record.slice(0, record.indexOf('\n'))) as { fair?: { commit: string; seats: string[] } }
  if (!fair) return false
  const { bound } = gift
  if (bound && (fair.commit !== bound.commit || fair.seats.map(fixed).join() !== bound.deal.map(fixed).join())) return false
  const [how, , value] = fair.seats[seat]?.split(' ') ?? []
  return how === 'withheld' || (how === 'sealed' && value === gift.value)
}
