// Puzzles in the page: each is a game that can be played on the table, its solution is one, and what is tried is told in words.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Trainer } from '../src/coach/coach'
import { CoachEngine } from '../src/coach/engine'
import { reasonsOf } from '../src/coach/sentences'
import { Engine } from '../src/engine/engine'
import { loadWords, setLanguage, startWords } from '../src/i18n/i18n.svelte'
import { languages } from '../src/i18n/languages'
import { choiceOf } from '../src/puzzles/choice'
import { forgetProgress, loadProgress, noteShown, noteSolved, noteTry, progressOf, tally } from '../src/puzzles/progress'
import { chosen, nextOpen, setOf } from '../src/puzzles/set'
import { PuzzleTable } from '../src/puzzles/table'
import { attemptText, puzzleLabel, stateOf, taskText, themeName } from '../src/puzzles/words'
import { coachModule, module, net } from './world'

const text = readFileSync(new URL('../../weights/puzzles.txt', import.meta.url), 'utf8')
const set = setOf(text)
const trainer = new Trainer(CoachEngine.of(coachModule), async () => net)
const names = ['Agnes', 'Bartl', 'Cenzi', 'Dominik', 'Elsbeth']

async function begin(n: number, ended = () => {}) {
  const game = await trainer.puzzle(set[n - 1]!.line)
  return PuzzleTable.begin(game, names.slice(0, game.players), { engine: async () => Engine.of(module), ended })
}

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  await startWords()
  await loadWords('puzzles')
  await loadWords('review')
})

describe('the set', () => {
  test('at least 150, each with words, none twice', () => {
    expect(set.length).toBeGreaterThanOrEqual(150)
    expect(new Set(set.map(({ id }) => id)).size).toBe(set.length)
    for (const { theme, grade, players } of set) {
      expect(themeName(theme)).not.toBe(theme)
      expect(taskText(theme)).not.toBe('')
      expect([1, 2, 3]).toContain(grade)
      expect(players).toBeGreaterThanOrEqual(2)
    }
  })
  test('a puzzle that is read again has the same id; another one has not', () => {
    expect(setOf(`${set[4]!.line}\n\n${set[2]!.line}\n`).map(({ id }) => id)).toEqual([set[4]!.id, set[2]!.id])
  })
  test('choosing, and the next that is open', () => {
    const hard = chosen(set, { theme: 'purse', grade: 3 })
    expect(hard.length).toBeGreaterThan(3)
    expect(hard.every(({ theme, grade }) => theme === 'purse' && grade === 3)).toBe(true)
    expect(chosen(set, { theme: '', grade: 0 })).toHaveLength(set.length)
    expect(nextOpen(set, 3, () => false)!.n).toBe(4)
    expect(nextOpen(set, set.length, () => false)!.n).toBe(1)
    expect(nextOpen(set, 3, ({ n }) => n !== 2)!.n).toBe(2)
    expect(nextOpen(set, 3, () => true)).toBeNull()
    expect(choiceOf('{"theme":"win","grade":2}')).toEqual({ theme: 'win', grade: 2 })
    for (const odd of ['nonsense', '{"theme":3,"grade":9}', 'null', null]) expect(choiceOf(odd)).toEqual({ theme: '', grade: 0 })
  })
})

describe('on the table', () => {
  test('a puzzle is asked of its seat, and its solution solves it there', async () => {
    for (const { n, line } of set.filter(({ n }) => n % 4 === 1)) {
      const table = await begin(n)
      expect([n, table.state.kind, table.state.waiting.for, table.state.hintsAllowed]).toEqual([n, 'puzzle', 'you', false])
      const actions = await trainer.solution(line)
      expect([n, table.playAll(actions)]).toEqual([n, null])
      expect([n, (await trainer.attempt(line, table.state.draft.actions)).outcome]).toEqual([n, 'solved'])
      expect(table.state.log.filter(entry => entry.draft).length).toBeGreaterThan(1)
      table.reset()
      expect(table.state.draft.actions).toEqual([])
      table.close()
    }
  })
  test('ending the turn is told, and nobody plays on', async () => {
    const ended = vi.fn()
    const table = await begin(set.find(({ theme }) => theme === 'plan')!.n, ended)
    table.playAll(['done', 'done'])
    await table.endTurn()
    expect(ended).not.toHaveBeenCalled() // cards are still in the hand
    while (!table.state.draft.canEnd) table.play(table.state.options!.legal[0]!.text)
    const { round, turn } = table.state.view
    await table.endTurn()
    expect(ended).toHaveBeenCalledOnce()
    expect([table.state.view.round, table.state.view.turn]).toEqual([round, turn])
    table.close()
  })
  test('what is tried is told in words of every language, and the coach says what the best turn does otherwise', async () => {
    const first = set.find(({ theme }) => theme === 'win')
    const attempt = await trainer.attempt(first!.line, ['done', 'done'])
    expect(attempt.outcome).toBe('unfinished')
    const outbid = { ...attempt, outcome: 'outbid', parts: 6, coins: 4, rival: 1, purse: 5 } as const
    const said = new Set<string>()
    for (const language of languages) {
      await setLanguage(language)
      for (const one of [attempt, { ...outbid, comes: true }, { ...outbid, comes: false }, { ...attempt, outcome: 'solved' } as const]) {
        const told = attemptText('win', one, seat => names[seat]!)
        expect(told).toMatch(/^[^{}]+\.$/)
        said.add(told)
      }
      for (const outcome of ['not-first', 'uncertain', 'solved'] as const) said.add(attemptText('plan', { ...attempt, outcome }, seat => names[seat]!))
    }
    expect(said.size).toBe(21)
    await setLanguage('en')
    expect(attemptText('win', { ...outbid, comes: true }, seat => names[seat]!)).toContain('4 coins, but Bartl may still finish one, with up to 5 coins')
    const verdict = await trainer.compare(set.find(({ theme }) => theme === 'purse')!.line, ['done', 'done'])
    expect(verdict.loss).toBeGreaterThan(3000)
    expect(reasonsOf(verdict.ideas[verdict.played]!).join(' ')).toMatch(/Palace|palace|coins/)
  })
  test('a line that is none is refused', async () => {
    await expect(trainer.puzzle('win 1 base nonsense')).rejects.toThrow('that is no puzzle')
    await expect(trainer.attempt(set[0]!.line, ['sing'])).rejects.toThrow()
  })
})

describe('progress', () => {
  const shelf = () => {
    const kept = new Map<string, string>()
    return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key) }
  }
  const [a, b, c] = set.map(({ id }) => id) as [string, string, string]
  test('tries, the solution that was shown, and what is solved stay; solved once is solved', () => {
    const device = shelf()
    noteTry(a, device)
    noteShown(a, device)
    noteSolved(a, 5, device)
    noteTry(a, device)
    noteSolved(a, 9, device)
    noteSolved(b, 6, device)
    noteTry(c, device)
    expect(loadProgress(device)).toEqual({ [a]: { tries: 1, solved: 5, shown: true }, [b]: { tries: 0, solved: 6, shown: false }, [c]: { tries: 1, solved: null, shown: false } })
    expect(tally(loadProgress(device), [a, b, c])).toEqual({ all: 3, solved: 2, clean: 1 })
    expect([a, b, c, 'ffffffff'].map(id => stateOf(loadProgress(device)[id]))).toEqual(['shown', 'solved', 'tried', 'open'])
    expect(puzzleLabel(set[1]!, loadProgress(device)[b])).toMatch(/^Puzzle 2, .+, difficulty \d of 3.*, solved$/)
    forgetProgress(device)
    expect(loadProgress(device)).toEqual({})
  })
  test('what is none of ours is left out', () => {
    expect(progressOf('[1,2]')).toEqual({})
    expect(progressOf('nonsense')).toEqual({})
    expect(progressOf(`{"${a}":{"tries":-1,"solved":null,"shown":false},"x":{"tries":0,"solved":null,"shown":false}}`)).toEqual({})
  })
})
