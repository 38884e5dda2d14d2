/* worth.ts - what a card would bring a round as things stand, and where the own one is: for whoever thinks about building it. */

import { yieldOf } from '../art/cards'
import { GOODS, type Card, type SeatView } from '../engine/types'
import type { TableState } from '../game/types'

/* R5.4; a test compares them with what the engine previews. */
const banks: Partial<Record<Card, number>> = { bank1: 3, bank2: 5 }
const perPart = 2

/* Coins a round: fields at the best price of today, the Office at what the fields yield; null where coins are not what it is for. */
export function brings(card: Card, { view }: TableState, seat: SeatView): { coins: number; atPrice: number | null } | null {
  const grown = yieldOf(card)
  if (grown) {
    const price = Math.max(...view.breweries.map(brewery => brewery.price[GOODS.indexOf(grown.good)]!))
    return { coins: grown.amount * price, atPrice: price }
  }
  if (card === 'office') return { coins: Math.max(...seat.yield), atPrice: null }
  if (card === 'guide') return { coins: perPart * seat.palaceParts, atPrice: null }
  const coins = banks[card]
  return coins === undefined ? null : { coins, atPrice: null }
}

export type Whereabouts =
  | { where: 'hand' | 'covered' | 'removed' | 'secret' | 'fresh' }
  | { where: 'field'; space: number }
  | { where: 'deck'; rounds: number }

/* Where the viewer's own one is; null for who has none. Everybody has one of each (R0.2). */
export function whereIs(card: Card, { view, memoryAid }: TableState): Whereabouts | null {
  const { own } = view
  const seat = own && view.seats[own.seat]
  if (!own || !seat) return null
  if (own.hand.some(held => held.card === card)) return { where: 'hand' }
  const space = seat.spaces.findIndex(one => one.card === card) + 1
  if (space > 0) return { where: 'field', space }
  if (seat.covered.includes(card)) return { where: 'covered' }
  if (own.trash.includes(card)) return { where: 'removed' }
  if (!memoryAid) return { where: 'secret' }
  const found = own.deck.find(one => one.card === card)
  return found ? { where: 'deck', rounds: found.rounds } : { where: 'fresh' }
}
