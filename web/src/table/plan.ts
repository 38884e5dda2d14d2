/* plan.ts - planned turns as the page tells them: conditions, turns and outcomes in words, and the conditions to choose from. */

import { GOODS, type PlanBasis, type PlannedTurn, type RefusalId } from '../engine/types'
import { breweryLetter, conditionOf, turnOf, type Alternative, type Condition } from '../game/plan'
import { list, t } from '../i18n/i18n.svelte'
import { breweryName, cardTitle, coins, goodName, goodsText, refusalText } from '../i18n/sentences'

const comparisons = { '>=': 'least', '<=': 'most', '=': 'equal' } as const

export function conditionText(text: string): string {
  const condition = conditionOf(text)
  if (!condition) return text
  const { of, brewery, good, n } = condition
  return t(`plan.is.${of}`, {
    is: comparisons[condition.is],
    n,
    coins: coins(n),
    brewery: breweryName(brewery),
    good: goodName(good),
    goods: t(`good.${good}.count`, { n }),
  })
}

/* "2 hops at Brückenbräu, Bank I on space 3" */
export function turnText({ actions }: Alternative): string {
  const { brewery, goods, builds } = turnOf(actions)
  const sold = brewery === null ? t('plan.sellsNothing') : t('plan.sells', { goods: goodsText(goods), brewery: breweryName(brewery) })
  return [sold, ...builds.map(({ card, space }) => t('plan.builds', { card: cardTitle(card), space }))].join(', ')
}

export function conditionsText({ conditions }: Alternative): string {
  return conditions.length ? t('plan.if', { list: list(conditions.map(conditionText)) }) : ''
}

/* What an alternative would bring now, or why it does not hold. */
export function outcomeText({ conditions }: Alternative, turn: PlannedTurn): string {
  switch (turn.result) {
    case 'holds':
      return t(turn.place ? 'plan.brings' : 'plan.bringsOnly', { coins: coins(turn.income ?? 0), place: turn.place ?? 0 })
    case 'condition':
      return t('plan.failed', { condition: conditionText(conditions[(turn.at ?? 1) - 1] ?? ''), is: turn.is ?? '–' })
    case 'refused':
      return t('plan.refused', { why: refusalText({ id: turn.refusal as RefusalId, rule: turn.rule ?? '', text: '' }) })
    default:
      return t('plan.broken')
  }
}

/* A condition to choose, with a threshold of one's own. */
export interface Threshold {
  id: string
  on: boolean
  n: number
  step: number
  least: number
  most: number
}

const isOf = (id: string): Condition['is'] => (id === 'palace' ? '<=' : '>=')

export function thresholdText({ id, n }: Pick<Threshold, 'id' | 'n'>): string {
  return `${id} ${isOf(id)} ${n}`
}

/* A palace price rises by 2 at a time (R6.5). */
const PALACE_STEP = 2

/* What a complete turn lets one choose. What it sells and the price of its Palace part are asked for unless one says otherwise. */
function offered({ income, brewery, room, fills, palacePrice }: PlanBasis): Threshold[] {
  const sale = income > 0 ? [{ id: 'sale', on: true, n: income, step: 1, least: 1, most: 99 }] : []
  const palace = palacePrice === null ? [] : [{ id: 'palace', on: true, n: palacePrice, step: PALACE_STEP, least: PALACE_STEP, most: 98 }]
  const rooms = GOODS.flatMap((good, i) =>
    brewery !== null && fills[i]! > 0 ? [{ id: `room ${breweryLetter(brewery)} ${good}`, on: false, n: fills[i]!, step: 1, least: 1, most: room[i]! }] : [],
  )
  return [...sale, ...palace, ...rooms]
}

/* `before`: the conditions of the alternative that is being changed. */
export function thresholdsOf(basis: PlanBasis, before: readonly string[] | null): Threshold[] {
  return offered(basis).map(one => {
    const same = before?.find(text => text.startsWith(`${one.id} ${isOf(one.id)} `))
    return before ? { ...one, on: same !== undefined, n: same ? (conditionOf(same)?.n ?? one.n) : one.n } : one
  })
}

/* Conditions that cannot be chosen here, such as those of another program; they stay as they are. */
export function otherConditions(before: readonly string[]): string[] {
  return before.filter(text => ['coins', 'place', 'price'].includes(conditionOf(text)?.of ?? ''))
}
