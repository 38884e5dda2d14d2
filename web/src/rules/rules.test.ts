import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CARDS } from '../engine/types'
import { rules as de } from '../i18n/locales/de/rules'
import { game as terms } from '../i18n/locales/en/game'
import { rules as en } from '../i18n/locales/en/rules'
import { rules as it } from '../i18n/locales/it/rules'
import { cardRules, kinds } from './cards'
import { chapters } from './chapters'

const root = `${import.meta.dirname}/../../..`
const document = readFileSync(`${root}/docs/rules.md`, 'utf8')
const numbers = [...document.matchAll(/^- \*\*(R\d+\.\d+[a-z]?)\*\*/gm)].map(found => found[1]!)
const shown = chapters.flatMap(chapter => chapter.rules)

describe('the rules in the page', () => {
  test('have the numbers of docs/rules.md, in its order', () => {
    expect(numbers.length).toBeGreaterThan(40)
    expect(shown).toEqual(numbers)
  })

  for (const [language, words] of Object.entries({ en, de, it }) as [string, Record<string, string>][])
    test(`${language}: text for each, and a ruling exactly where docs/rules.md has one`, () => {
      for (const number of numbers) {
        const from = document.indexOf(`- **${number}**`)
        const to = document.indexOf('\n- **R', from + 1)
        const ruled = document.slice(from, to < 0 ? undefined : to).split('\n## ')[0]!.includes('**Ruling**')
        expect(`${number} ${words[`rules.${number}`]?.includes('Ruling:')}`).toBe(`${number} ${ruled}`)
      }
    })

  test('rules of refusals and of cards are there', () => {
    const header = readFileSync(`${root}/engine/core/ff.h`, 'utf8')
    const refusals = [...header.matchAll(/X\([A-Z_]+, "(R\d+\.\d+)"\)/g)].map(found => found[1]!)
    expect(refusals.length).toBeGreaterThan(15)
    for (const number of [...refusals, ...CARDS.flatMap(cardRules)]) expect(shown).toContain(number)
  })

  test('cards have the same names as in the terminal', () => {
    const titles = readFileSync(`${root}/engine/text/names.c`, 'utf8').match(/card_titles\[\] = \{([^}]*)\}/)![1]!
    const words = terms as Record<string, string>
    expect([...titles.matchAll(/"([^"]+)"/g)].map(found => found[1])).toEqual(CARDS.map(card => words[`card.${card}`]))
  })

  test('the list of cards shows each card once', () => {
    expect(kinds.flatMap(kind => kind.cards).sort()).toEqual([...CARDS].sort())
  })
})
