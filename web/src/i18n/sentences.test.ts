import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { GameEvent } from '../engine/types'
import { ServerError } from '../net/protocol'
import { setLanguage, startWords, t } from './i18n.svelte'
import { languages } from './languages'
import { eventText, failureText, problemText, who, type Names } from './sentences'

const names: Names = { name: seat => ['Anna', 'Bartl'][seat]!, viewer: 0 }
const drew = (more: object): GameEvent =>
  ({ kind: 'drew', seat: 1, n: 3, cards: null, goods: [0, 0, 0], extra: false, text: '', ...more }) as GameEvent

describe('what was drawn and harvested', () => {
  beforeAll(async () => {
    vi.stubGlobal('navigator', { languages: ['en'] })
    await startWords()
  })
  test('a harvest that is known is told', () => {
    expect(eventText(drew({ goods: [1, 0, 2] }), names)).toMatch(/draws 3 cards and harvests 1 hop and 2 water/)
  })
  test('one that a server’s line does not tell is not made up', () => {
    expect(eventText(drew({}), names)).toMatch(/draws 3 cards\.$/)
  })
})

describe('whose turn and whose hand', () => {
  const titles = (seat: number, of: Names) => [t('table.turnOf', who(seat, of)), t('table.handOf', who(seat, of))]
  test('others have a name', () => {
    expect(titles(1, names)).toEqual(['Bartl’s turn', 'Bartl’s hand'])
  })
  test('one’s own are one’s own, also where nobody looks on from a seat and the name was stored as You', () => {
    expect(titles(0, names)).toEqual(['Your turn', 'Your hand'])
    expect(titles(0, { name: () => 'Du', viewer: null })).toEqual(['Your turn', 'Your hand'])
  })
})

/* The codes in the table of the protocol's page, and those of the server. */
const project = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
const [, table = ''] = /\n### Codes\n([^]*?)\nA refusal marked/.exec(project('docs/authors/protocol.md')) ?? []
const codes = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(found => found[1]!)
const [, list = ''] = /#define APP_ERROR_CODES\(X\)([^]*?)\n\n/.exec(project('server/app/error.h')) ?? []

test('the protocol lists the codes of the server', () => {
  expect(codes).not.toEqual([])
  expect([...codes].sort()).toEqual([...list.matchAll(/X\("([a-z-]+)"/g)].map(found => found[1]!).sort())
})

describe.each(languages)('what the server refuses, in %s', language => {
  const refused = (code: string, text = '') => failureText(new ServerError(0, code, text))
  beforeAll(() => setLanguage(language))
  afterAll(() => setLanguage('en'))

  test.each(codes)('%s: a sentence of its own', async code => {
    const sentence = await refused(code)
    expect(sentence).not.toBe(t('error.unknown'))
    expect(sentence).not.toBe(await refused('unreachable'))
    expect(sentence).toMatch(/^\p{Lu}.* .*\.$/u)
    expect(problemText({ code, text: '', refusal: null })).toBe(sentence)
  })
  test('no two codes have the same', async () => {
    expect(new Set(await Promise.all(codes.map(code => refused(code)))).size).toBe(codes.length)
  })
  test('the server’s own words only follow where they tell more', async () => {
    const told = await Promise.all(codes.map(async code => [code, await refused(code), await refused(code, 'Because.')] as const))
    const telling = told.filter(([, without, sentence]) => sentence !== without)
    expect(telling.map(([code]) => code)).toEqual(['bad-message', 'banned', 'closed', 'not-now', 'not-allowed', 'limit'])
    for (const [, without, sentence] of telling) expect(sentence).toBe(`${without} ${t('problem.says', { why: 'Because.' })}`)
  })
  test('a code that nobody knows is told with the server’s words, other errors without theirs', async () => {
    expect(await refused('new', 'Because.')).toBe(`${t('error.unknown')} ${t('problem.says', { why: 'Because.' })}`)
    expect(await failureText(new TypeError('x is not a function'))).toBe(t('error.unknown'))
  })
  test('nothing answered', async () => {
    expect(await refused('unreachable', 'TypeError: failed to fetch')).toBe(t('problem.unreachable'))
  })
})
