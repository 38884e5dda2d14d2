/* words.ts - what stands on the table, as words: for labels, tooltips and those who listen instead of looking. */

import type { Good, Phase, SeatView, SpaceView } from '../engine/types'
import { list, t } from '../i18n/i18n.svelte'
import { cardTitle, goodsText } from '../i18n/sentences'

/* As they are counted in the rules; 'over' has none. */
export function phaseNumber(phase: Phase): 0 | 1 | 3 | 4 | 5 | 6 | 'over' {
  return ({ setup: 0, draw: 1, sell: 3, build: 4, discard: 5, market: 6, over: 'over' } as const)[phase]
}

export function phaseName(phase: Phase): string {
  return t(`phase.${phaseNumber(phase)}`)
}

export function goodTitle(good: Good): string {
  return t(`good.${good}.title`)
}

export function spaceText(space: number, view: SpaceView): string {
  if (view.card) return t('build.card', { space, card: cardTitle(view.card) })
  if (view.printed) return t('build.printed', { space, goods: goodsText(view.yield) })
  return t('build.empty', { space })
}

/* Sentences and parts of them in one: a full stop between two, unless it is there already. */
export function joined(...parts: string[]): string {
  return parts.filter(Boolean).reduce((said, part) => (said ? `${said}${/[.!?]$/.test(said) ? '' : '.'} ${part}` : part), '')
}

/* What a player has, in one sentence. */
export function seatText(seat: SeatView): string {
  return list([
    t('count.coins', { n: seat.coins }),
    goodsText(seat.goods),
    t('table.parts', { n: seat.palaceParts }),
    t('table.handN', { n: seat.handN }),
    t('table.deckN', { n: seat.deckN }),
  ])
}
