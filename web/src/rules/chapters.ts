/* chapters.ts - which rules there are: chapter n has the rules Rn.1 to Rn.last of docs/rules.md, and a few with a letter. */
import type { RuleId } from '../engine/types'

export interface Chapter {
  id: string
  rules: RuleId[]
}

const lasts = [6, 6, 3, 2, 1, 8, 6, 4, 2, 3, 3]
const lettered = ['R10.2a']

export const chapters: readonly Chapter[] = lasts.map((last, n) => ({
  id: `R${n}`,
  rules: Array.from({ length: last }, (_, i) => `R${n}.${i + 1}`).flatMap(rule => [rule, ...lettered.filter(id => id.slice(0, -1) === rule)]),
}))

export function isRule(word: string): word is RuleId {
  return chapters.some(chapter => chapter.rules.includes(word))
}
