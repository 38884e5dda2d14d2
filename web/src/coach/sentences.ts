/* sentences.ts - the coach's findings as sentences in the reader's language. Every statement was computed. */
import type { CoachFact, Idea, JudgedTurn, TurnShape, TurnVerdict, Verdict } from './types'
import type { Card, PlayedLevel, Triple } from '../engine/types'
import { list, number, percent, t } from '../i18n/i18n.svelte'
import { breweryName, cardTitle, coins, goodName, goodsText, howParts } from '../i18n/sentences'

const some = (goods: Triple) => goods.some(n => n > 0)
const titles = (cards: readonly Card[]) => list(cards.map(cardTitle))

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/* A sentence of a phrase. */
const sentence = (phrase: string) => `${capital(phrase)}.`

function phrasesOf({ sale, builds, stored, kept, removed, buried }: TurnShape): string[] {
  const phrases: string[] = []
  if (sale && some(sale.goods)) {
    const details = [coins(sale.income), ...howParts(sale.market, sale.office)].join('; ')
    phrases.push(t('coach.sell', { goods: goodsText(sale.goods), brewery: breweryName(sale.brewery), how: details }))
  }
  for (const { card, space } of builds) phrases.push(t('coach.build', { card: cardTitle(card), space }))
  if (some(stored)) phrases.push(t('coach.store', { goods: goodsText(stored) }))
  if (kept.length) phrases.push(t('coach.keep', { cards: titles(kept) }))
  if (removed.length) phrases.push(t('coach.remove', { cards: titles(removed) }))
  if (buried.length) phrases.push(t('coach.bury', { cards: buried.map(cardTitle).join(', ') }))
  return phrases
}

/* "Sell 3 hops and 2 water at Brückenbräu (13 coins), build Spring 3 on space 6, keep Palace II." */
export function turnText(kind: Verdict['kind'], { turn, actions }: Pick<Idea, 'turn' | 'actions'>): string {
  if (kind === 'draw' || !turn) return sentence(t(actions[0] === 'draw' ? 'coach.draw' : 'coach.drawNot'))
  const phrases = phrasesOf(turn)
  return sentence(phrases.length ? phrases.join(', ') : t('coach.nothing'))
}

/* Hundredths of a percent as points with one digit: 3.1, "3.1". */
const inPoints = (hundredths: number) => Math.round(hundredths / 10) / 10

export function points(hundredths: number): string {
  return number(inPoints(hundredths))
}

/* "45 % ± 4": the chance, and how far it may be off. */
export function chanceText(chance: number, doubt: number): string {
  return t('coach.chance', { chance: percent(chance / 10000), doubt: number(Math.round(doubt / 100)) })
}

/* "−3.1 ± 0.8"; a turn that was better than the best one found has lost nothing. */
export function lossText(loss: number, margin: number): string {
  const size = points(Math.abs(loss))
  return t('coach.loss', { loss: `${size === '0' ? '' : loss > 0 ? '−' : '+'}${size}`, margin: points(margin) })
}

/* When a card is in the hand again. */
function when(rounds: number): string {
  if (rounds < 0) return t('coach.never')
  return rounds === 0 ? t('coach.kept') : t('coach.back', { rounds: t('count.rounds', { n: rounds }) })
}

const RESULTS = ['open', 'won', 'won-next', 'no-palace', 'too-late'] as const

/* Of the turn that wins; if neither does, of the idea itself unless it is open. */
function resultText(played: number, best: number): string {
  const otherWins = best === 1 || (best === 2 && played !== 1)
  return otherWins || played === 0 ? t(`coach.other.${RESULTS[best]!}`) : t(`coach.own.${RESULTS[played]!}`)
}

/* Returns a sentence about a difference between an idea and the best one. */
export function factText(fact: CoachFact): string {
  const { kind, played, best } = fact
  const card = fact.card ? cardTitle(fact.card) : ''
  switch (kind) {
    case 'result':
      return resultText(played, best)
    case 'field-covered':
      return t(played ? 'coach.fact.covered' : 'coach.fact.covered-other', {
        card,
        field: fact.covered ? cardTitle(fact.covered) : t('coach.printed'),
        n: played + best,
      })
    case 'coins-now':
    case 'palace-price':
      return t(`coach.fact.${kind}`, { coins: coins(played), best })
    case 'coins-next':
      return t('coach.fact.coins-next', { coins: coins(played / 10), best: best / 10 })
    case 'place-next':
      return t('coach.fact.place-next', { n: played / 10, best: best / 10 })
    case 'price-left':
      return t('coach.fact.price-left', { good: goodName(fact.good!), brewery: breweryName(fact.brewery!), coins: coins(played), best })
    case 'palace-paid':
      return fact.playedParts === fact.bestParts
        ? t('coach.fact.palace-paid', { n: fact.playedParts!, coins: coins(played), best })
        : t('coach.fact.palace-parts', { n: fact.playedParts!, best: fact.bestParts! })
    case 'card-built':
      return played < 0 ? t('coach.fact.card-not-built', { card, coins: coins(best) }) : t('coach.fact.card-built', { card, coins: coins(played) })
    case 'card-back':
      return t('coach.fact.card-back', { card, when: when(played), best: when(best) })
    case 'goods-wasted':
    case 'field-lost':
    case 'harvest':
    case 'cards-kept':
      return t(`coach.fact.${kind}`, { n: played, best })
  }
}

/* Returns the facts to show about an idea: the reasons for the better turn, then one that favours the other. */
export function reasonsOf({ facts, said }: Pick<Idea, 'facts' | 'said'>, best = false): string[] {
  return facts.slice(0, said).map(fact => {
    const text = factText(fact)
    if (best && fact.favours === 'best') return t('coach.against', { reason: text })
    return !best && fact.favours === 'played' ? t('coach.for', { reason: text }) : text
  })
}

/* Turns that cost something, the costliest first. */
export function costly(judged: readonly JudgedTurn[]): JudgedTurn[] {
  return judged.filter(({ verdict }) => verdict.grade !== 'good').sort((a, b) => b.verdict.loss - a.verdict.loss || a.decided - b.decided)
}

/* "Blunder, −13.6 ± 3.3" */
export function lossLabel({ grade, loss, margin }: Pick<TurnVerdict, 'grade' | 'loss' | 'margin'>): string {
  return t('coach.lost', { grade: t(`coach.grade.${grade}`), loss: lossText(loss, margin) })
}

/* Which parts of the turn are to blame: "the sale and the space". */
export function blameText({ parts }: Pick<TurnVerdict, 'parts'>): string {
  return list([...new Set(parts.map(part => t(`coach.part.${part}`)))])
}

/* A loss below one standard error counts as none, as in the balance of a game (docs/players/coach.md). */
export function lossPerTurn(judged: readonly JudgedTurn[]): number {
  const lost = judged.reduce((sum, { verdict: { loss, margin } }) => sum + (loss * 1.96 > margin ? loss : 0), 0)
  return judged.length ? lost / judged.length : 0
}

/* "27 turns judged, 1.4 points lost per turn." */
export function sumText(judged: readonly JudgedTurn[]): string {
  const turns = judged.filter(({ verdict }) => verdict.kind === 'turn')
  return t('coach.review.sum', { n: turns.length, loss: inPoints(lossPerTurn(turns)) })
}

const TOP = 5 /* reviews cannot tell it from 6 and 7 */

/* "Turns like those of a bot of level 3; levels 1 to 4 are possible." */
export function playedText({ level, low, high }: PlayedLevel): string {
  const alone = low === level && (high === level || level === TOP)
  return t('coach.played', { level: level === TOP ? `${level}–${high}` : number(level), range: alone ? 'one' : 'more', low, high })
}
