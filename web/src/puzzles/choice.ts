/* choice.ts - the chosen kind of puzzles, kept while the window is open, so that "next" continues with the same kind. */

import type { Choice } from './set'

const stored = 'ff.puzzles.choice'

export function choiceOf(text: string | null): Choice {
  try {
    const { theme, grade } = Object(JSON.parse(text ?? '{}')) as Record<keyof Choice, unknown>
    return { theme: typeof theme === 'string' ? theme : '', grade: [1, 2, 3].includes(grade as number) ? (grade as Choice['grade']) : 0 }
  } catch {
    return { theme: '', grade: 0 }
  }
}

export function loadChoice(): Choice {
  try {
    return choiceOf(sessionStorage.getItem(stored))
  } catch {
    return choiceOf(null)
  }
}

export function saveChoice(choice: Choice): void {
  try {
    sessionStorage.setItem(stored, JSON.stringify(choice))
  } catch {
    /* Then it is chosen again. */
  }
}
