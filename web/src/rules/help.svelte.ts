/* help.svelte.ts - the sheet with rules and cards that can be laid over any screen, so that nobody leaves a game to read.
 *
 *     openRules('R6.4')      openCards('crane')      closeHelp()
 *
 * Help.svelte shows it and is mounted once, in the App. */
import type { Card, RuleId } from '../engine/types'

export type HelpPage = { what: 'rules'; rule: RuleId | null } | { what: 'cards'; card: Card | null }

let shown = $state.raw<HelpPage | null>(null)

export function help(): HelpPage | null {
  return shown
}

export function openRules(rule: RuleId | null = null) {
  shown = { what: 'rules', rule }
}

export function openCards(card: Card | null = null) {
  shown = { what: 'cards', card }
}

export function closeHelp() {
  shown = null
}
