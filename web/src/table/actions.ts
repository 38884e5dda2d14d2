/* actions.ts - why there is no hint. */

import { NoNetwork } from '../engine/mind'
import { t } from '../i18n/i18n.svelte'

/* The message if a bot that was asked for advice could not think. */
export function adviceFailed(error: unknown): string {
  return t(error instanceof NoNetwork ? 'hint.noNetwork' : 'error.worker')
}
