/* cards.ts - which picture belongs to a card, and to a building space. */
import type { Card, Good, Mode } from '../engine/types'
import { buildings, type BuildingKind } from './buildings'
import { field, type Ripeness } from './fields'
import { palaceIn } from './palace'
import { once } from './ink'
import { backdrop, empty } from './scenery'

export type { Ripeness }

/** The content of a space: a card, a field printed on the board (yield 1), or nothing. */
export type OnSpace = Card | Good | null

export interface Look {
  /** 0 harvested, 1 growing, 2 ripe. */
  ripe?: Ripeness
  mode?: Mode
  /** 1 to 6, for the empty ones. */
  space?: number
  /** Palace parts built, bit 0 for part 1: in the expert game they join. */
  built?: number
}

const asField = /^(hops|barley|water)([123]?)$/
const asPalace = /^palace([1-6])$/

/** Draws the content of a space, in 120 x 96, without the land behind it. */
export function subject(kind: OnSpace, { ripe = 2, mode = 'base', built = 0, space }: Look = {}): string {
  return drawn(kind, ripe, mode, built, space)
}

const drawn = once((kind: OnSpace, ripe: Ripeness, mode: Mode, built: number, space: number | undefined) => {
  if (kind === null) return empty(space)
  const grown = asField.exec(kind)
  if (grown) return field(grown[1] as Good, Number(grown[2] || 1), ripe)
  const part = asPalace.exec(kind)
  if (part) return palaceIn(Number(part[1]), mode, built)
  return buildings[kind as BuildingKind]
})

/** The same with a piece of land behind it. */
export const inLand = once((kind: OnSpace, ripe: Ripeness, mode: Mode, built: number) => backdrop + drawn(kind, ripe, mode, built, undefined))

/** The group a card belongs to; its stripe has that colour. */
export function groupOf(card: Card): Good | 'palace' | 'person' | 'building' {
  const grown = asField.exec(card)
  if (grown) return grown[1] as Good
  if (asPalace.test(card)) return 'palace'
  return card === 'magistrate' || card === 'guide' || card === 'scavenger' ? 'person' : 'building'
}

/** Good and yield of a field card; null for any other. */
export function yieldOf(card: Card): { good: Good; amount: number } | null {
  const grown = asField.exec(card)
  return grown ? { good: grown[1] as Good, amount: Number(grown[2] || 1) } : null
}
