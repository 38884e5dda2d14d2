import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CARDS, GOODS, REFUSALS } from '../engine/types'
import { gapsOf, grammarOf, parse, write, type Part } from './format'
import { guessLanguage, languages } from './languages'

type Words = Record<string, string>
const files = import.meta.glob<Record<string, Words>>('./locales/*/{account,core,learn,online,players,puzzles,review,rules,stats}.ts', { eager: true })
const areas = ['account', 'core', 'learn', 'online', 'players', 'puzzles', 'review', 'rules', 'stats'] as const
const wordsOf = (language: string, area: string): Words => files[`./locales/${language}/${area}.ts`]![area]!
const english = Object.assign({}, ...areas.map(area => wordsOf('en', area))) as Words

const say = (language: string, message: string, values: Record<string, string | number> = {}) =>
  write(parse(message), values, grammarOf(language))

/* Every choice in a message, with the branches it has. */
function choicesOf(parts: readonly Part[]): { name: string; kind: string; keys: string[] }[] {
  return parts.flatMap(part =>
    typeof part === 'object' && 'branches' in part
      ? [{ name: part.name, kind: part.kind, keys: [...part.branches.keys()] }, ...[...part.branches.values()].flatMap(choicesOf)]
      : [],
  )
}

/* The keys that a template may give: `card.${…}` */
function shapeOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map(part => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'locales' ? [] : sources(path)
    return /\.(svelte|ts)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : []
  })
}

test.each(languages)('%s: no phase has the name of a card', language => {
  const words = wordsOf(language, 'core')
  const cards = CARDS.map(card => words[`card.${card}`])
  for (const phase of [1, 2, 3, 4, 5, 6]) expect(cards).not.toContain(words[`phase.${phase}`])
})

describe('every language has every word', () => {
  for (const language of languages)
    for (const area of areas) {
      test(`${language}/${area}: the keys of English, none empty`, () => {
        const words = wordsOf(language, area)
        expect(Object.keys(words).sort()).toEqual(Object.keys(wordsOf('en', area)).sort())
        expect(Object.entries(words).filter(([, text]) => !text.trim())).toEqual([])
      })
      test(`${language}/${area}: every message can be read and has the gaps of English`, () => {
        const wrong = Object.entries(wordsOf(language, area)).filter(
          ([key, text]) => [...gapsOf(parse(text))].sort().join() !== [...gapsOf(parse(english[key]!))].sort().join(),
        )
        expect(wrong).toEqual([])
      })
      test(`${language}/${area}: a choice by number has the forms of the language`, () => {
        const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter(form => form !== 'many')
        const missing = Object.entries(wordsOf(language, area)).filter(([, text]) =>
          choicesOf(parse(text)).some(
            choice => choice.kind === 'plural' && choice.keys.length > 1 && !choice.keys.includes('=0') && needed.some(form => !choice.keys.includes(form)),
          ),
        )
        expect(missing).toEqual([])
      })
    }

  test('no key is in two areas', () => {
    const all = areas.flatMap(area => Object.keys(wordsOf('en', area)))
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([])
  })

  test('no message was left in English', () => {
    const same = (language: string) =>
      Object.keys(english).filter(key => english[key]!.length > 24 && wordsOf(language, areas.find(a => key in wordsOf('en', a))!)[key] === english[key])
    expect(same('de')).toEqual([])
    expect(same('it')).toEqual([])
  })
})

describe('the words that the source asks for are there', () => {
  const used = sources(join(import.meta.dirname, '..')).map(path => [path, readFileSync(path, 'utf8')] as const)

  test('literal keys: t(\'…\')', () => {
    const missing = used.flatMap(([path, text]) =>
      [...text.matchAll(/\bt\(\s*'([^']+)'/g)].filter(found => !(found[1]! in english)).map(found => `${path}: ${found[1]}`),
    )
    expect(missing).toEqual([])
  })

  test('keys that are put together: t(`card.${…}`)', () => {
    const missing = used.flatMap(([path, text]) =>
      [...text.matchAll(/\bt\(\s*`([^`]+)`/g)]
        .filter(found => {
          const shape = shapeOf(found[1]!)
          return !Object.keys(english).some(key => shape.test(key))
        })
        .map(found => `${path}: ${found[1]}`),
    )
    expect(missing).toEqual([])
  })

  test('nothing is translated that nobody shows', () => {
    const all = used.map(([, text]) => text).join('\n')
    const shapes = [...all.matchAll(/`([a-z]+\.[^`\n]*\$\{[^`\n]*)`/g)].map(found => shapeOf(found[1]!))
    const unused = Object.keys(english).filter(key => !all.includes(`'${key}'`) && !shapes.some(shape => shape.test(key)))
    expect(unused).toEqual([])
  })

  test('a title and an effect for each card, words for each good, refusal and stage', () => {
    const keys = [
      ...CARDS.map(card => `card.${card}`),
      ...CARDS.map(card => `effect.${card.startsWith('palace') ? 'palace' : card}`),
      ...GOODS.flatMap(good => [`good.${good}`, `good.${good}.title`, `good.${good}.letter`, `good.${good}.count`]),
      ...REFUSALS.map(id => `refusal.${id}`),
    ]
    expect(keys.filter(key => !(key in english))).toEqual([])
  })

  test('the letters of the goods differ in each language', () => {
    for (const language of languages) {
      const letters = GOODS.map(good => wordsOf(language, 'core')[`good.${good}.letter`])
      expect(new Set(letters).size).toBe(3)
    }
  })
})

/* What a language does not say: words that its speakers trip over, or that leave some of them out. */
const avoided: Record<string, RegExp[]> = {
  en: [/as is best/, /next order/, /\bone hops\b/, /\beach hops\b/, /^Who opens/, /you chose \w+ing/, /\bmail\b/i],
  de: [
    /spieler[ns]?\b/i, /\bfreunde/i, /\bgegner/i, /anfänger/i, /meister\b/i, /sieger/i, /gewinner/i, /\bjeder (am|von|darf|hat)\b/i,
    /\bals (erst|zweit|dritt|viert|fünft)er\b/i, /\bklick\b.* an\b/i, /marktphase/i,
    /(\b(diese[sm]?|deine?|eine[sm]?|neues|meine?)|#|^(alle|keine?)) Spiele?s?\b/i, /\bKran\b/, /verkauf\w* bei\b/i, /bei \{brewery\}.* verkauf/i, /teilen sich/,
  ],
  it: [
    /profitt/i, /toccano/i, /[\d#}] (luppolo|orzo|acqua)/, /\bpront[oa]\b(?! una)/i, /giocator[ei]/i, /vincitor/i, /\b(spento|acceso)\b/i, /fase di mercato/i,
    /\b(è|sei) passato\b/i, /\ba (round|turno)\b/i, /\bmail\b/i, /gioco per esperti/i,
  ],
}
/* What a switch says of itself when it is off. */
const whenOff: Record<string, string> = { en: 'Off: ', de: 'Aus: ', it: 'Se disattivato, ' }
/* One grows hops and barley; water springs. */
const grownWater = /\b(grow|baue|coltiva) (\w+(, | and | und | e ))+(spring water|water|quellwasser|wasser|acqua)\b/i

describe('each language keeps to its words', () => {
  const allOf = (language: string) => Object.assign({}, ...areas.map(area => wordsOf(language, area))) as Words

  for (const language of languages) {
    const words = allOf(language)
    const lower = (key: string) => words[key]!.toLowerCase()

    test(`${language}: nothing that it avoids`, () => {
      const found = Object.entries(words).filter(([, text]) => [...avoided[language]!, grownWater, /'/].some(word => word.test(text)))
      expect(found).toEqual([])
    })
    test(`${language}: a phase has one name, in the rules and at the table`, () => {
      for (const n of [1, 2, 3, 4, 5, 6]) expect(lower(`rules.R${n + 2}`)).toMatch(new RegExp(`^${lower(`phase.${n}`)} \\(`))
      for (const key of ['explain.later', 'price.later', 'price.stays', 'rules.R2.1']) expect(lower(key)).toContain(lower('phase.6'))
    })
    test(`${language}: the same thing is called the same in two places`, () => {
      expect(words['over.home']).toBe(words['nav.home'])
      expect(words['keys.undo']).toBe(`${lower('act.undo')}, ${lower('act.redo')}`)
      for (const key of ['settings.memory.about', 'settings.keys.about', 'friends.publicAbout']) expect(words[key]).toContain(whenOff[language])
    })
  }

  test('goods are counted as one counts them', () => {
    const count = (language: string, n: number) => GOODS.map(good => say(language, allOf(language)[`good.${good}.count`]!, { n }))
    expect(count('en', 1)).toEqual(['1 hop', '1 barley', '1 water'])
    expect(count('it', 2)).toEqual(['2 unità di luppolo', '2 unità d’orzo', '2 unità d’acqua'])
    expect(['sell.less', 'sell.more', 'sell.office.for'].map(key => say('en', english[key]!, { good: english['good.hops']! }))).toEqual(
      ['one hop fewer', 'one hop more', '+1 for each hop'],
    )
  })

  test('what finds the page in a search or on a home screen does not grow water either', () => {
    const web = join(import.meta.dirname, '../..')
    for (const file of ['index.html', 'public/manifest.webmanifest', '../README.md']) expect(readFileSync(join(web, file), 'utf8')).not.toMatch(grownWater)
  })
})

describe('messages', () => {
  test('plural forms', () => {
    const coins = (language: string, n: number) => say(language, wordsOf(language, 'core')['count.coins']!, { n })
    expect([0, 1, 2].map(n => coins('en', n))).toEqual(['0 coins', '1 coin', '2 coins'])
    expect([0, 1, 2].map(n => coins('de', n))).toEqual(['0 Münzen', '1 Münze', '2 Münzen'])
    expect([0, 1, 2].map(n => coins('it', n))).toEqual(['0 monete', '1 moneta', '2 monete'])
    expect(say('de', wordsOf('de', 'core')['count.cards']!, { n: 0 })).toBe('keine Karten')
  })

  test('numbers as the language writes them', () => {
    expect(languages.map(language => say(language, '{n}', { n: 12345 }))).toEqual(['12,345', '12.345', '12.345'])
  })

  test('choices by word, and choices within choices', () => {
    const sold = english['event.soldNothing']!
    expect(say('en', sold, { who: 'you', name: 'You', n: 0, coins: '' })).toBe('You sell nothing.')
    expect(say('en', sold, { who: 'other', name: 'Anna', n: 3, coins: '3 coins' })).toBe('Anna sells nothing and gets 3 coins.')
  })

  test('a gap without a value stays visible', () => expect(say('en', 'a {b} c')).toBe('a {b} c'))

  test('what can\'t be read is refused with its place', () => {
    expect(() => parse('{n, plural, one {x}}')).toThrow('"other" is missing')
    expect(() => parse('a } b')).toThrow('at 2')
    expect(() => parse('{n, maybe, other {x}}')).toThrow('"maybe" is no kind of choice')
  })
})

test('the guide for players names buttons as the page does', () => {
  const guide = readFileSync(new URL('../../../docs/players/playing_with_others.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
  const names = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(found => found[1]!.replace(/[.:]$/, ''))
  expect(names).toContain('Find a game')
  expect(names.filter(name => !Object.values(english).some(text => text.toLowerCase().includes(name.toLowerCase())))).toEqual([])
})

test('the language is guessed from the reader\'s list', () => {
  expect(guessLanguage(['de-CH', 'fr'])).toBe('de')
  expect(guessLanguage(['fr-FR', 'it-IT', 'en'])).toBe('it')
  expect(guessLanguage(['fr', 'nl'])).toBe('en')
  expect(guessLanguage([])).toBe('en')
})
