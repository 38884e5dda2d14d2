import { beforeAll, expect, test } from 'vitest'
import type { Manners, SeatInfo, TableState } from '../game/types'
import { loadWords, setLanguage } from '../i18n/i18n.svelte'
import { keyOf, mattersOf, stateText, tookOver } from './manners'

beforeAll(async () => {
  await setLanguage('en')
  await loadWords('online')
})

const now = 1_000_000_000
const calm: Manners = { goneSince: null, thinksSince: null, voteFrom: null, votes: [], offered: false, slow: false, reserve: null, holidays: null, holidayEnds: null }

function seat(seat: number, part: Partial<Manners> = {}, more: Partial<SeatInfo> = {}): SeatInfo {
  return { seat, name: 'ABC'[seat]!, kind: seat ? 'person' : 'me', level: null, here: part.goneSince == null, away: false, planned: false, due: null, manners: { ...calm, ...part }, ...more }
}
function at(seats: SeatInfo[], viewer: number | null = 0, phase = 'play'): TableState {
  return { seats, viewer, online: { phase, options: { turnS: 0, reserveS: 0, graceS: 0 } } } as TableState
}

test('nothing is said while all is well, nor of somebody who has just gone or thinks as one does', () => {
  expect(mattersOf(at([seat(0), seat(1)]), now)).toEqual([])
  expect(mattersOf(at([seat(0), seat(1, { thinksSince: now - 60_000 })]), now)).toEqual([])
  expect(mattersOf(at([seat(0), seat(1, { goneSince: now - 3000, thinksSince: now - 60_000, voteFrom: now + 57_000 })]), now)).toEqual([])
  expect(mattersOf(at([seat(0), seat(1, { goneSince: now - 600_000 })]), now)).toEqual([]) // nobody waits for them
})

test('somebody whom all wait for has gone: when a bot can stand in, and the vote', () => {
  const gone = { goneSince: now - 30_000, thinksSince: now - 40_000, voteFrom: now + 30_000 }
  expect(mattersOf(at([seat(0), seat(1, gone), seat(2)]), now)).toMatchObject([
    { kind: 'wait', seat: 1, text: 'B has been gone for 0:30.', next: 'The game waits. In 0:30 you can let a bot play; B can take over again at any time.', mayVote: false, votes: '' },
  ])
  const later = mattersOf(at([seat(0), seat(1, { ...gone, votes: [2] }), seat(2)]), now + 30_000)
  expect(later).toMatchObject([{ next: '', mayVote: true, votes: '1 of 2 want a bot to play.' }])
  const voted = mattersOf(at([seat(0), seat(1, { ...gone, votes: [0] }), seat(2)]), now + 30_000)
  expect(voted).toMatchObject([{ mayVote: false }])
  expect(mattersOf(at([seat(0), seat(1, gone, { away: true })]), now)).toEqual([])
  expect(mattersOf(at([seat(0), seat(1, gone)], null), now)).toEqual([]) // who looks on has no vote
})

test('somebody who is connected but does not decide is spoken of after five minutes', () => {
  expect(mattersOf(at([seat(0), seat(1, { thinksSince: now - 301_000, voteFrom: now + 299_000 })]), now)).toMatchObject([
    { kind: 'wait', text: 'B has been thinking for 5:01.', mayVote: false },
  ])
})

test('of oneself: the others vote, a bot plays, the seat is offered; and of a seat that one may take', () => {
  expect(mattersOf(at([seat(0, { votes: [1] }), seat(1)]), now)).toEqual([{ kind: 'aboutYou' }])
  expect(mattersOf(at([seat(0, {}, { away: true }), seat(1)]), now)).toEqual([{ kind: 'bot' }])
  expect(mattersOf(at([seat(0, { offered: true }), seat(1)]), now)).toEqual([{ kind: 'offered' }])
  expect(mattersOf(at([seat(0, { offered: true }), seat(1)], null), now)).toMatchObject([{ kind: 'free', seat: 0 }])
  expect(mattersOf(at([seat(0), seat(1, { offered: true })]), now)).toEqual([]) // who has a seat
  expect(mattersOf(at([seat(0, { votes: [1] }), seat(1)], 0, 'over'), now)).toEqual([])
})

test('where a bot takes over by itself, it is said when, and that it did', () => {
  const table = at([seat(0), seat(1, { goneSince: now - 15_000, thinksSince: now - 40_000 })])
  table.online!.options.graceS = 60
  expect(mattersOf(table, now)).toMatchObject([{ next: 'In 0:45 a bot plays on; B can take over again at any time.' }])
  const soon = at([seat(0), { ...table.seats[1]!, due: now + 5000 }])
  soon.online!.options.graceS = 60
  expect(mattersOf(soon, now)).toMatchObject([{ next: 'In 0:05 a bot plays on; B can take over again at any time.' }])
  const taken = at([seat(0), seat(1, {}, { away: true })])
  const since = tookOver(taken, {}, now)
  expect(mattersOf(taken, now, since)).toEqual([{ kind: 'standsIn', seat: 1, text: 'A bot plays for B until B is back.' }])
  expect(mattersOf(taken, now + 20_000, tookOver(taken, since, now + 20_000))).toEqual([])
  expect(tookOver(at([seat(0), seat(1)]), since, now)).toEqual({})
})

test('a note that was closed comes back when one may vote', () => {
  const wait = { kind: 'wait', seat: 1, text: '', next: '', votes: '' } as const
  expect(keyOf({ ...wait, mayVote: true })).not.toBe(keyOf({ ...wait, mayVote: false }))
})

test('how somebody is, in a word', () => {
  expect(stateText(seat(1), now)).toBe('there')
  expect(stateText(seat(1, { thinksSince: now - 65_000 }), now)).toBe('thinking, 1:05')
  expect(stateText(seat(1, { goneSince: now - 3_605_000, thinksSince: now }), now)).toBe('gone, 1:00:05')
  expect(stateText(seat(1, {}, { away: true }), now)).toBe('a bot plays')
})

test('on holiday one is expected back on a day, and nobody hurries in a slow game', () => {
  const holidayEnds = Date.UTC(2026, 10, 27, 12)
  expect(stateText(seat(1, { holidayEnds, thinksSince: now }), now)).toBe('on holiday until Fri, Nov 27')
  expect(stateText(seat(1, { holidayEnds: now - 1 }), now)).toBe('there')
  const table = at([seat(0), seat(1, { thinksSince: now - 7_200_000, goneSince: now - 7_200_000 })])
  table.online!.options.reserveS = 259_200
  expect(mattersOf(table, now)).toEqual([])
})
