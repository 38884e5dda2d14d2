/* begin.svelte.ts - the button that begins a game: what it says while it works, and why nothing came of it. */

import { tooOld } from '../app/support'
import { t } from '../i18n/i18n.svelte'
import type { GameChoice } from './setup'

const SLOW_MS = 4000

export class Beginning {
  busy = $state(false)
  /** In words; '' while there is nothing to say. */
  said = $state('')

  begin(choice: GameChoice): Promise<void> {
    return this.run(({ startGame }) => startGame(choice))
  }

  /** The deal of that day. */
  beginDaily(date: string, memoryAid: boolean): Promise<void> {
    return this.run(({ startDaily }) => startDaily(date, memoryAid))
  }

  private async run(start: (screens: typeof import('../app/screens')) => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.said = ''
    const slow = setTimeout(() => (this.said = t('start.slow')), SLOW_MS)
    try {
      await start(await import('../app/screens'))
      this.said = ''
    } catch {
      this.said = why()
    } finally {
      clearTimeout(slow)
      this.busy = false
    }
  }
}

function why(): string {
  if (tooOld()) return t('error.browser')
  return navigator.onLine ? t('error.engine') : t('error.load')
}
