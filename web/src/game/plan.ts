// plan.ts - the text of a plan (docs/authors/notation.md), as the page writes and shows it. What a plan does is decided by the engine.

import {
  GOODS, type ActionText, type Brewery, type Card, type GameEvent,
  type Good, type PlanBasis, type Space, type Triple, type View,
} from '../engine/types'

/** A line of a plan: the conditions as text, and the whole turn. */
export interface Alternative {
  /** From 1. */
  line: number
  conditions: string[]
  actions: ActionText[]
}

/** The lines of a plan; `wait` is none. */
export function alternativesOf(text: string): Alternative[] {
  return text.split('\n').flatMap((line, i): Alternative[] => {
    const found = /^\s*(?:if\s+([^:]*):)?(.*)$/.exec(line)
    const turn = found?.[2]?.trim() ?? ''
    if (turn === '' || turn === 'wait') return []
    const conditions = found![1]?.split(/\band\b/).map(condition => condition.trim().replace(/\s+/g, ' ')) ?? []
    return [{ line: i + 1, conditions, actions: turn.split(/\s*;\s*/) }]
  })
}

function lineOf({ conditions, actions }: Omit<Alternative, 'line'>): string {
  const turn = actions.join('; ')
  return conditions.length ? `if ${conditions.join(' and ')}: ${turn}` : turn
}

/** The plan with that alternative in the place of a line; null: behind the others. */
export function withAlternative(text: string, line: number | null, conditions: readonly string[], actions: readonly ActionText[]): string {
  const mine = { conditions: [...conditions], actions: [...actions] }
  const all = alternativesOf(text)
  const lines = all.map(one => lineOf(one.line === line ? mine : one))
  if (!all.some(one => one.line === line)) lines.push(lineOf(mine))
  return lines.join('\n')
}

/** The plan without a line; null: no plan. */
export function withoutLine(text: string, line: number | null): string {
  return line === null ? '' : alternativesOf(text).filter(one => one.line !== line).map(lineOf).join('\n')
}

/** What a condition compares, and with which number. */
export interface Condition {
  of: 'sale' | 'coins' | 'palace' | 'place' | 'price' | 'room'
  brewery: Brewery
  good: Good
  is: '>=' | '<=' | '='
  n: number
}

/** Null for a text that is no condition. */
export function conditionOf(text: string): Condition | null {
  const found = /^(sale|coins|palace|place|price|room)(?: ([A-Ea-e]) (hops|barley|water))? (>=|<=|=) (\d+)$/.exec(text)
  if (!found) return null
  return {
    of: found[1] as Condition['of'],
    brewery: breweryOf(found[2] ?? 'A'),
    good: (found[3] ?? 'hops') as Good,
    is: found[4] as Condition['is'],
    n: Number(found[5]),
  }
}

export function breweryLetter(brewery: Brewery): string {
  return 'ABCDE'[brewery]!
}

function breweryOf(letter: string): Brewery {
  return 'ABCDE'.indexOf(letter.toUpperCase())
}

/** What a planned turn does, for showing it on the table. */
export interface TurnShown {
  brewery: Brewery | null
  /** Tokens that leave the field: with a Market some count as another good. */
  goods: Triple
  builds: { card: Card; space: Space }[]
  buried: Card[]
  removed: Card[]
}

/** How many tokens of which good an action sells. */
function soldBy(action: ActionText): [Good, number] | null {
  const found = /^(?:sell|market) (\d+) (hops|barley|water)\b/.exec(action)
  return found ? [found[2] as Good, Number(found[1])] : null
}

export function turnOf(actions: readonly ActionText[]): TurnShown {
  const goods: [number, number, number] = [0, 0, 0]
  const shown: TurnShown = { brewery: null, goods, builds: [], buried: [], removed: [] }
  for (const action of actions) {
    const [verb, word] = action.split(' ')
    const sold = soldBy(action)
    if (sold) goods[GOODS.indexOf(sold[0])]! += sold[1]
    else if (verb === 'brewery') shown.brewery = breweryOf(word!)
    else if (verb === 'build') shown.builds.push({ card: word as Card, space: 0 })
    else if (verb === 'space' && shown.builds.length) shown.builds.at(-1)!.space = Number(word)
    else if (verb === 'bury') shown.buried.push(word as Card)
    else if (verb === 'trash') shown.removed.push(word as Card)
  }
  return shown
}

/** What a planned turn assumes, from its events and the table before it. */
export function basisOf(events: readonly GameEvent[], before: View): PlanBasis {
  const basis: PlanBasis = { income: 0, brewery: null, room: [0, 0, 0], fills: [0, 0, 0], palacePrice: null }
  for (const event of events) {
    if (event.kind === 'sold') {
      basis.income = event.income
      basis.brewery = event.brewery
      const at = event.brewery === null ? null : before.breweries[event.brewery]
      if (at) {
        basis.room = GOODS.map((_, i) => at.demand[i]! - at.filled[i]!) as unknown as Triple
        basis.fills = GOODS.map((_, i) => Math.min(basis.room[i]!, event.counted[i]!)) as unknown as Triple
      }
    }
    if (event.kind === 'built' && event.card.startsWith('palace')) basis.palacePrice ??= event.palacePrice
  }
  return basis
}

/** Others play in phases 3 to 5, and the seat's turn of this round is still to come. */
export function isAhead({ order, turn }: View, seat: number): boolean {
  return turn !== null && order.indexOf(seat) > order.indexOf(turn)
}
