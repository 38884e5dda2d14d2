// The look back: what the coach has found stays over a reload, luck and skill add up, and what everybody saw is looked at once.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Engine } from '../src/engine/engine'
import type { JudgedTurn, TurnVerdict } from '../src/coach/types'
import { Match } from '../src/game/match'
import { begun, forgetReviews, isWhole, keepReview, loadReview, shortOf } from '../src/review/turns'
import type { GameResult } from '../src/stats/results'
import { curveOf, forgetSkill, keepSkill, loadSkill, meansOf, type Skill } from '../src/stats/skill'
import { module, rests, world } from './world'

function shelf() {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key) }
}

/* A game of two that is over, and what the coach says of seat 0. */
const game = world()
let table: Awaited<ReturnType<typeof game.open>>
const judged: JudgedTurn[] = []
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  table = await game.open(await game.start({ mode: 'base', seats: ['person', 2], names: ['You', 'Bartl'], memoryAid: true, seed: 7 }))
  for (let state = await rests(table); !state.view.result; state = await rests(table))
    if (state.waiting.for === 'end-turn') await table.endTurn()
    else table.play(state.options!.legal.at(-1)!.text)
  await table.review({ seat: 0, effort: 'quick', done: 0, told: turn => judged.push(turn), heard() {}, stop: new AbortController().signal })
}, 120_000)

describe('what was found is kept', () => {
  const turn = (grade: TurnVerdict['grade'], played: number) =>
    ({ ...judged[0]!, verdict: { ...judged[0]!.verdict, grade, played, ideas: Array.from({ length: 3 }, () => judged[0]!.verdict.ideas[0]!) } }) as JudgedTurn
  test('of a turn that cost something both turns, of another what it cost', () => {
    expect(shortOf(turn('good', 2)).verdict).toMatchObject({ ideas: [], played: 0 })
    expect(shortOf(turn('slip', 2)).verdict).toMatchObject({ played: 1 })
    expect(shortOf(turn('slip', 2)).verdict.ideas).toHaveLength(2)
    expect(shortOf(turn('slip', 0)).verdict.ideas).toHaveLength(1)
  })
  test('by game, seat and effort; a game that went on is not whole; the oldest make room', () => {
    const device = shelf()
    const reviewed = { ...begun(0), all: judged.length, judged: judged.map(shortOf) }
    keepReview('a', 90, reviewed, device)
    expect(loadReview('a', 90, {}, device)).toEqual(reviewed)
    expect(isWhole(loadReview('a', 90, {}, device)!)).toBe(true)
    expect(isWhole(loadReview('a', 95, {}, device)!)).toBe(false)
    expect(loadReview('a', 90, { seat: 1 }, device)).toBeNull()
    expect(loadReview('a', 90, { seat: 0, effort: 'deep' }, device)).toBeNull()
    expect(loadReview('b', 90, {}, device)).toBeNull()
    for (let i = 0; i < 12; i++) keepReview(`g${i}`, 1, reviewed, device)
    expect(loadReview('a', 90, {}, device)).toBeNull()
    expect(loadReview('g11', 1, {}, device)).toEqual(reviewed)
    forgetReviews(device)
    expect(loadReview('g11', 1, {}, device)).toBeNull()
  })
  test('what is none of ours is left out', () => {
    const device = shelf()
    for (const odd of ['nonsense', '{}', '[{"id":"a"}]', '[{"id":"a","seat":0,"effort":"quick","all":1,"moments":90,"judged":[{}]}]']) {
      device.setItem('ff.reviews', odd)
      expect(loadReview('a', 90, {}, device)).toBeNull()
    }
  })
})

describe('luck and skill', () => {
  test('result - par = deal + luck - lost + expected + given; turns put back give the same sum', async () => {
    const sums = (await table.balance(judged, new AbortController().signal))!
    const { par, result, deal, luck, lost, expected, given, turns, adjusted } = sums[0]!
    expect([0, 5000, 10000]).toContain(result)
    expect(Math.abs(result - par - (deal + luck - lost + expected + given))).toBeLessThanOrEqual(10)
    expect(Math.abs(adjusted - (par - lost + expected + given))).toBeLessThanOrEqual(10)
    expect(turns).toBeGreaterThan(3)
    expect(lost).toBeGreaterThan(0)
    expect(sums[1]!.turns).toBe(0)
    const again = (await table.balance(JSON.parse(JSON.stringify(judged.map(shortOf))) as JudgedTurn[], new AbortController().signal))!
    expect(again).toEqual(sums)
  }, 60_000)

  const line = (id: string, more: Partial<Skill> = {}): Skill => ({
    id, effort: 'quick', par: 3333, result: 10000, deal: 100, luck: 6000, lost: 500, given: 0, adjusted: 2800, turns: 10, lossPerTurn: 50, ...more,
  })
  const won = (id: string, at: number, more: Partial<GameResult> = {}): GameResult => ({
    id, at, kind: 'bots', mode: 'base', players: 3, level: 2, won: true, rounds: 9, coins: 3, parts: 6, sale: 9, saleRound: 2, ...more,
  })
  test('a line a game; the deeper look stays', () => {
    const device = shelf()
    keepSkill(line('a'), device)
    keepSkill(line('a', { effort: 'deep', lossPerTurn: 40 }), device)
    keepSkill(line('a', { lossPerTurn: 99 }), device)
    keepSkill({ ...line('b'), ...({ error: 3 } as object) }, device)
    expect(loadSkill(device)).toEqual([line('a', { effort: 'deep', lossPerTurn: 40 }), line('b')])
    device.setItem('ff.skill', '[{"id":"a"},7]')
    expect(loadSkill(device)).toEqual([])
    forgetSkill(device)
  })
  test('the last twenty of one’s own games, in order, and their means', () => {
    const results = [...Array(30).keys()].map(i => won(`g${29 - i}`, 29 - i))
    const points = curveOf([...results, won('together', 99, { won: null })], [line('g29'), line('g28', { adjusted: 4800, turns: 30, lossPerTurn: 150 }), line('g2')])
    expect(points).toHaveLength(20)
    expect(points.map(({ result }) => result.id)).toEqual([...Array(20).keys()].map(i => `g${i + 10}`))
    expect(meansOf(points)).toEqual({ games: 2, turns: 40, lost: 1000, result: 10000, adjusted: 3800, luck: 6100, lossPerTurn: 125 })
    expect(meansOf(curveOf(results, []))).toBeNull()
  })
})

describe('the coach at a moment of the past', () => {
  test('tells whose decision it is, and nothing where nobody decides', async () => {
    const { moment, verdict } = judged.find(turn => turn.verdict.kind === 'turn')!
    const found = (await table.judge(moment))!
    expect(found).toMatchObject({ kind: 'turn', seat: 0, round: verdict.round })
    expect(found.ideas[0]!.actions.length).toBeGreaterThan(0)
    expect(await table.judge(table.state.moments)).toBeNull()
  }, 60_000)
})

test('what everybody saw goes on from what was known, and is the same as looked at anew', () => {
  const { setup, decisions } = ((table as unknown) as { match: Match }).match
  const match = new Match(Engine.of(module), setup)
  const other = Engine.of(module)
  other.setupRead(setup)
  let looks = 0
  const look = match.engine.seenBytes.bind(match.engine)
  match.engine.seenBytes = (games, before) => {
    looks += games.length
    return look(games, before)
  }
  const anew = () => other.seenBytes(match.moments.map(({ game }) => game))
  for (const [i, [seat, action]] of decisions.slice(0, 60).entries()) {
    match.settle()
    if (i % 3 === 0) expect(match.seen()).toEqual(anew())
    const mark = match.mark()
    match.decide(seat, action)
    if (i % 7 === 0) {
      match.seen()
      match.back(mark) // taken back, and done again
      expect(match.seen()).toEqual(anew())
      match.decide(seat, action)
    }
  }
  expect(match.seenBefore(5)).toEqual(other.seenBytes(match.moments.slice(0, 5).map(({ game }) => game)))
  expect(looks).toBeLessThan(12 * match.moments.length)
})
