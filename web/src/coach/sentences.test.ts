import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { CoachFact, Idea, JudgedTurn, TurnShape, TurnVerdict } from './types'
import { CARDS, GOODS, type Triple } from '../engine/types'
import { languages } from '../i18n/languages'
import { loadWords, setLanguage, startWords } from '../i18n/i18n.svelte'
import { blameText, chanceText, costly, factText, lossLabel, lossPerTurn, lossText, playedText, reasonsOf, sumText, turnText } from './sentences'

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

/* Every kind of fact there can be: none, one and many of each, every card, good and brewery. */
const pairs = [0, 1, 2, 13].flatMap(played => [0, 1, 2, 13].filter(best => best !== played).map(best => ({ played, best })))
const rounds = [-1, 0, 1, 4].flatMap(played => [-1, 0, 1, 4].filter(best => best !== played).map(best => ({ played, best })))
const inTenths = ({ played, best }: { played: number; best: number }) => [{ played: 10 * played, best: 10 * best }, { played: 10 * played + 1, best: 10 * best }]
const everyFact: CoachFact[] = [
  ...(['coins-now', 'palace-price', 'goods-wasted', 'field-lost', 'harvest', 'cards-kept'] as const).flatMap(kind => pairs.map(pair => fact(kind, pair))),
  ...(['coins-next', 'place-next'] as const).flatMap(kind => pairs.flatMap(inTenths).map(pair => fact(kind, pair))),
  ...GOODS.flatMap(good => [0, 1, 2, 3, 4].flatMap(brewery => pairs.map(pair => fact('price-left', { brewery, good, ...pair })))),
  ...[1, 2].map(n => fact('palace-paid', { playedParts: n, bestParts: n })),
  ...[0, 1, 2].flatMap(n => [0, 1, 2].filter(m => m !== n).map(m => fact('palace-paid', { playedParts: n, bestParts: m }))),
  ...CARDS.flatMap(card => [1, 5].flatMap(cost => [fact('card-built', { card, played: cost, best: -1 }), fact('card-built', { card, played: -1, best: cost })])),
  ...CARDS.flatMap(card => rounds.map(pair => fact('card-back', { card, ...pair }))),
]

/* What is wrong with a sentence in any language, and in one: a number that its noun does not agree with. */
const wrongIn: Record<string, RegExp[]> = {
  any: [/ {2}/, / [.,;)]/, /\( /, /\) \(/, /\.\./, /[{}]/, /(coach|count|card|good|brewery|event)\.[a-z]/, /undefined|NaN|null/],
  en: [/(?<![\d.])1 (coins|tokens|cards|rounds|Palace parts|points|turns)\b/, /(\d{2}|[02-9]) (coin|token|card|round|Palace part|point|turn)\b/, /\bhops is\b/],
  de: [
    /(?<![\d,])1 (Münzen|Güter|Karten|Runden|Palastteile|Punkte|Züge)\b/, /(\d{2}|[02-9]) (Münze|Gut|Karte|Runde|Palastteil|Punkt|Zug)(?![\wäöü])/,
    /\b(the|instead|coins?|rounds?|it)\b/,
  ],
  it: [
    /(?<![\d,])1 (monete|merci|carte|parti|punti|turni)\b/, /(\d{2}|[02-9]) (moneta|merce|carta|parte|punto|turno)\b/, /\b(the|instead|coins?|rounds|statt|bei)\b/,
    /(Campo|Palazzo|Municipio|Mercato)[^,;.]* costruita/,
  ],
}
const wrong = (language: string, text: string) => [...wrongIn.any!, ...wrongIn[language]!].filter(found => found.test(text))

/* The numbers that a fact is about, in the order in which they are said: none is not always a 0, nor a card's time a number. */
function numbersOf({ kind, played, best, playedParts, bestParts }: CoachFact): number[] {
  if (kind === 'palace-paid' && playedParts !== bestParts) return [playedParts!, bestParts!]
  if (kind === 'palace-paid') return [playedParts!, played, best]
  if (kind === 'coins-next' || kind === 'place-next') return [played / 10, best / 10]
  return [played, best].filter(n => n >= 0)
}
const saidNumbers = (text: string) => [...text.matchAll(/\d+([.,]\d+)?/g)].map(([digits]) => Number(digits.replace(',', '.')))

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  await startWords()
  await loadWords('review')
})

describe('a turn is one sentence', () => {
  test.each([
    ['en', 'Sell 3 hops and 2 water at Brückenbräu (13 coins), build Spring 3 on space 6, keep Palace II, put under the deck: Bank I, Crane.'],
    ['de', 'Verkauf 3 Hopfen und 2 Wasser an Brückenbräu (13 Münzen), bau Quelle 3 auf Bauplatz 6, behalte Palast II, leg unter den Stapel: Bank I, Baukran.'],
    ['it', 'Vendi 3 unità di luppolo e 2 unità d’acqua al birrificio Brückenbräu (13 monete), costruisci Sorgente 3 sullo spazio 6, tieni Palazzo II, metti sotto il mazzo: Banca I, Gru.'],
  ] as const)('%s', async (language, text) => {
    await setLanguage(language)
    expect(turnText('turn', { turn, actions: [] })).toBe(text)
  })
  test.each(languages)('%s: any turn reads as one', async language => {
    await setLanguage(language)
    const amounts: Triple[] = [[0, 0, 0], [1, 0, 0], [0, 1, 1], [2, 2, 2]]
    const texts = amounts.flatMap(goods =>
      [null, { from: 'hops', to: 'barley', count: 1 } as const].flatMap(market =>
        [null, ...GOODS].flatMap(office =>
          CARDS.map((card, i) =>
            turnText('turn', { actions: [], turn: { ...turn, sale: { brewery: i % 5, goods, market, office, income: i % 3, disc: 1 }, stored: goods, kept: [card], removed: [card] } }),
          ),
        ),
      ),
    )
    expect(texts.filter(text => wrong(language, text).length || !/^\p{Lu}[^{}]+[^.]\.$/u.test(text))).toEqual([])
  })
  test('nothing done, and a card more or not', async () => {
    await setLanguage('en')
    expect(turnText('turn', { turn: none, actions: ['done'] })).toBe('Do nothing.')
    expect(turnText('draw', { turn: null, actions: ['draw'] })).toBe('Draw one more card.')
    expect(turnText('draw', { turn: null, actions: ['done'] })).toBe('Draw no more.')
  })
})

describe('reasons', () => {
  test.each(languages)('%s: every kind of fact is a whole sentence in that language, no two the same', async language => {
    await setLanguage(language)
    const texts = everyFact.map(factText)
    expect(texts.filter(text => !/^[\p{Lu}\d][^{}]+[^.]\.$/u.test(text))).toEqual([])
    expect(texts.filter(text => wrong(language, text).length)).toEqual([])
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([])
  })
  test.each(languages)('%s: what was played is said first, what is better last, with their numbers', async language => {
    await setLanguage(language)
    const counted = everyFact.filter(({ kind }) => kind !== 'card-back' && kind !== 'card-built')
    const other = counted.filter(one => {
      const said = saidNumbers(factText(one)), meant = numbersOf(one)
      return said.join() !== meant.join() && said.join() !== meant.filter(n => n > 0).join() /* "no card is kept" */
    })
    expect(other.map(factText)).toEqual([])
  })
  test.each([
    ['en', [
      'Sold for 5 coins instead of 7.', 'The next sale brings 1 coin on average instead of 7.1.',
      'Next round Brückenbräu pays 1 coin instead of 2 for hops, if nobody else sells there.', 'No Palace part is built instead of 1.',
      'Crane comes back in 3 rounds; in the better turn it comes back in 1 round.', 'Fields that are built over cost 2 tokens a round instead of 0.',
    ]],
    ['de', [
      'Verkauft für 5 Münzen statt 7.', 'Der nächste Verkauf bringt im Mittel 1 Münze statt 7,1.',
      'Nächste Runde zahlt Brückenbräu 1 Münze statt 2 für Hopfen, wenn sonst niemand dort verkauft.', 'Kein Palastteil wird gebaut statt 1.',
      'Baukran kommt nach 3 Runden zurück; im besseren Zug: kommt nach 1 Runde zurück.', 'Überbaute Felder kosten je Runde 2 Güter statt 0.',
    ]],
    ['it', [
      'Venduto per 5 monete invece di 7.', 'La prossima vendita rende in media 1 moneta invece di 7,1.',
      'Nel prossimo round il birrificio Brückenbräu paga 1 moneta invece di 2 (luppolo), se lì non vende nessun altro.', 'Non si costruisce nessuna parte di palazzo invece di 1.',
      'Gru torna dopo 3 round; nel turno migliore torna dopo 1 round.', 'I campi coperti costano 2 merci per round invece di 0.',
    ]],
  ] as const)('%s: as they are read', async (language, texts) => {
    await setLanguage(language)
    const facts = [
      fact('coins-now'), fact('coins-next', { played: 10, best: 71 }), fact('price-left', { brewery: 1, good: 'hops', played: 1, best: 2 }),
      fact('palace-paid', { playedParts: 0, bestParts: 1 }), fact('card-back', { card: 'crane', played: 3, best: 1 }), fact('field-lost', { played: 2, best: 0 }),
    ]
    expect(facts.map(factText)).toEqual(texts)
  })
  test('only what is to be said is said, and what speaks for the other turn is said as such', async () => {
    await setLanguage('en')
    const idea: Pick<Idea, 'facts' | 'said'> = { facts: [fact('coins-now'), fact('cards-kept', { favours: 'played' }), fact('harvest', { favours: null })], said: 2 }
    expect(reasonsOf(idea)).toEqual(['Sold for 5 coins instead of 7.', 'For it: 5 cards are kept instead of 7.'])
    expect(reasonsOf(idea, true)).toEqual(['Against it: Sold for 5 coins instead of 7.', '5 cards are kept instead of 7.'])
  })
  test.each(languages)('%s: a certain result is said of the turn that wins', async language => {
    await setLanguage(language)
    const texts = [[0, 1], [3, 1], [4, 2], [1, 0], [2, 4], [3, 0], [4, 0], [0, 3], [0, 4]].map(([played, best]) => factText(fact('result', { played: played!, best: best! })))
    expect(texts.filter(text => wrong(language, text).length || !/^\p{Lu}.+\.$/u.test(text))).toEqual([])
    expect(texts[0]).toBe(texts[1])
    expect(new Set(texts).size).toBe(8)
    expect(factText(fact('field-covered', { card: 'water1', covered: 'hops3', played: 2, best: 0 }))).toMatch(/2/)
    expect(factText(fact('field-covered', { card: 'water1', covered: null, played: 0, best: 1 }))).toMatch(/1/)
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
    kind: 'turn', seat: 0, round: 2, doubt: 100, field: [], ideas: [], played: 1, grade: 'blunder', loss: 1357, margin: 325,
    parts: ['sale', 'build1', 'build2', 'space'],
  }
  const judged = (more: Partial<TurnVerdict>): JudgedTurn => ({ item: 5, moment: 3, decided: 4, told: '', verdict: { ...verdict, ...more } })
  test.each([
    ['en', 'Blunder, −13.6 ± 3.3', 'the sale, what was built, and the space'],
    ['de', 'Grober Fehler, −13,6 ± 3,3', 'der Verkauf, was gebaut wurde und der Bauplatz'],
    ['it', 'Errore grave, −13,6 ± 3,3', 'la vendita, ciò che è stato costruito e lo spazio'],
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
  test.each([
    ['en', 'Turns like those of a bot of level 3; levels 1 to 4 are possible.', 'Turns like those of a bot of level 5–7.'],
    ['de', 'Züge wie von einem Bot der Stufe 3; möglich sind die Stufen 1 bis 4.', 'Züge wie von einem Bot der Stufe 5–7.'],
    ['it', 'Turni come quelli di un bot di livello 3; sono possibili i livelli da 1 a 4.', 'Turni come quelli di un bot di livello 5–7.'],
  ] as const)('%s: the level that turns resemble', async (language, one, top) => {
    await setLanguage(language)
    expect(playedText({ level: 3, low: 1, high: 4 })).toBe(one)
    expect(playedText({ level: 5, low: 5, high: 7 })).toBe(top)
  })
  test.each(languages)('%s: what a turn lost is counted as the language counts', async language => {
    await setLanguage(language)
    const texts = [0, 100, 150, 1300].map(loss => sumText([judged({ loss, margin: 0 })]))
    expect(texts.filter(text => wrong(language, text).length)).toEqual([])
  })
})
