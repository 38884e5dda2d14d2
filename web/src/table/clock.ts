/* clock.ts - the time that is left for a turn, at online tables with a limit. */

import type { Seat } from '../engine/types'
import type { TableState } from '../game/types'

/* Whose time is shown: one's own while it runs, also when the turn is made but not yet ended; else the shortest. */
export function clockSeat({ view, viewer, seats, past }: Pick<TableState, 'view' | 'viewer' | 'seats' | 'past'>): Seat | null {
  if (past || view.result) return null
  const running = seats.filter(({ due }) => due !== null).sort((a, b) => a.due! - b.due!)
  return (running.find(({ seat }) => seat === viewer) ?? running[0])?.seat ?? null
}

/* Whole seconds, so that the last one shown is 0:00 when the time is up. */
export function secondsLeft(due: number, now: number): number {
  return Math.max(0, Math.ceil((due - now) / 1000))
}

/* 0:09, 12:30, 1:00:00; from a day on, without seconds, 2d 01:30, the day as the language writes it. */
export function clockText(seconds: number, language: string): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days) {
    const day = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'narrow' }).format(days)
    return `${day} ${two(hours % 24)}:${two(minutes % 60)}`
  }
  return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(seconds % 60)}`
}

/* The text for screen readers, which changes twice in a turn. */
export function warning(seconds: number): 'minute' | 'seconds' | null {
  return seconds <= 10 ? 'seconds' : seconds <= 60 ? 'minute' : null
}
