/* doubts.ts - contradictions between the server and this page's memory, in words. */
import type { Doubt, TableState } from '../game/types'
import { t } from '../i18n/i18n.svelte'

export function doubtText({ kind, seat }: Doubt, table: TableState): string {
  const name = seat === undefined ? '' : (table.seats[seat]?.name ?? '')
  return t(`doubt.${kind}`, { name })
}
