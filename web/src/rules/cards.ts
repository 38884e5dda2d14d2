/* cards.ts - the cards for the reference: grouped by what they are for, with the rules that say so. */
import type { Card, RuleId } from '../engine/types'

export interface Kind {
  id: 'field' | 'money' | 'cards' | 'trade' | 'building' | 'palace' | 'expert'
  cards: Card[]
}

export const kinds: readonly Kind[] = [
  { id: 'field', cards: ['hops1', 'hops2', 'hops3', 'barley1', 'barley2', 'barley3', 'water1', 'water2', 'water3'] },
  { id: 'money', cards: ['bank1', 'bank2'] },
  { id: 'trade', cards: ['office', 'market', 'warehouse', 'magistrate'] },
  { id: 'cards', cards: ['townhall1', 'townhall2', 'lab1', 'lab2'] },
  { id: 'building', cards: ['crane'] },
  { id: 'palace', cards: ['palace1', 'palace2', 'palace3', 'palace4', 'palace5', 'palace6'] },
  { id: 'expert', cards: ['guide', 'scavenger'] },
]

/* "bank2" -> "bank": cards that differ in size alone share rules and advice. */
export type Family =
  | 'field' | 'bank' | 'townhall' | 'lab' | 'office' | 'warehouse' | 'market' | 'magistrate' | 'crane' | 'palace' | 'guide'
  | 'scavenger'

export function familyOf(card: Card): Family {
  const name = card.replace(/\d$/, '')
  return name === 'hops' || name === 'barley' || name === 'water' ? 'field' : (name as Family)
}

const rules: Record<Family, RuleId[]> = {
  field: ['R4.1'],
  bank: ['R5.4'],
  townhall: ['R7.1'],
  lab: ['R3.2'],
  office: ['R5.4', 'R5.8'],
  warehouse: ['R7.4'],
  market: ['R5.5', 'R5.2'],
  magistrate: ['R5.7'],
  crane: ['R6.4'],
  palace: ['R6.5', 'R6.2', 'R9.1', 'R6.6'],
  guide: ['R5.4'],
  scavenger: ['R7.3'],
}

export function cardRules(card: Card): readonly RuleId[] {
  return rules[familyOf(card)]
}
