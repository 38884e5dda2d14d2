/* paces.ts - the clocks that a table of the server may have, as the form for a new table offers them. */
import { t } from '../i18n/i18n.svelte'
import type { Create } from '../net/protocol'

export interface Clock {
  turn_s: number
  reserve_s?: number
  increment_s?: number
}

const hour = 3600
const day = 24 * hour

/** No limit, a time for each turn, or a reserve to which each round adds. */
export const clocks: readonly Clock[] = [
  { turn_s: 0 },
  { turn_s: 60 },
  { turn_s: 180 },
  { turn_s: 600 },
  { turn_s: 0, reserve_s: 600, increment_s: 60 },
  { turn_s: day },
  { turn_s: 3 * day },
  { turn_s: 0, reserve_s: 3 * day, increment_s: 12 * hour },
  { turn_s: 0, reserve_s: 7 * day, increment_s: day },
]

export const holidayChoices = [0, 7, 14, 30] as const

/** A turn may take an hour or more, so that pauses and holidays make sense. */
export function isSlowClock(clock: Clock): boolean {
  return clock.turn_s >= hour || (clock.reserve_s ?? 0) >= hour
}

function spanText(seconds: number): string {
  if (seconds < hour) return t('friends.limit.minutes', { n: seconds / 60 })
  return seconds < day ? t('friends.limit.hours', { n: seconds / hour }) : t('friends.limit.days', { n: seconds / day })
}

export function clockName({ turn_s, reserve_s, increment_s }: Clock): string {
  if (reserve_s) return t('friends.limit.reserve', { time: spanText(reserve_s), more: spanText(increment_s!) })
  return turn_s ? spanText(turn_s) : t('friends.limit.none')
}

/** "22:00-07:00,weekend,+01:00" in this device's zone. */
export function pauseText(night: boolean, weekend: boolean, east = -new Date().getTimezoneOffset()): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const zone = `${east < 0 ? '-' : '+'}${two(Math.floor(Math.abs(east) / 60))}:${two(Math.abs(east) % 60)}`
  return night || weekend ? [...(night ? ['22:00-07:00'] : []), ...(weekend ? ['weekend'] : []), zone].join(',') : ''
}

export function paceOptions(clock: Clock, night: boolean, weekend: boolean, holidays: number): Partial<Create> {
  const pause = isSlowClock(clock) ? pauseText(night, weekend) : ''
  return { ...clock, ...(pause ? { pause } : {}), ...(isSlowClock(clock) && holidays ? { holidays } : {}) }
}
