/* me.ts - the name one plays under, remembered in this browser, so that nobody is asked twice. */

import { browserShelf } from '../app/shelf'

const stored = 'ff.name'

export function myName(): string {
  try {
    return browserShelf.getItem(stored) ?? ''
  } catch {
    return ''
  }
}

export function rememberName(name: string) {
  try {
    browserShelf.setItem(stored, name)
  } catch {
    /* Then one is asked again. */
  }
}
