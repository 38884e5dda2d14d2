import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { CoachFact, Idea, JudgedTurn, TurnShape, TurnVerdict } from '../engine/types'
import { languages } from '../i18n/languages'
import { loadWords, setLanguage, startWords } from '../i18n/i18n.svelte'
import { blameText, chanceText, costly, factText, lossLabel, lossPerTurn, lossText, reasonsOf, turnText } from './sentences'

const turn: TurnShape = {
  sale: { brewery: 1, goods: [3, 0, 2], market: null, office: null, income: 13, disc: 13 },
  builds: [{ card: 'water3', space: 6, cost: 8, covered: null }],
  stored: [0, 0, 0],
  wasted: [0, 0, 0],
  kept: ['palace2'],
  removed: [],
  buried: ['bank1', 'crane'],
}
const none: TurnShape = { ...turn, sale: null, builds: [], kept: [], buried: [] }
const fact = (kind: CoachFact['kind'], more: Partial<CoachFact> = {}): CoachFact => ({ kind, part: 'sale', played: 5, best: 7, favours: 'best', ...more })
const everyFact: CoachFact[] = [
  fact('coins-now'),
  fact('coins-next', { played: 52, best: 71 }),
  fact('place-next', { played: 21, best: 13 }),
  fact('price-left', { brewery: 1, good: 'barley', played: 1, best: 2 }),
  fact('palace-paid', { playedParts: 1, bestParts: 1 }),
  fact('palace-paid', { playedParts: 0, bestParts: 1 }),
  fact('palace-price'),
  fact('goods-wasted', { played: 1, best: 0 }),
  fact('card-built', { card: 'crane', played: 5, best: -1 }),
  fact('card-built', { card: 'crane', played: -1, best: 5 }),
  fact('card-back', { card: 'crane', played: -1, best: 0 }),
  fact('card-back', { card: 'crane', played: 3, best: 1 }),
  fact('field-lost'),
  fact('harvest'),
  fact('cards-kept', { played: 0, best: 2 }),
]

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  await startWords()
  await loadWords('review')
})

describe('a turn is one sentence', () => {
  test.each([
    ['en', 'Sell 3 hops and 2 water at Brückenbräu (13 coins), build Spring 3 on space 6, keep Palace II, put under the deck: Bank I, Crane.'],
    ['de', 'Verkauf 3 Hopfen und 2 Wasser bei Brückenbräu (13 Münzen), bau Quelle 3 auf Bauplatz 6, behalte Palast II, leg unter den Stapel: Bank I, Baukran.'],
    ['it', 'Vendi 3 unità di luppolo e 2 unità d’acqua al birrificio Brückenbräu (13 monete), costruisci Sorgente 3 sullo spazio 6, tieni Palazzo II, metti sotto il mazzo: Banca I, Gru.'],
  ] as const)('%s', async (language, text) => {
    await setLanguage(language)
    expect(turnText('turn', { turn, actions: [] })).toBe(text)
  })
  test('nothing done, and a card more or not', async () => {
    await setLanguage('en')
    expect(turnText('turn', { turn: none, actions: ['done'] })).toBe('Do nothing.')
    expect(turnText('draw', { turn: null, actions: ['draw'] })).toBe('Draw one more card.')
    expect(turnText('draw', { turn: null, actions: ['done'] })).toBe('Draw no more.')
  })
})

describe('reasons', () => {
  test.each(languages)('%s: every kind of fact is a whole sentence, no two the same', async language => {
    await setLanguage(language)
    const texts = everyFact.map(factText)
    for (const text of texts) expect(text).toMatch(/^\p{Lu}[^{}]+\.$|^\d[^{}]+\.$/u)
    for (const text of texts) expect(text).not.toMatch(/coach\.|undefined|NaN/)
    expect(new Set(texts).size).toBe(texts.length)
  })
  test('numbers are those of the fact', async () => {
    await setLanguage('en')
    expect(factText(everyFact[0]!)).toBe('The sale brings 5 coins instead of 7.')
    expect(factText(everyFact[1]!)).toBe('The next sale brings 5.2 coins on average instead of 7.1.')
    expect(factText(everyFact[11]!)).toBe('Crane comes back in 3 rounds; in the better turn it comes back in 1 round.')
  })
  test('what speaks for the idea itself is no reason against it', () => {
    const idea: Pick<Idea, 'facts'> = { facts: [fact('harvest', { favours: 'played' }), fact('coins-now'), fact('cards-kept', { favours: null })] }
    expect(reasonsOf(idea)).toEqual(['The sale brings 5 coins instead of 7.'])
    expect(reasonsOf({ facts: idea.facts.filter(({ favours }) => favours !== 'best') })).toHaveLength(1)
  })
})

test('chances and losses come with their margins', async () => {
  await setLanguage('en')
  expect(chanceText(4533, 410)).toBe('45% ± 4')
  expect(lossText(1357, 325)).toBe('−13.6 ± 3.3')
  expect(lossText(-120, 90)).toBe('+1.2 ± 0.9')
  expect(lossText(2, 0)).toBe('0 ± 0')
})

describe('turns that were judged', () => {
  const verdict: TurnVerdict = {
    kind: 'turn', seat: 0, round: 2, doubt: 100, ideas: [], played: 1, grade: 'blunder', loss: 1357, margin: 325,
    parts: [{ parts: ['sale'], loss: 910, margin: 220 }, { parts: ['build1', 'space'], loss: 300, margin: 140 }],
  }
  const judged = (more: Partial<TurnVerdict>): JudgedTurn => ({ item: 5, moment: 3, decided: 4, told: '', verdict: { ...verdict, ...more } })
  test.each([
    ['en', 'Blunder, −13.6 ± 3.3', 'the sale (−9.1 ± 2.2) and the first build and the space (−3 ± 1.4)'],
    ['de', 'Grober Fehler, −13,6 ± 3,3', 'der Verkauf (−9,1 ± 2,2) und der erste Bau und der Bauplatz (−3 ± 1,4)'],
    ['it', 'Errore grave, −13,6 ± 3,3', 'la vendita (−9,1 ± 2,2) e la prima costruzione e lo spazio (−3 ± 1,4)'],
  ] as const)('%s: the grade with the loss, and what is to blame', async (language, label, blame) => {
    await setLanguage(language)
    expect(lossLabel(verdict)).toBe(label)
    expect(blameText(verdict)).toBe(blame)
  })
  test('good turns are not told; losses within their error count as none', () => {
    const turns = [judged({}), judged({ grade: 'good', loss: 40, margin: 200 }), judged({ grade: 'good', loss: -90, margin: 50 })]
    expect(costly(turns)).toEqual([turns[0]])
    expect(lossPerTurn(turns)).toBeCloseTo(1357 / 3)
    expect(lossPerTurn([])).toBe(0)
  })
})
