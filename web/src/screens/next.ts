/* next.ts - what somebody who has just played might like to play next: a little more than this time, or a little less. */

import type { TableState } from '../game/types'
import { levels } from '../game/bots'
import { t } from '../i18n/i18n.svelte'
import { playersMax, seatChoice, type GameChoice, type Level } from './setup'

export interface NextGame {
  words: string
  choice: GameChoice
}

/* At most `n`, the nearest first. Only for one person against bots: several people agree among themselves. */
export function nextGames({ kind, seats, view, viewer, memoryAid }: TableState, n = 2): NextGame[] {
  if (kind !== 'bots' || viewer === null) return []
  const won = view.result?.winners.includes(viewer) ?? false
  const level = Math.max(1, ...seats.map(seat => seat.level ?? 1)) as Level
  const game = (more: Partial<Pick<GameChoice, 'mode' | 'memory'>>, bots: number = level, players = view.players): GameChoice => ({
    mode: view.mode,
    memory: !memoryAid,
    seed: '',
    seats: Array.from({ length: players }, (_, i) => seatChoice(i === 0 ? 'person' : 'bot', bots as Level)),
    ...more,
  })
  const found: NextGame[] = []
  if (won && level < levels.length) found.push({ words: t('over.try.level', { n: level + 1 }), choice: game({}, level + 1) })
  if (!won && level > 1) found.push({ words: t('over.try.level', { n: level - 1 }), choice: game({}, level - 1) })
  if (won && view.mode === 'base') found.push({ words: t('over.try.expert'), choice: game({ mode: 'expert' }) })
  if (won && memoryAid && view.mode === 'expert') found.push({ words: t('over.try.memory'), choice: game({ memory: true }) })
  if (view.players < playersMax) found.push({ words: t('over.try.players', { n: view.players + 1 }), choice: game({}, level, view.players + 1) })
  if (!won && view.players > 2) found.push({ words: t('over.try.players', { n: 2 }), choice: game({}, level, 2) })
  return found.slice(0, n)
}
