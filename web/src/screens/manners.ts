/* manners.ts - players who are present, thinking or absent, and the possible actions; see docs/authors/protocol.md. */
import type { Seat, SeatInfo, TableState } from '../engine/types'
import { language, t } from '../i18n/i18n.svelte'
import { clockText } from '../table/clock'

/* Nobody is spoken of who was away for a moment, or thinks as one does. */
const GONE_MS = 10_000
const THINKS_MS = 300_000

export function timeText(ms: number): string {
  return clockText(Math.max(0, Math.floor(ms / 1000)), language())
}

export function dayText(at: number): string {
  return new Date(at).toLocaleDateString(language(), { weekday: 'short', day: 'numeric', month: 'short' })
}

/* Returns a player's state in a word or two. */
export function stateText(info: SeatInfo, now: number): string {
  const { manners } = info
  if (info.away) return t('manners.state.bot')
  if (manners?.holidayEnds != null && manners.holidayEnds > now) return t('manners.state.holiday', { day: dayText(manners.holidayEnds) })
  if (manners?.goneSince != null) return t('manners.state.gone', { time: timeText(now - manners.goneSince) })
  if (manners?.thinksSince != null) return t('manners.state.thinks', { time: timeText(now - manners.thinksSince) })
  return t('manners.state.here')
}

export type Matter =
  | { kind: 'wait'; seat: Seat; text: string; voteIn: number | null; mayVote: boolean; votes: string }
  | { kind: 'aboutYou' | 'bot' | 'offered' }
  | { kind: 'free'; seat: Seat; text: string }

/* Returns the present message: about the viewer first, then about the player for whom all wait. */
export function mattersOf(table: TableState, now: number): Matter[] {
  if (table.online?.phase !== 'play') return []
  const me = table.viewer === null ? null : table.seats[table.viewer]!
  const others = table.seats.filter(info => info.seat !== table.viewer && info.manners)
  const matters: Matter[] = []
  if (me?.away) matters.push({ kind: 'bot' })
  else if (me?.manners?.votes.length) matters.push({ kind: 'aboutYou' })
  if (me?.manners?.offered) matters.push({ kind: 'offered' })
  for (const info of others) {
    if (!me && info.manners!.offered) matters.push({ kind: 'free', seat: info.seat, text: t('manners.free', { name: info.name }) })
    const wait = me && !info.away ? waitFor(info, table, now) : null
    if (wait) matters.push(wait)
  }
  return matters
}

/* In a slow game it is normal to be away. */
export function isSlow({ turnS, reserveS }: { turnS: number; reserveS: number }): boolean {
  return turnS >= 3600 || reserveS >= 3600
}

function waitFor(info: SeatInfo, table: TableState, now: number): Matter | null {
  const { goneSince, thinksSince, voteFrom, votes } = info.manners!
  if (thinksSince === null || (table.online && isSlow(table.online.options))) return null
  const gone = goneSince !== null && now - goneSince >= GONE_MS
  if (!gone && now - thinksSince < THINKS_MS && !votes.length) return null
  const text = gone
    ? t('manners.gone', { name: info.name, time: timeText(now - goneSince) })
    : t('manners.thinks', { name: info.name, time: timeText(now - thinksSince) })
  const voters = table.seats.filter(other => other.seat !== info.seat && other.manners && other.here && !other.away).length
  return {
    kind: 'wait', seat: info.seat, text,
    voteIn: voteFrom !== null && voteFrom > now ? voteFrom - now : null,
    mayVote: voteFrom !== null && voteFrom <= now && !votes.includes(table.viewer!),
    votes: votes.length ? t('manners.voted', { n: votes.length, of: voters }) : '',
  }
}
