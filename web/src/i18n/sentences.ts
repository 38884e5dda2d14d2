/* sentences.ts - facts of the engine as sentences in the reader's language. The engine's own English `text` is never shown. All
 * functions use t(), so components update when the language changes. */
import {
  GOODS, type Card, type Exchange, type GameEvent, type Good, type Refusal,
  type Seat, type Stage, type Triple,
} from '../engine/types'
import type { Problem, TableState } from '../game/types'
import { isYou } from '../game/names'
import { ServerError } from '../net/protocol'
import { hasWords, list, loadWords, t, type Key } from './i18n.svelte'

export function cardTitle(card: Card): string {
  return t(`card.${card}`)
}

/* Returns the effect of a visible card, in a sentence. */
export function cardEffect(card: Card): string {
  return isPalace(card) ? t('effect.palace') : t(`effect.${card}` as Key)
}

export function isPalace(card: Card): boolean {
  return card.startsWith('palace')
}

/** I to VI. */
export function partNumber(card: Card): string {
  return ['I', 'II', 'III', 'IV', 'V', 'VI'][Number(card.at(-1)) - 1] ?? ''
}

export function goodName(good: Good): string {
  return t(`good.${good}`)
}

export function coins(n: number): string {
  return t('count.coins', { n })
}

export function breweryName(brewery: number): string {
  return t(`brewery.${brewery}` as Key)
}

/* "2 hops and 1 water"; "nothing" for none at all. */
export function goodsText(goods: Triple): string {
  const some = GOODS.flatMap((good, i) => (goods[i]! > 0 ? [t(`good.${good}.count`, { n: goods[i]! })] : []))
  return some.length ? list(some) : t('count.nothing')
}

/* Returns players' names for sentences; the viewer is "you". */
export interface Names {
  name(seat: Seat): string
  /* null: nobody is "you". */
  viewer: Seat | null
}

/* As many of the names as stand on their own in the middle of a sentence: "Anna and you". */
export function namesText(seats: readonly Seat[], names: Names): string {
  return list(seats.map(seat => (who(seat, names).who === 'you' ? t('you') : names.name(seat))))
}

/* Returns a stored name as it is shown, with "You" in the present language. */
export function shownName(name: string): string {
  return isYou(name) ? t('You') : name
}

/* The subject of a sentence: `who` chooses its form, `name` fills it. */
export function who(seat: Seat, names: Names) {
  const name = names.name(seat)
  return seat === names.viewer || isYou(name) ? { who: 'you', name: t('You') } : { who: 'other', name }
}

function cardsText(cards: readonly Card[] | null, n: number): string {
  return cards ? list(cards.map(cardTitle)) : t('count.cards', { n })
}

function total(goods: Triple): number {
  return goods[0] + goods[1] + goods[2]
}

/* "2 hops as barley", "Office: barley" */
export function howParts(market: Exchange | null, office: Good | null): string[] {
  const parts: string[] = []
  if (market)
    parts.push(
      t('event.sold.market', { goods: t(`good.${market.from}.count`, { n: market.count }), good: goodName(market.to) }),
    )
  if (office) parts.push(t('event.sold.office', { good: goodName(office) }))
  return parts
}

/* " (2 hops as barley; Office: barley)" */
function how(market: Exchange | null, office: Good | null): string {
  const parts = howParts(market, office)
  return parts.length ? ` (${parts.join('; ')})` : ''
}

/* "hops from 2 to 1 and barley from 1 to 0"; '' where no price has changed. */
function movesText(before: Triple | null, after: Triple | null): string {
  const moves = GOODS.flatMap((good, i) => {
    const [from, to] = [before?.[i], after?.[i]]
    return from === undefined || to === undefined || from === to ? [] : [t('event.price', { good: goodName(good), from, to })]
  })
  return moves.length ? list(moves) : ''
}

/* Returns a sentence about an event, as far as the viewer may know it: the engine leaves out hidden parts. */
export function eventText(event: GameEvent, names: Names): string {
  switch (event.kind) {
    case 'drew': {
      const values = { ...who(event.seat, names), what: cardsText(event.cards, event.n), goods: goodsText(event.goods) }
      if (event.n === 0) return t('event.harvested', values)
      // A server's line has the draw but not the harvest, so the harvest is omitted.
      return t(event.extra || total(event.goods) === 0 ? 'event.drewOnly' : 'event.drew', values)
    }
    case 'sold': {
      const values = { ...who(event.seat, names), n: event.income, coins: coins(event.income) }
      if (event.brewery === null || total(event.goods) === 0) return t('event.soldNothing', values)
      const goods = goodsText(event.goods)
      const sold = t('event.sold', { ...values, goods, brewery: breweryName(event.brewery), how: how(event.market, event.office) })
      const moved = movesText(event.price, event.priceAfter)
      return moved ? `${sold} ${t('event.prices', { list: moved })}` : sold
    }
    case 'built': {
      const values = { ...who(event.seat, names), card: cardTitle(event.card), space: event.space, coins: coins(event.cost) }
      const built = event.covered ? t('event.builtOver', { ...values, covered: cardTitle(event.covered) }) : t('event.built', values)
      const { palacePrice, palacePriceAfter } = event
      return palacePriceAfter === palacePrice ? built : `${built} ${t('event.priceUp', { coins: coins(palacePriceAfter!) })}`
    }
    case 'trashed':
    case 'buried':
      return t(`event.${event.kind}`, {
        ...who(event.seat, names),
        what: event.card ? cardTitle(event.card) : t('event.aCard'),
      })
    case 'stored':
      return t('event.stored', { ...who(event.seat, names), goods: goodsText(event.goods) })
    case 'kept':
      return t('event.kept', { ...who(event.seat, names), what: t('count.cards', { n: event.n }) })
    case 'round': {
      const moved = event.prices.flatMap(({ before, after }, b) => {
        const prices = movesText(before, after)
        return prices ? [t('event.at', { brewery: breweryName(b), list: prices })] : []
      })
      return [t('event.round', { n: event.round }), ...moved].join(' ')
    }
  }
}

/* "Green wins the game.", "You win the game." */
export function winnersText(winners: readonly Seat[], names: Names): string {
  if (winners.length === 1 && who(winners[0]!, names).who === 'you') return t('event.youWin')
  return t('event.over', { n: winners.length, names: namesText(winners, names) })
}

/* Returns the sentence about the winners of a finished game. */
export function wonText({ view, seats, viewer }: Pick<TableState, 'view' | 'seats' | 'viewer'>): string {
  const winners = view.result?.winners ?? []
  const names = { name: (seat: Seat) => shownName(seats[seat]!.name), viewer }
  if (winners.length === 0) return t('over.nobody')
  if (winners.length > 1) return t('over.shared', { names: namesText(winners, names) })
  return winners[0] === viewer ? t('over.win') : t('over.winner', { name: names.name(winners[0]!) })
}

/* Returns the reason of a refusal in a sentence, with numbers if money is the reason. The rule is refusal.rule. */
export function refusalText(refusal: Refusal): string {
  if (refusal.id === 'TOO_EXPENSIVE' && refusal.cost !== undefined && refusal.coins !== undefined)
    return t('refusal.TOO_EXPENSIVE.numbers', { cost: coins(refusal.cost), coins: coins(refusal.coins) })
  return t(`refusal.${refusal.id}`)
}

export function todoText(stage: Stage): string {
  return t(`todo.${stage}`)
}

export function problemText(problem: Problem): string {
  if (problem.refusal) return refusalText(problem.refusal)
  return codeText(problem.code, problem.text)
}

/* Codes whose text tells more: what is wrong with the message, which limit, or what the operators say. */
const telling = ['bad-message', 'banned', 'closed', 'not-now', 'not-allowed', 'limit']

/* The words of the server's codes are in `online`. The server's own English text only follows where it tells more. */
function codeText(code: string, why: string): string {
  const key = `problem.${code}`
  const known = hasWords(key)
  const text = known ? t(key, { why }) : t('error.unknown')
  return why && (!known || telling.includes(code)) ? `${text} ${t('problem.says', { why })}` : text
}

/* Returns in a sentence why the server did not do what it was asked. */
export async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof ServerError)) return t('error.unknown')
  if (error.code !== 'unreachable') await loadWords('online').catch(() => undefined)
  return codeText(error.code, error.message)
}
