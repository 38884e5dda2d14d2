/* costs.ts - what cards cost, for the reference outside a game: the default edition, read from the one file that has it. */
import edition from '../../../editions/default.edition?raw'
import { CARDS, type Card, type EditionInfo } from '../engine/types'

export function costsOf(text: string): EditionInfo['costs'] {
  const lines = [...text.matchAll(/^cost (\w+) (\d+)/gm)].map(found => [found[1], Number(found[2])] as const)
  return Object.fromEntries(lines.filter(([card]) => CARDS.includes(card as Card)))
}

export const costs = costsOf(edition)
