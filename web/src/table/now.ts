/* now.ts - whose turn it is and which decision is due, computed in one place, so that header, action bar and window title agree. */

import { t } from '../i18n/i18n.svelte'
import { cardTitle, namesText, todoText, who, wonText } from '../i18n/sentences'
import type { Phase, Seat } from '../engine/types'
import type { MarketNews, TableSession } from './session.svelte'
import { telling } from './guide.svelte'
import { phaseName } from './words'

/* The seat that must decide; null if it is several seats or none. */
export function seatNow(session: TableSession): Seat | null {
  const { waiting, view, viewer } = session.state
  if (view.result) return view.result.winners.length === 1 ? view.result.winners[0]! : null
  switch (waiting.for) {
    case 'you':
    case 'end-turn':
      return viewer ?? view.turn
    case 'bot':
    case 'cover':
      return waiting.seat
    case 'others':
      return waiting.seats.length === 1 ? waiting.seats[0]! : null
    default:
      return view.turn
  }
}

/* A turn is over when it is ended, not when nothing is left to choose. */
export function phaseNow({ state: { waiting, view } }: TableSession): Phase {
  if (waiting.for === 'end-turn') return view.round === 0 ? 'setup' : 'discard'
  return view.phase
}

export function turnText(session: TableSession): string {
  if (session.state.view.result) return wonText(session.state)
  if (session.state.plan?.planning) return t('plan.turn')
  const seat = seatNow(session)
  return seat === null ? t('table.everyone') : t('table.turnOf', who(seat, session))
}

/* The viewer's due decision, or the event for which everybody waits. */
export function askText(session: TableSession): string {
  const { waiting, view, past, plan } = session.state
  if (past) return t('log.past')
  switch (waiting.for) {
    case 'you':
      if (session.picked) return t('build.chosen', { card: cardTitle(session.picked) })
      if (session.selling) return sellText(session)
      if (session.stuck) return t('build.stuck')
      if (session.stage === 'discard') return discardText(session)
      return session.stage ? todoText(session.stage) : ''
    case 'end-turn':
      if (plan?.planning) return t('plan.ready')
      return t(view.round === 0 ? 'act.keepDone' : 'act.turnDone')
    case 'bot':
      return t('act.waiting', { name: session.name(waiting.seat) })
    case 'others':
      return t('todo.waitMany', { names: namesText(waiting.seats, session) })
    case 'server':
      return t('act.sent')
    case 'nothing':
      return view.result ? `${t('todo.over')} ${wonText(session.state)}` : ''
    default:
      if (session.marketNews && view.turn === null) return marketText(session.marketNews)
      return view.turn !== null ? turnText(session) : todoText(view.stage)
  }
}

export function marketText({ up, palace, rose }: MarketNews): string {
  return t('market.news', { n: up.flat().filter(n => n > 0).length, rose: rose ? 'yes' : 'no', price: palace })
}

/* Several breweries would pay, and all the same. */
function allEqual({ sale }: TableSession): boolean {
  const open = sale?.rows.filter(row => !row.refusal) ?? []
  return open.length > 1 && open[0]!.income.total > 0 && !telling(sale).coins
}

/* In the first sales the signs of falling prices are hidden (guide.svelte.ts), so nobody is asked to compare them. */
function sellText(session: TableSession): string {
  if (!allEqual(session)) return t('todo.sell')
  return t(session.shows('falls') ? 'todo.sellEqual' : 'todo.sellAny')
}

function discardText(session: TableSession): string {
  return `${todoText('discard')} ${t('discard.keepMax', { n: session.mine?.keepMax ?? 1 })}.`
}

/* Everything a turn may ask: the bar keeps room for the longest, so that nothing moves when the sentence changes. */
export function turnTexts(session: TableSession): string[] {
  const set = session.state.view.round === 0
  return set
    ? [todoText('keep'), t('act.keepDone')]
    : [t('todo.sell'), t('todo.sellEqual'), t('todo.sellAny'), todoText('build'), t('build.chosen', { card: t('card.townhall2') }), discardText(session), t('act.turnDone')]
}

/* For the window: a dot where the viewer is asked, so that it is seen among other windows. */
export function titleText(session: TableSession): string {
  const { waiting, past, plan } = session.state
  if (past || waiting.for === 'nothing') return t('game.name')
  const mine = !plan?.planning && (waiting.for === 'you' || waiting.for === 'end-turn')
  return `${mine ? '● ' : ''}${turnText(session)} · ${phaseName(phaseNow(session))} · ${t('game.name')}`
}
