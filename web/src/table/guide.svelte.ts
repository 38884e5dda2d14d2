/* guide.svelte.ts - the first game explains itself: each phase and each sign of the table in a sentence or two, where it first matters, one
 * at a time, and one a sale: comparing sales is what most signs are about. A sign that was not explained yet is not shown at all, so that
 * the first sale is a simple table; what was understood is not explained again (settings.tipsSeen, kept on the device). Understood is what
 * one has said so of, or what one has done meanwhile. */

import type { Phase, RuleId, SalePreview } from '../engine/types'
import type { Key } from '../i18n/i18n.svelte'
import { isPalace } from '../i18n/sentences'
import { change, settings } from '../settings/settings.svelte'
import { loadResults } from '../stats/results'
import type { TableSession } from './session.svelte'

export type Sign = 'sell' | 'place' | 'falls' | 'later' | 'switches' | 'build' | 'space' | 'part' | 'tracks' | 'keep' | 'deck' | 'draw' | 'first'

export interface Explanation {
  id: Sign
  phase: Phase
  words: Key
  rule: RuleId
  at: string[] /* the elements to which it points: the first visible one is used */
  clear: string[] /* areas that must stay free, because the player needs them */
  matters(session: TableSession): boolean
}

/* What is true of every row tells nothing. */
export function telling(sale: SalePreview | null): { coins: boolean; order: boolean } {
  const open = sale?.rows.filter(row => !row.refusal) ?? []
  return { coins: open.some(row => !row.mostCoins), order: open.some(row => !row.earliest) }
}

const rows = ({ sale }: TableSession) => sale?.rows.filter(row => !row.refusal) ?? []
const breweries = ['[data-area="breweries"]']
const main = ['[data-main]']
const selling = [...breweries, 'section.hand', ...main] /* what one could build is thought of when selling */
const building = ['section.hand', '[data-area="field"]', ...main]
const burying = ['section.hand', '[data-area="deck"]', ...main]
const sale = { phase: 'sell', clear: selling } as const
const build = { phase: 'build', clear: building } as const
const discard = { phase: 'discard', clear: burying } as const

export const explanations: readonly Explanation[] = [
  { ...sale, id: 'sell', words: 'explain.sell', rule: 'R5.1', at: ['[data-at="brewery:0"]'], matters: session => session.selling },
  { ...sale, id: 'place', words: 'explain.place', rule: 'R2.2', at: ['.breweries .place'], matters: session => rows(session).length > 0 },
  { ...sale, id: 'falls', words: 'explain.falls', rule: 'R5.3', at: ['.breweries .falls'], matters: session => rows(session).some(row => row.stepAfter.some((at, i) => at < row.step[i]!)) },
  { ...sale, id: 'later', words: 'explain.later', rule: 'R8.1', at: ['.breweries .later'], matters: session => rows(session).some(row => row.stepNext.some((at, i) => at > row.stepAfter[i]!)) },
  { ...sale, id: 'switches', words: 'explain.switches', rule: 'R5.8', at: ['.breweries .switches'], matters: ({ sale }) => !!sale && (sale.hasMarket || sale.hasOffice) },
  { ...build, id: 'build', words: 'explain.build', rule: 'R6.1', at: ['section.hand'], matters: session => session.stage === 'build' && !session.stuck && session.picked === null },
  { ...build, id: 'space', words: 'explain.space', rule: 'R6.2', at: ['[data-area="field"]'], matters: session => session.picked !== null },
  {
    ...build, id: 'part', words: 'explain.part', rule: 'R6.5', at: ['[data-at="palace-price"]', '#tab-tracks'],
    matters: ({ build }) => !!build?.cards.some(({ card, refusal }) => isPalace(card) && !refusal),
  },
  {
    ...build, id: 'tracks', words: 'explain.tracks', rule: 'R2.2', at: ['[data-area="tracks"]', '#tab-tracks'],
    matters: session => session.stage === 'build' && session.picked === null && session.state.view.round > 1 && session.state.view.tracks.next.some(({ seat }) => seat === session.viewer),
  },
  { ...discard, id: 'keep', words: 'explain.keep', rule: 'R7.1', at: ['section.hand'], matters: session => session.stage === 'discard' && session.buried.length === 0 },
  { ...discard, id: 'deck', words: 'explain.deck', rule: 'R7.2', at: ['[data-area="deck"]'], matters: session => session.stage === 'discard' && session.buried.length > 0 },
  { phase: 'draw', clear: main, id: 'draw', words: 'explain.draw', rule: 'R3.2', at: main, matters: session => session.stage === 'draw' },
  { phase: 'setup', clear: burying, id: 'first', words: 'explain.first', rule: 'R1.5', at: ['section.hand'], matters: session => session.stage === 'keep' },
]

const known = (id: Sign) => settings.tipsSeen.includes(`sign.${id}`)

export class Guide {
  /* The round whose sale has had its explanation. */
  private sold = $state(0)
  /* The bots of a first game play at a pace that can be followed. */
  readonly firstGame = loadResults().length === 0

  constructor(private readonly session: TableSession) {}

  /* What is explained now. */
  readonly now: Explanation | null = $derived.by(() => {
    const { session } = this
    if (!settings.tips || !session.asked) return null
    const { phase, round } = session.state.view
    if (phase === 'sell' && this.sold === round) return null
    return explanations.find(one => one.phase === phase && !known(one.id) && one.matters(session)) ?? null
  })

  /* Returns whether a sign is visible. */
  shows(id: Sign): boolean {
    return !settings.tips || known(id) || this.now?.id === id
  }

  understood(id: Sign): void {
    if (explanations.find(one => one.id === id)?.phase === 'sell') this.sold = this.session.state.view.round
    if (!known(id)) change({ tipsSeen: [...settings.tipsSeen, `sign.${id}`] })
  }

  /* Nothing is explained any more, and everything shown. */
  off(): void {
    change({ tips: false })
  }
}
