/* marks.ts - the places on the table where a plan continues: the next element to touch, and the number of a good; and those of its later
 * steps. Pure functions of the plan and its progress. */

import type { Idea } from './types'
import { GOODS, type ActionText, type Card, type Seat, type Stage, type Triple } from '../engine/types'

export interface Mark {
  /* CSS; the first that can be seen. */
  at: string
  /* A number to set there. */
  n?: number
}

export interface Now {
  seat: Seat
  /* The due decision; null if only ending the turn is left. */
  stage: Stage | null
  /* The actions of the turn so far. */
  actions: readonly ActionText[]
  /* The card that is picked up, and the amounts that are set. */
  picked: Card | null
  goods: Triple
}

const main: Mark[] = [{ at: '[data-main]' }]

function saleMarks({ turn }: Idea, goods: Triple): Mark[] {
  if (!turn?.sale) return main
  const { brewery, goods: wanted, market } = turn.sale
  const row: Mark = { at: `[data-at="brewery:${brewery}"] button.sell` }
  /* With a Market, the goods sold are not those on the table. */
  const amounts = market ? [] : GOODS.flatMap((good, i): Mark[] => (goods[i] === wanted[i] ? [] : [{ at: `[role=columnheader][data-good=${good}] .stepper`, n: wanted[i]! }]))
  return [row, ...amounts]
}

function buildMarks({ turn }: Idea, next: ActionText, { seat, picked }: Now): Mark[] {
  const card = next.slice('build '.length) as Card
  const built = turn?.builds.find(build => build.card === card)
  return picked === card && built ? [{ at: `[data-at="space:${seat}:${built.space}"]` }] : [{ at: `[data-at="card:${card}"]` }]
}

const follows = (plan: Idea, { actions }: Now) => actions.every((action, i) => plan.actions[i] === action)

/* Nothing where the plan is not followed. */
export function marksOf(plan: Idea, now: Now): Mark[] {
  const { stage, actions } = now
  if (!follows(plan, now)) return []
  if (stage === null) return main
  const next = plan.actions[actions.length]
  if (next === undefined) return main
  if (stage === 'brewery') return next === 'done' ? main : saleMarks(plan, now.goods)
  if (stage === 'draw') return next === 'draw' ? main : [{ at: 'footer.actions .second' }]
  if (stage.startsWith('store-')) return [{ at: '.store' }]
  if (next.startsWith('build ')) return buildMarks(plan, next, now)
  const put = /^(?:bury|trash) (.+)$/.exec(next)
  return put ? [{ at: `.hand [data-at="card:${put[1]}"]` }] : main
}

/* The rest of the plan, numbered in its order: the cards to build with their spaces; then the cards to put away. */
export function laterMarks(plan: Idea, now: Now): Mark[] {
  const { seat, stage, actions } = now
  if (!follows(plan, now) || stage === null || stage === 'draw') return []
  const rest = plan.actions.slice(actions.length)
  const building = rest.some(action => action.startsWith('build '))
  const steps = rest.filter(action => (building ? /^build / : /^(bury|trash) /).test(action))
  const next = new Set(marksOf(plan, now).map(({ at }) => at))
  const marks = steps.flatMap((action, i): Mark[] => {
    const card = action.split(' ')[1] as Card
    if (!building) return [{ at: `.hand [data-at="card:${card}"]`, n: i + 1 }]
    const space = plan.turn?.builds.find(build => build.card === card)?.space
    return [{ at: `[data-at="card:${card}"]`, n: i + 1 }, ...(space ? [{ at: `[data-at="space:${seat}:${space}"]`, n: i + 1 }] : [])]
  })
  return marks.filter(({ at }) => !next.has(at))
}
