/* words.ts - puzzles as sentences. */

import type { Attempt } from '../coach/engine'
import { hasWords, t, type Key } from '../i18n/i18n.svelte'
import { coins } from '../i18n/sentences'
import { untried, type Tried } from './progress'
import type { Puzzle } from './set'

/* A theme of a newer set has no words here: then it is called as in the set. */
export function themeName(theme: string): string {
  const key = `puzzles.theme.${theme}`
  return hasWords(key) ? t(key) : theme
}

export function taskText(theme: string): string {
  const key = `puzzles.task.${theme}`
  return hasWords(key) ? t(key) : ''
}

export type State = 'open' | 'tried' | 'shown' | 'solved'

export function stateOf({ tries, solved, shown }: Tried = untried): State {
  if (solved !== null) return shown ? 'shown' : 'solved'
  return tries || shown ? 'tried' : 'open'
}

/* "Puzzle 12, Win this round, grade 2 of 3, expert game, not solved yet": for those who do not see the tile. */
export function puzzleLabel({ n, theme, grade, mode }: Puzzle, tried: Tried | undefined): string {
  const parts = [t('puzzles.n', { n }), themeName(theme), t('puzzles.gradeOf', { n: grade })]
  if (mode === 'expert') parts.push(t('puzzles.expert'))
  return [...parts, t(`puzzles.state.${stateOf(tried)}` as Key)].join(', ')
}

/* What a turn made of it. */
export function attemptText(theme: string, { outcome, parts, coins: own, rival, purse, comes }: Attempt, name: (seat: number) => string): string {
  switch (outcome) {
    case 'goes-on':
      return ''
    case 'solved':
      return theme === 'plan' || theme === 'order' ? t('puzzles.solvedPlan') : t('puzzles.solvedText', { coins: coins(own) })
    case 'unfinished':
      return t('puzzles.unfinished', { parts })
    case 'outbid':
      return t(comes ? 'puzzles.outbidLater' : 'puzzles.outbid', { coins: coins(own), name: name(rival), purse: coins(purse) })
    case 'not-first':
      return t('puzzles.notFirst', { name: name(rival) })
    case 'uncertain':
      return t('puzzles.uncertain')
  }
}
