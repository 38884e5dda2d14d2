// The lesson, played in any way that is allowed: whatever one does, no sentence told is false. Every sentence must be known here, with
// what makes it true: a rule, or what the table shows at that moment.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import { Engine } from '../src/engine/engine'
import { GOODS, type Card, type GameEvent } from '../src/engine/types'
import type { TableState } from '../src/game/types'
import type { LocalTable } from '../src/game/local'
import { matchOf } from '../src/game/match'
import { loadWords, startWords, t } from '../src/i18n/i18n.svelte'
import { breweryName, cardTitle, goodName, isPalace } from '../src/i18n/sentences'
import { CARDS } from '../src/engine/types'
import { acts, me, momentOf, opponent, stepAt, type Act } from '../src/learn/lesson'
import { chance } from './chance'
import { module, rests, world } from './world'

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  await startWords()
  await loadWords('learn')
})

// ------------------------------------------------------------------------------------------------------------- what is true

type Check = (found: RegExpMatchArray, state: TableState) => boolean

const cardOf = (title: string): Card => CARDS.find(card => cardTitle(card) === title)!
const seat = (state: TableState) => state.view.seats[me]!
const held = (state: TableState, title: string) => state.view.own!.hand.find(({ card }) => card === cardOf(title))
const stands = (state: TableState, card: Card) => seat(state).spaces.some(space => space.card === card)
const asked = (state: TableState, phase: string) => state.waiting.for === 'you' && state.view.phase === phase
const last = <Kind extends GameEvent['kind']>(state: TableState, kind: Kind) =>
  state.log.map(({ event }) => event).findLast(event => event.kind === kind && (event.kind === 'round' || event.seat === me)) as Extract<GameEvent, { kind: Kind }>
const payable = (state: TableState) => state.view.own!.hand.filter(({ cost }) => cost <= seat(state).coins).map(({ card }) => cardTitle(card)).sort()
const costs = ([, title, cost, printed]: RegExpMatchArray, state: TableState) =>
  held(state, title!)?.cost === Number(cost) && held(state, title!)?.printedCost === Number(printed ?? cost)
const brewery = (name: string) => [0, 1, 2, 3, 4].find(b => breweryName(b) === name)!
const good = (name: string) => GOODS.findIndex(one => goodName(one) === name)

/* Sentences that are true of every game, by the rule that makes them so. */
const rules: Record<string, string> = {
  'Welcome to Fürstenfeld! You are a landowner who sells hops, barley and spring water to the breweries. But what you really want is a palace: six parts, on the very land that feeds you.': 'R9.1',
  'The big number is the price of one token. The small spaces show the demand: how many tokens they want this round.': 'R0.5',
  'Whoever lies lowest there plays first in the next round: whoever earns little plays early.': 'R2.2',
  'Your cards. The coin shows the cost.': 'R6.1',
  'As long as it stands, everything you build costs 2 less.': 'R6.4',
  'You may build two cards a turn.': 'R6.1',
  'Nothing is ever shuffled again: the timeline shows when each comes back.': 'R10.3',
  'You could also build over something, but what is covered is gone for good.': 'R6.2',
  'Spaces side by side may show the same price.': 'R0.5',
  'You know how a round goes. Draw, harvest, sell, build, discard; then prices move. The rest of the game is doing it at the right time.': 'R2.1',
  'Four rounds later.': 'R2.1',
  'A Palace part yields nothing, and nothing can be built over it, but six of them win the game.': 'R6.2',
  'Only with a Market could it be sold, as another good that has a price.': 'R5.5',
  'Not only fields earn. A Bank pays coins every round, even if you sell nothing. An Office brings one coin more for each token of one good.': 'R5.4',
  'With a Market you sell up to 3 tokens of one good as another.': 'R5.5',
  'Each row compares what a sale brings, where the prices fall to, and your place in the next round. You may also sell less.': 'R5.1',
  'The price falls if that space shows a lower one.': 'R0.5',
  'A big income puts it high: then you play later, when the best prices may be gone. Sometimes selling less is worth more.': 'R5.6',
  'Waiting has its price, too.': 'R6.5',
  'Every part takes a space that could earn. Pick the card, and each space tells what you would lose there.': 'R6.2',
  'Under the deck again. Order is a plan: what you put away first comes back first. Palace parts can wait there until you can pay for them.': 'R7.2',
  'Some buildings win you time. A Magistrate puts your disc 3 lower than your income.': 'R5.7',
  'A Warehouse keeps up to 3 unsold goods for a better price.': 'R7.4',
  'With a Laboratory you draw more cards, with a Town hall you keep more of them.': 'R3.2',
  'Prices, order, palace price: three clocks that tick at once. Now see how they end.': 'R9.1',
  'Towards the end.': 'R9.1',
  'As soon as somebody has six, the round is played to its end. Of those with six, the richest wins.': 'R9.2',
  'Plan which to build when.': 'R6.1',
  'What you earn decides what you can build, and who plays first next round.': 'R6.1',
  'Think about what you cover, and keep an eye on the coins of Rosa.': 'R9.2',
  'A Palace part that you want next round is best kept.': 'R7.1',
  'Count the coins: who has more at the end?': 'R9.2',
  'A hint shows what a strong bot would do.': 'R6.1',
  'Close games are decided by a few coins, or by one round.': 'R9.2',
  'Try the act again, or go on to a real game: you know all you need.': 'R9.1',
  'That is the whole game; you are ready for a real one.': 'R9.1',
  'You are ready for a real game.': 'R9.1',
}

/* Sentences about this game: what they say is looked up on the table. */
const facts: [RegExp, Check][] = [
  [/This is your land: six spaces\. The lower three already give 1 hop, 1 barley and 1 spring water every round\. This round’s harvest is in\./,
    (_, s) => seat(s).spaces.length === 6 && seat(s).spaces.slice(3).every(({ card }) => card === null) && seat(s).goods.join() === '1,1,1'],
  [/These two breweries buy\./, (_, s) => s.view.breweries.length === 2],
  [/Sell at one brewery a round\. Every price is still 1, so both pay 3 coins for all you have\. What nobody sells gets more expensive over time, so remember which brewery you leave out\./,
    (_, s) => s.view.breweries.every(({ price }) => price.join() === '1,1,1') && seat(s).goods.join() === '1,1,1'],
  [/Choose a brewery\.|Make your sale\.|Sell first\./, (_, s) => asked(s, 'sell')],
  [/Your income of (\d+) coins? also puts your disc on (\d+) of the next round’s track\./,
    ([, income, n], s) => last(s, 'sold').income === Number(income) && s.view.tracks.next.some(disc => disc.seat === me && disc.at === Number(n))],
  [/You have (\d+) coins?: (exactly enough|enough|not enough) for the Crane, which costs (\d+)\./, ([, coins, enough, cost], s) => {
    const left = Number(coins) - Number(cost)
    return seat(s).coins === Number(coins) && held(s, 'Crane')?.cost === Number(cost) && enough === (left === 0 ? 'exactly enough' : left > 0 ? 'enough' : 'not enough')
  }],
  [/You may build one more card\./, (_, s) => asked(s, 'build') && s.view.underway.left === 1],
  [/You can pay for (.+?)\. Build, or stop building\./, ([, cards], s) => asked(s, 'build') && cards!.split(/, and |, | and /).sort().join() === payable(s).join()],
  [/You can pay for none of your cards now\. Stop building\./, (_, s) => asked(s, 'build') && payable(s).length === 0],
  [/Take the Crane and put it on an empty space\./,
    (_, s) => asked(s, 'build') && payable(s).includes('Crane') && seat(s).spaces.some(({ card, printed }) => card === null && printed === null)],
  [/The Crane works at once: the (Magistrate) costs (\d+) coins? (?:instead of (\d+)|now)\. Build it too, on another empty space: it puts your disc 3 lower at every sale, so that you play earlier\./,
    (found, s) => asked(s, 'build') && stands(s, 'crane') && costs(found, s) && payable(s).includes('Magistrate') && seat(s).spaces.some(({ card, printed }) => card === null && printed === null)],
  [/Now keep one card; the others go under your deck, in an order you choose\./, (_, s) => asked(s, 'discard') && seat(s).keepMax === 1],
  [/The (Hops field 1) is worth keeping: as things stand it costs you (\d+) coins?(?: instead of (\d+))?\./, costs],
  [/Your turn is complete\. Until you end it, everything can be undone\. End your turn\./, (_, s) => s.waiting.for === 'end-turn'],
  [/Now Rosa plays: sell, build, discard, in the same way\./, (_, s) => !['you', 'end-turn'].includes(s.waiting.for) && s.view.result === null],
  [/Round 1 is over: every demand space that stayed empty moved the marker of its good one space up\./, (_, s) => s.view.round > 1],
  [/The best price now is (\d+) coins?, for ([a-z ]+) at (.+?)\./, ([, price, what, where], s) =>
    Math.max(...s.view.breweries.flatMap(one => [...one.price])) === Number(price) && s.view.breweries[brewery(where!)]!.price[good(what!)] === Number(price)],
  [/Round 2\. You have drawn three new cards, and your fields have yielded again\./, (_, s) => s.view.round === 2 && last(s, 'drew').n === 3 && last(s, 'drew').goods.some(n => n > 0)],
  [/Play this turn on your own: sell where it pays best, then build what you can pay for\./, (_, s) => s.waiting.for === 'you' || s.waiting.for === 'end-turn'],
  [/The (Hops field 1) costs you (\d+) coins?(?: instead of (\d+))?\./, costs],
  [/You have (no|\d+) Palace parts?\./, ([, n], s) => seat(s).palaceParts === (Number(n) || 0)],
  [/Look at (.+?): its price for ([a-z ]+) is 0, so nobody can sell that there this round\./, ([, where, what], s) => s.view.breweries[brewery(where!)]!.price[good(what!)] === 0],
  [/You were paid the old price for everything\. But what went beyond the demand was surplus: each surplus token has moved the marker one space down for those who come after you\./, (_, s) => {
    const { step, stepAfter } = last(s, 'sold')
    return step!.some((at, i) => stepAfter![i]! < at)
  }],
  [/You were paid the price shown\. Had you sold beyond the demand, each surplus token would have moved its marker one space down for those who come after you\./, (_, s) => {
    const { step, stepAfter, goods } = last(s, 'sold')
    return goods.some(n => n > 0) && step!.join() === stepAfter!.join()
  }],
  [/You sold nothing\. Had you sold beyond a demand, each surplus token would have moved its marker one space down for those who come after you\./,
    (_, s) => last(s, 'sold').goods.join() === '0,0,0'],
  [/Your disc lies on (\d+) of the next round’s track\./, ([, n], s) => s.view.tracks.next.some(disc => disc.seat === me && disc.at === Number(n))],
  [/A Palace part costs (\d+) coins? now(?:, with your Crane (\d+) coins?)?\./,
    ([, price, cost], s) => s.view.palace.price === Number(price) && stands(s, 'crane') === (cost !== undefined) && (!cost || Number(cost) === Number(price) - 2)],
  [/Each time as many parts are built as there are players, here (\d), the price rises by 2\./, ([, n], s) => s.view.players === Number(n)],
  [/Will you build (Palace [IV]+)\?/, ([, title], s) => asked(s, 'build') && payable(s).includes(title!)],
  [/Build, or stop building\.|Build something that earns, or stop building\./, (_, s) => asked(s, 'build')],
  [/You have (no|\d+) Palace parts?, Rosa has (no|\d+) Palace parts?\./,
    ([, n, theirs], s) => seat(s).palaceParts === (Number(n) || 0) && s.view.seats[opponent]!.palaceParts === (Number(theirs) || 0)],
  [/(Palace [IV]+) is in your hand\./, ([, title], s) => held(s, title!) !== undefined],
  [/(Palace [IV]+) comes back (this round|next round|in (\d+) rounds): you put it under your deck in round (\d+)\./, ([, title, when, n, round], s) => {
    const rounds = when === 'this round' ? 0 : when === 'next round' ? 1 : Number(n)
    return s.view.own!.deck.some(({ card, rounds: of }) => card === cardOf(title!) && of === rounds) &&
      s.log.findLast(({ event }) => event.kind === 'buried' && event.seat === me && event.card === cardOf(title!))?.round === Number(round)
  }],
  [/These are the parts that you know of and still need\./, (_, s) => seat(s).palaceParts < 6],
  [/A Laboratory lets you draw one more card, if you like\./, (_, s) => s.view.stage === 'draw' && (stands(s, 'lab1') || stands(s, 'lab2'))],
  [/(Palace [IV]+) costs you (\d+) coins?, and you have (\d+) coins?\./, ([, title, cost, coins], s) => held(s, title!)?.cost === Number(cost) && seat(s).coins === Number(coins)],
  [/You can build (Palace [IV]+): it costs you (\d+) coins?, and you have (\d+) coins?\./,
    ([, title, cost, coins], s) => asked(s, 'build') && payable(s).includes(title!) && held(s, title!)?.cost === Number(cost) && seat(s).coins === Number(coins)],
  [/Put away what you do not need now\./, (_, s) => asked(s, 'discard')],
  [/This can be the last round\./, (_, s) => s.view.result === null && s.view.seats.some(({ palaceParts }) => palaceParts + 2 >= 6)],
  [/The game goes on\./, (_, s) => s.view.result === null],
  [/You have won! Six parts, and more coins than Rosa\./, (_, s) => won(s) && s.view.seats.every(one => one.palaceParts === 6) && seat(s).coins > s.view.seats[opponent]!.coins],
  [/You have won! You have all six parts, Rosa has not\./, (_, s) => won(s) && s.view.seats[opponent]!.palaceParts < 6],
  [/You and Rosa share the win: six parts each, and the same number of coins\./, (_, s) => s.view.result?.winners.length === 2],
  [/Nobody has finished the palace, so nobody wins\./, (_, s) => s.view.result?.winners.length === 0],
  [/Rosa has won this one\./, (_, s) => s.view.result?.winners.join() === String(opponent)],
]
const won = (state: TableState) => state.view.result?.winners.join() === String(me)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const known: [RegExp, Check][] = [...Object.keys(rules).map((text): [RegExp, Check] => [new RegExp(escaped(text), 'y'), () => true]), ...facts.map(([text, check]): [RegExp, Check] => [new RegExp(text, 'y'), check])]

/** What is false or unknown in a text, with where it was told; none if all is true. */
function falsehoods(text: string, state: TableState): string[] {
  const plain = text.replaceAll('**', '')
  const wrong: string[] = []
  let at = 0
  while (at < plain.length) {
    let next = 0
    for (const [pattern, check] of known) {
      pattern.lastIndex = at
      const found = pattern.exec(plain)
      if (!found) continue
      next = at + found[0].length
      if (!check(found, state)) wrong.push(`false: "${found[0]}"`)
      break
    }
    if (!next) return [...wrong, `unknown: "${plain.slice(at)}"`]
    at = plain[next] === ' ' ? next + 1 : next
  }
  return wrong
}

// ----------------------------------------------------------------------------------------------------------- playing it

const record = readFileSync(new URL('../src/learn/lesson.jsonl', import.meta.url), 'utf8')

/** An act as the page begins it: against somebody who does anything, or at the end of a game against somebody who ends it. */
async function begin(act: Act): Promise<LocalTable> {
  const { parts, open } = world()
  const { mind } = parts
  parts.mind = { ...mind, decide: question => mind.decide({ ...question, level: { bot: act.n === 3 ? 'novice' : 'random', iterations: 0, ms: 1000 } }) }
  const { setup, decisions } = matchOf(Engine.of(module), record)
  const names = ['You', t('learn.opponent')]
  const id = await parts.start({ version: 1, kind: 'review', mode: 'base', setup, decisions, draft: [], seats: [3, 3], names, memoryAid: true, seed: 1, round: 0, over: true, owe: [] })
  const review = await open(id)
  return open(await review.playOnFrom(momentOf(review.state.log, act), me, 2))
}

const halfDone = ['market', 'sell-hops', 'sell-barley', 'sell-water', 'office', 'space']

/** Does one thing that a person could do with a click. */
async function anything(table: LocalTable, below: (n: number) => number): Promise<void> {
  const { state } = table
  if (state.draft.canUndo && below(6) === 0) {
    do table.undo()
    while (table.state.draft.canUndo && halfDone.includes(table.state.view.stage))
    return
  }
  if (state.waiting.for === 'end-turn') return table.endTurn()
  const { stage, phase } = state.view
  if (phase === 'sell' && below(5) > 0) {
    const goods = seat(state).goods.map(n => below(3) ? n : below(n + 1)) as [number, number, number]
    const rows = table.previewSale({ goods, market: 'best', office: 'best' })!.rows.filter(row => !row.refusal)
    if (rows.length) return void expect(table.playAll(rows[below(rows.length)]!.actions)).toBeNull()
  }
  if (stage === 'build' && below(4) > 0) {
    const all = table.previewBuild()!.cards.filter(({ refusal }) => !refusal)
    const parts = all.filter(({ card }) => isPalace(card))
    const cards = parts.length && below(2) ? parts : all
    const spaces = cards.length ? cards[below(cards.length)]!.spaces.filter(({ refusal }) => !refusal) : []
    if (spaces.length) return void expect(table.playAll(spaces[below(spaces.length)]!.actions)).toBeNull()
  }
  const { legal } = state.options!
  const done = legal.find(({ text }) => text === 'done')
  expect(table.play((done && stage !== 'draw' ? done : legal[below(legal.length)]!).text)).toBeNull()
}

const teaches = ['Office', 'Bank', 'Market', 'Laboratory', 'Magistrate', 'Warehouse']
const games = 30

test.each(acts.map(act => [act.n, act] as const))('act %i played in any way: nothing told is false, and it comes to its end', async (_, act) => {
  const told = new Set<string>()
  const wrong = new Set<string>()
  for (let seed = 0; seed < games; seed++) {
    const below = chance(seed * 7 + act.n)
    const table = await begin(act)
    let step = 0
    const said: string[] = []
    const look = (state: TableState) => {
      if (halfDone.includes(state.view.stage) && state.view.turn === me) return // between two clicks nobody reads
      step = stepAt(act.steps, step, state)
      const { id, text } = act.steps[step]!
      const words = text(state)
      said.push(words)
      told.add(id)
      for (const one of falsehoods(words, state)) wrong.add(`${id}, game ${seed}: ${one}`)
    }
    const stop = table.subscribe(look)
    for (let i = 0; i < 3000 && step < act.steps.length - 1; i++) {
      const state = await rests(table)
      const asks = act.steps[step]!.until !== undefined
      const reads = !asks && (state.waiting.for === 'nothing' || below(3) > 0)
      if (reads) step = stepAt(act.steps, step + 1, state)
      else if (state.waiting.for === 'nothing') break
      else await anything(table, below)
      look(table.state)
    }
    stop()
    table.close()
    expect(act.steps[step]!.id).toBe(act.steps.at(-1)!.id)
    if (act.n === 2) expect(teaches.filter(card => !said.some(words => words.includes(card)))).toEqual([])
  }
  expect([...wrong]).toEqual([])
  expect(act.steps.map(({ id }) => id).filter(id => !told.has(id))).toEqual([])
}, 120_000)
