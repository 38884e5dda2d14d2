/* speak.ts - the state of the table in sentences, for those who ask with a key. */

import { GOODS } from '../engine/types'
import { list, t } from '../i18n/i18n.svelte'
import { breweryName, cardTitle, coins, goodsText, who } from '../i18n/sentences'
import type { TableSession } from './session.svelte'
import { goodTitle, phaseName } from './words'

export function stateText(session: TableSession): string {
  const { view } = session.state
  const turn = view.turn === null ? t('table.everyone') : t('table.turnOf', who(view.turn, session))
  const mine = session.mine
  const sentences = [
    t('say.state', {
      turn,
      round: view.round,
      phase: phaseName(view.phase),
      coins: coins(mine?.coins ?? 0),
      goods: goodsText(mine?.goods ?? [0, 0, 0]),
      parts: t('table.parts', { n: mine?.palaceParts ?? 0 }),
      price: view.palace.price,
    }),
  ]
  if (view.own) sentences.push(t('say.hand', { list: list(view.own.hand.map(h => cardTitle(h.card))) }))
  view.breweries.forEach((b, i) =>
    sentences.push(t('say.prices', { brewery: breweryName(i), list: list(GOODS.map((good, g) => `${goodTitle(good)} ${b.price[g]}`)) })),
  )
  return sentences.join(' ')
}
