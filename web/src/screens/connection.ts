/* connection.ts - how the line to the server is, in words. */
import type { Connection } from '../game/types'
import { t } from '../i18n/i18n.svelte'

export function connectionText(connection: Connection): string {
  if (connection === 'local') return ''
  return t(`net.${connection}`)
}
