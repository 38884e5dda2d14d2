/* manners.ts - players who are present, thinking or absent, and the possible actions; see docs/authors/protocol.md. */
import type { Seat } from '../engine/types'
import type { SeatInfo, TableState } from '../game/types'
import { language, t } from '../i18n/i18n.svelte'
import { clockText } from '../table/clock'

/* Nobody is spoken of who was away for a moment, or thinks as one does. */
const GONE_MS = 10_000
const THINKS_MS = 300_000
/* So long it is said that a bot has taken over. */
const NEWS_MS = 20_000

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
  /* `next`: what will happen, and when. */
  | { kind: 'wait'; seat: Seat; text: string; next: string; mayVote: boolean; votes: string }
  | { kind: 'aboutYou' | 'bot' | 'offered' }
  | { kind: 'free' | 'standsIn'; seat: Seat; text: string }

/* A matter that may be voted on is a new one. */
export function keyOf(matter: Matter): string {
  return `${matter.kind}${'seat' in matter ? matter.seat : ''}${'mayVote' in matter && matter.mayVote ? '!' : ''}`
}

/* Returns when a bot took over each seat that one plays for now. */
export function tookOver(table: TableState, before: Readonly<Record<Seat, number>>, now: number): Record<Seat, number> {
  return Object.fromEntries(table.seats.filter(({ away }) => away).map(({ seat }) => [seat, before[seat] ?? now]))
}

/* Returns the present message: about the viewer first, then about the player for whom all wait. */
export function mattersOf(table: TableState, now: number, taken: Readonly<Record<Seat, number>> = {}): Matter[] {
  if (table.online?.phase !== 'play') return []
  const me = table.viewer === null ? null : table.seats[table.viewer]!
  const others = table.seats.filter(info => info.seat !== table.viewer && info.manners)
  const matters: Matter[] = []
  if (me?.away) matters.push({ kind: 'bot' })
  else if (me?.manners?.votes.length) matters.push({ kind: 'aboutYou' })
  if (me?.manners?.offered) matters.push({ kind: 'offered' })
  for (const info of others) {
    if (!me && info.manners!.offered) matters.push({ kind: 'free', seat: info.seat, text: t('manners.free', { name: info.name }) })
    if (info.away && now - (taken[info.seat] ?? -Infinity) < NEWS_MS) matters.push({ kind: 'standsIn', seat: info.seat, text: t('manners.standsIn', { name: info.name }) })
    const wait = me && !info.away ? waitFor(info, table, now) : null
    if (wait) matters.push(wait)
  }
  return matters
}

/* In a slow game it is normal to be away. */
export function isSlow({ turnS, reserveS }: { turnS: number; reserveS: number }): boolean {
  return turnS >= 3600 || reserveS >= 3600
}

/* When the server lets a bot take over: the player is gone too long, or the time for the turn is over. Null: never. */
function botFrom({ due, manners }: SeatInfo, table: TableState): number | null {
  const { goneSince, thinksSince } = manners!
  const grace = table.online!.options.graceS * 1000
  const ends = grace && goneSince !== null ? Math.max(goneSince, thinksSince!) + grace : Infinity
  const first = Math.min(ends, due ?? Infinity)
  return first === Infinity ? null : first
}

function nextText(info: SeatInfo, table: TableState, now: number): string {
  const { voteFrom } = info.manners!
  const bot = botFrom(info, table)
  if (bot !== null && (voteFrom === null || bot <= voteFrom)) return t('manners.botIn', { time: timeText(bot - now), name: info.name })
  return voteFrom !== null && voteFrom > now ? t('manners.voteIn', { time: timeText(voteFrom - now), name: info.name }) : ''
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
    next: nextText(info, table, now),
    mayVote: voteFrom !== null && voteFrom <= now && !votes.includes(table.viewer!),
    votes: votes.length ? t('manners.voted', { n: votes.length, of: voters }) : '',
  }
}
