/* actions.ts - an action as words: for what a strong bot would have done. */
import type { Action } from '../engine/types'
import { t } from '../i18n/i18n.svelte'
import { breweryName, cardTitle, goodName } from '../i18n/sentences'

export function actionText(action: Action): string {
  switch (action.do) {
    case 'draw':
      return t('act.draw')
    case 'done':
      return t('hint.done')
    case 'brewery':
      return breweryName(action.brewery)
    case 'market': {
      const e = action.exchange
      if (!e) return `${t('sell.market')}: ${t('sell.market.off')}`
      return t('event.sold.market', { goods: t(`good.${e.from}.count`, { n: e.count }), good: goodName(e.to) })
    }
    case 'sell':
      return `${t('hint.sell')}: ${t(`good.${action.good}.count`, { n: action.count })}`
    case 'office':
      return `${t('sell.office')}: ${action.good ? goodName(action.good) : t('sell.office.off')}`
    case 'build':
      return `${t('hint.build')}: ${cardTitle(action.card)}`
    case 'space':
      return t('hint.space', { n: action.space })
    case 'store':
      return `${t('store.title')}: ${t(`good.${action.good}.count`, { n: action.count })}`
    case 'bury':
      return t('discard.buryCard', { card: cardTitle(action.card) })
    case 'trash':
      return t('discard.trashCard', { card: cardTitle(action.card) })
  }
}
