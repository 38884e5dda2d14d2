/* me.ts - the name one plays under, remembered in this browser, so that nobody is asked twice. */

const stored = 'ff.name'

export function myName(): string {
  try {
    return localStorage.getItem(stored) ?? ''
  } catch {
    return ''
  }
}

export function rememberName(name: string) {
  try {
    localStorage.setItem(stored, name)
  } catch {
    /* Then one is asked again. */
  }
}
