// Games on this device: whole ones against bots and in hot-seat, undo, reload, looking back, records, play on.
import { expect, test, vi } from 'vitest'
import { Engine } from '../src/engine/engine'
import { NoNetwork } from '../src/engine/mind'
import type { JudgedTurn, ReviewAsked, Verdict } from '../src/coach/types'
import type { LocalGameOptions, TableState } from '../src/game/types'
import { LocalTable } from '../src/game/local'
import { botOf, characters, seatOf } from '../src/game/bots'
import { matchOf, Match, recordOf } from '../src/game/match'
import { module, rests, settled, world } from './world'

const names = ['Anna', 'Ben', 'Cem', 'Dora', 'Emil']
const options = (mode: 'base' | 'expert', seats: ('person' | number)[]): LocalGameOptions => ({
  mode, seats, names: names.slice(0, seats.length), memoryAid: true,
})

/** Plays as a person would who takes the first thing offered, by turns also the last. */
async function playThrough(table: LocalTable, limit = 4000): Promise<TableState> {
  for (let i = 0; i < limit; i++) {
    const state = await rests(table)
    if (state.waiting.for === 'nothing') return state
    if (state.waiting.for === 'cover') table.uncover()
    else if (state.waiting.for === 'end-turn') await table.endTurn()
    else {
      const { legal } = state.options!
      const builds = legal.filter(({ action }) => action.do === 'build' && action.card.startsWith('palace'))
      const option = builds[0] ?? legal[i % 3 ? 0 : legal.length - 1]!
      expect(table.play(option.text)).toBeNull()
    }
  }
  throw new Error('the game does not end')
}

test.each([
  ['base', ['person', 3]],
  ['expert', ['person', 3, 3]],
  ['base', [2, 'person', 3, 3, 3]],
  ['base', ['person', 'person']],
  ['expert', ['person', 'person', 3]],
] as const)('a whole %s game of %j', async (mode, seats) => {
  const { start, open, store } = world()
  const id = await start(options(mode, [...seats]))
  const table = await open(id)
  const state = await playThrough(table)
  expect(state.view.result).not.toBeNull()
  expect(state.hands).toHaveLength(seats.length)
  await settled()
  const stored = (await store.get(id))!
  expect(stored.over).toBe(true)
  expect(stored.draft).toEqual([])
}, 60000)

test('R10.2 nobody sees another hand: covered, nothing is shown; uncovered, the own hand alone', async () => {
  const { start, open } = world()
  const table = await open(await start(options('expert', ['person', 'person', 3])))
  let covers = 0
  for (let i = 0; i < 120; i++) {
    const state = await rests(table)
    expect(state.hands).toBeNull()
    if (state.waiting.for === 'cover') {
      covers++
      expect(state.viewer).toBeNull()
      expect(state.view.own).toBeNull()
      for (const { event } of state.log) if (event.kind === 'drew') expect(event.cards).toBeNull()
      table.uncover()
      expect(table.state.view.own!.seat).toBe(state.waiting.seat)
    } else if (state.waiting.for === 'end-turn') await table.endTurn()
    else {
      for (const { event } of state.log)
        if (event.kind === 'buried' && event.seat !== state.viewer) expect(event.card).toBeNull()
      table.play(state.options!.legal[0]!.text)
    }
  }
  expect(covers).toBeGreaterThan(4)
})

test('undo, redo and reset inside the own turn give the same table back', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', ['person', 3, 3])))
  const first = await rests(table)
  expect(first.draft).toEqual({ actions: [], canUndo: false, canRedo: false, canEnd: false })
  const views: string[] = []
  const played: string[] = []
  while (table.state.options) {
    views.push(JSON.stringify(table.state.view))
    played.push(table.state.options.legal[0]!.text)
    expect(table.play(played.at(-1)!)).toBeNull()
  }
  expect(table.state.waiting.for).toBe('end-turn')
  const full = JSON.stringify(table.state.view)
  for (const view of views.toReversed()) {
    table.undo()
    expect(JSON.stringify(table.state.view)).toBe(view)
  }
  expect(table.state.draft.canUndo).toBe(false)
  for (const _ of played) table.redo()
  expect(JSON.stringify(table.state.view)).toBe(full)
  table.reset()
  expect(JSON.stringify(table.state.view)).toBe(views[0])
  expect(table.playAll(played)).toBeNull()
  expect(JSON.stringify(table.state.view)).toBe(full)
})

test('a chain with something refused in it changes nothing, and says why', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', ['person', 3])))
  const before = JSON.stringify((await rests(table)).view)
  const refusal = table.playAll(['done', 'build palace1'])
  expect(refusal).toMatchObject({ rule: expect.stringMatching(/^R/) })
  expect(JSON.stringify(table.state.view)).toBe(before)
  expect(table.play('fly')).toMatchObject({ id: 'NO_SUCH_OPTION' })
  expect(table.whyNot('brewery D')).toMatchObject({ id: 'BREWERY_CLOSED', rule: 'R1.1' })
})

test('a sale and a discard can be changed before the turn ends', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', ['person', 3])))
  const state = await rests(table)
  const rows = table.previewSale({ goods: state.view.seats[0]!.goods, market: 'best', office: 'best' })!.rows
  expect(table.playAll(rows[0]!.actions)).toBeNull()
  const coins = table.state.view.seats[0]!.coins
  expect(table.replay('sell', rows[1]!.actions)).toBeNull()
  expect(table.state.view.seats[0]!.coins - coins).toBe(rows[1]!.coins - rows[0]!.coins)
  if (table.state.view.stage === 'build') table.play('done')
  const hand = table.state.view.own!.hand.map(({ card }) => card)
  expect(table.playAll(hand.slice(1).map(card => `bury ${card}`))).toBeNull()
  expect(table.replay('discard', hand.slice(1).toReversed().map(card => `bury ${card}`))).toBeNull()
  const buried = table.state.view.own!.deck.map(({ card }) => card).filter(card => card !== null)
  expect(buried).toEqual(hand.slice(1).toReversed())
  expect(table.state.draft.canEnd).toBe(true)
})

test('a reload in the middle of a turn loses nothing', async () => {
  const { start, open, store } = world()
  const id = await start(options('base', ['person', 3, 3]))
  let table = await open(id)
  for (let i = 0; i < 25; i++) {
    const state = await rests(table)
    if (state.waiting.for === 'end-turn') await table.endTurn()
    else table.play(state.options!.legal[0]!.text)
    await Promise.resolve()
    const shown = await rests(table)
    await settled()
    table.close()
    table = await open(id)
    const again = await rests(table)
    expect(again.view).toEqual(shown.view)
    expect(again.draft.actions).toEqual(shown.draft.actions)
    expect(again.log).toEqual(shown.log)
  }
  expect((await store.get(id))!.decisions.length).toBeGreaterThan(5)
})

test('looking back: every moment as it was, no move from the past, back to the present', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', ['person', 3])))
  for (let i = 0; i < 30; i++) {
    const state = await rests(table)
    if (state.waiting.for === 'end-turn') await table.endTurn()
    else table.play(state.options!.legal[0]!.text)
  }
  const present = await rests(table)
  expect(present.moment).toBe(present.moments)
  expect(present.log).toHaveLength(present.moments)
  table.goto(3)
  expect(table.state).toMatchObject({ moment: 3, past: true, options: null })
  expect(table.play('done')).not.toBeNull()
  table.goto(0)
  expect(table.state.view.seats[0]!.coins).toBe(2)
  table.live()
  expect(table.state.view).toEqual(present.view)
  expect(table.state.options).toEqual(present.options)
  const figures = table.history()
  expect(figures[0]!.coins).toEqual([2, 2])
  expect(figures.length).toBe(present.view.round)
})

test('a finished game is a record that is read back; play on from any moment', async () => {
  const { start, open, parts } = world()
  const table = await open(await start(options('base', ['person', 3])))
  const end = await playThrough(table)
  const record = await table.record()
  const engine = Engine.of(module)
  const { setup, decisions, whole } = matchOf(engine, record)
  expect(whole).toBe(true)
  const match = Match.replay(Engine.of(module), setup, decisions)
  match.settle()
  expect(match.view(match.last, null, true).result).toEqual(end.view.result)
  const on = await open(await table.playOnFrom(20, 1, 3))
  const state = await rests(on)
  expect(state.viewer).toBe(1)
  expect(state.log.slice(0, 20).map(({ event }) => event.kind)).toEqual(end.log.slice(0, 20).map(({ event }) => event.kind))
  const rosa = await open(await start({ ...options('base', ['person', 1]), names: ['You', 'Rosa'] }))
  await rests(rosa)
  expect((await rests(await open(await rosa.playOnFrom(2, 1, 1)))).seats.map(({ name }) => name)).toEqual(['Agnes', 'Rosa']) // a bot is not "You"
  const again = await open(await table.rematch())
  expect((await rests(again)).view.round).toBe(1)
  expect(parts).toBeDefined()
})

test('the course of a game: chances that end with the result', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', ['person', 3, 3])))
  await rests(table)
  expect(await table.course()).toBeNull()
  const { view } = await playThrough(table)
  const { chances } = (await table.course())!
  expect(chances).toHaveLength(table.history().length)
  for (const round of chances) expect(round.reduce((a, b) => a + b)).toBeCloseTo(1)
  const { winners } = view.result!
  expect(chances.at(-1)).toEqual([0, 1, 2].map(seat => (winners.includes(seat) ? 1 / winners.length : 0)))
  expect(new Set(chances.map(String)).size).toBeGreaterThan(chances.length / 2)
}, 60000)

test('a hint is a plan for the whole turn, which can be played, and asking again goes on with it', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', ['person', 3, 3])))
  await rests(table)
  const sofar: Verdict[] = []
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 300)) // each look at the clock is late
  let time = 0
  const first = await table.hint(verdict => sofar.push(verdict))
  clock.mockRestore()
  expect(sofar.length).toBeGreaterThan(0)
  for (const { kind, ideas: [idea] } of sofar) {
    expect(kind).toBe('turn')
    expect(idea!.actions.length).toBeGreaterThan(0)
    expect(idea!.chances.every(chance => chance >= 0 && chance <= 10000)).toBe(true)
    expect(idea!.chances.reduce((sum, chance) => sum + chance)).toBeCloseTo(10000, -2)
  }
  const plan = first.ideas[0]!
  expect(first.kind).toBe('turn')
  expect(plan.chances.reduce((sum, chance) => sum + chance)).toBeCloseTo(10000, -2)
  expect(first.ideas.slice(1).every(({ behind, facts }) => behind >= 0 && facts.length > 0)).toBe(true)
  for (const action of plan.actions) {
    expect((await table.hint()).ideas[0]).toEqual(plan)
    expect(table.play(action)).toBeNull()
  }
  expect(table.state.waiting.for).toBe('end-turn')
}, 60000)

test('who leaves the plan is told the best that can still be made of the turn', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', ['person', 3, 3])))
  const { legal } = (await rests(table)).options!
  const [planned] = (await table.hint()).ideas[0]!.actions
  const other = legal.find(({ text }) => text !== planned)!.text
  table.play(other)
  const { actions } = (await table.hint()).ideas[0]!
  expect(actions[0]).toBe(other)
  expect(table.playAll(actions.slice(1))).toBeNull()
  expect(table.state.waiting.for).toBe('end-turn')
}, 60000)

const until = (table: LocalTable, wanted: (state: TableState) => boolean) =>
  new Promise<TableState>(done => {
    const stop = table.subscribe(state => wanted(state) && queueMicrotask(() => (stop(), done(state))))
  })

test('a game that was opened before anybody chose to go step by step waits for the first step', async () => {
  const { start, parts, store } = world()
  const table = await LocalTable.open((await store.get(await start(options('base', ['person', 3]))))!, parts)
  expect(table.state.waiting.for).toBe('show')
  table.setPace('step')
  expect(table.state.waiting.for).toBe('step')
})

/** Plays until the person's turn can be planned; begins to plan if `plans`. */
async function plansAhead(table: LocalTable, plans = true): Promise<TableState> {
  let ahead = false
  const stop = table.subscribe(({ plan }) => {
    if (ahead || !plan?.possible) return
    ahead = true
    if (plans) queueMicrotask(() => table.startPlan(null))
  })
  while (!ahead) {
    const state = await until(table, ({ waiting, plan }) => ['you', 'end-turn'].includes(waiting.for) || !!plan?.possible)
    if (ahead) break
    if (state.waiting.for === 'end-turn') await table.endTurn()
    else table.play(state.options!.legal.at(state.options!.stage.startsWith('sell') ? -1 : 0)!.text) // who earns more plays later
  }
  queueMicrotask(() => stop())
  return plans ? until(table, state => !!state.plan?.planning && state.options !== null) : table.state
}

/** Chooses the first of what is offered until the planned turn is complete. */
function completePlan(table: LocalTable): readonly string[] {
  while (table.state.options?.legal.length) expect(table.play(table.state.options.legal[0]!.text)).toBeNull()
  expect(table.state.plan!.basis).not.toBeNull()
  return table.state.draft.actions
}

test('R2.3 a turn is planned while bots wait, kept over a reload, and played when it comes', async () => {
  const { start, open, store } = world()
  const id = await start(options('base', [3, 3, 'person']))
  let table = await open(id)
  const planning = await plansAhead(table)
  const { round } = planning.view
  const decided = planning.number
  expect(planning.view.turn).toBe(2)
  const actions = completePlan(table)
  expect(table.state.waiting.for).toBe('end-turn')
  await table.endTurn() // a plan is no turn
  expect(table.state.number).toBe(decided)
  table.setPace('step')
  table.keepPlan([])
  await settled()
  table.close()
  expect((await store.get(id))!.plan).toEqual({ round, text: actions.join('; ') })
  table = await open(id)
  const played = await until(table, state => state.plan?.played ?? false)
  expect(played.view.round).toBe(round)
  expect(played.seats[2]!.planned).toBe(true)
  await rests(table)
  await settled()
  const game = (await store.get(id))!
  expect(game.plan).toBeUndefined()
  const mine = game.decisions.filter(([seat]) => seat === 2).map(([, action]) => action)
  expect(mine.join('; ')).toContain(actions.join('; '))
}, 60000)

test('R2.3 a plan that does not hold asks its player and says why; the second choice is played instead', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', [3, 'person'])))
  await plansAhead(table)
  completePlan(table)
  table.keepPlan(['sale >= 90'])
  const failed = await until(table, state => state.waiting.for === 'you')
  expect(failed.plan!.kept).toMatchObject({ plays: null, turns: [{ line: 1, result: 'condition', at: 1, is: expect.any(Number) }] })
  table.play(failed.options!.legal[0]!.text)
  expect(table.state.plan!.kept).toEqual(failed.plan!.kept)
  await plansAhead(table)
  expect(table.state.plan!.kept).toBeNull()
  completePlan(table)
  table.keepPlan(['sale >= 90'])
  table.startPlan(null)
  await until(table, state => state.plan!.planning)
  const second = completePlan(table)
  table.keepPlan(['palace >= 8'])
  expect(table.state.plan!.kept!.text.split('\n')[1]).toBe(`if palace >= 8: ${second.join('; ')}`)
  await until(table, state => state.plan?.played ?? false)
}, 60000)

test('R2.3 a plan is changed and withdrawn, line by line; cancelling leaves no trace', async () => {
  const { start, open, store } = world()
  const id = await start(options('expert', [3, 'person']))
  const table = await open(id)
  await plansAhead(table)
  const first = completePlan(table)
  table.keepPlan(['sale >= 90'])
  table.startPlan(1)
  expect((await until(table, state => state.plan!.planning)).draft.actions).toEqual(first)
  table.keepPlan(['sale >= 91'])
  expect(table.state.plan!.kept!.text).toMatch(/^if sale >= 91: [^\n]*$/)
  table.startPlan(null)
  await until(table, state => state.plan!.planning)
  table.stopPlan()
  expect(table.state.plan!.kept!.text).toMatch(/^if sale >= 91: [^\n]*$/)
  table.withdrawPlan(1)
  expect(table.state.plan!.kept).toBeNull()
  await settled()
  expect((await store.get(id))!.plan).toBeUndefined()
  expect((await until(table, state => state.waiting.for === 'you')).plan!.played).toBe(false)
}, 60000)

test('R10.2 around one device nobody plans, and bots are asked the same whether somebody plans or not', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', [3, 'person', 'person'])))
  for (let i = 0; i < 40; i++) {
    const state = await rests(table)
    expect(state.plan).toBeNull()
    if (state.waiting.for === 'cover') table.uncover()
    else if (state.waiting.for === 'end-turn') await table.endTurn()
    else table.play(state.options!.legal[0]!.text)
  }
  const asked = async (plans: boolean) => {
    const { parts, start, open } = world()
    const questions: string[] = []
    const { mind } = parts
    parts.mind = { ...mind, decide: question => (questions.push(JSON.stringify({ ...question, view: [...question.view] })), mind.decide(question)) }
    const table = await open(await start(options('base', [3, 3, 'person'])))
    if (plans) {
      await plansAhead(table)
      completePlan(table)
      table.keepPlan(['sale >= 90'])
    } else await plansAhead(table, false)
    await until(table, state => state.waiting.for === 'you' && !state.plan?.planning)
    return questions
  }
  expect(await asked(true)).toEqual(await asked(false))
}, 60000)

test('another tab takes the game: nothing more is played or stored here', async () => {
  const { start, open, store } = world()
  const id = await start(options('base', ['person', 3]))
  const table = await open(id)
  await rests(table)
  await settled()
  const before = await store.get(id)
  table.yield()
  expect(table.state.problem).toMatchObject({ code: 'other-tab' })
  expect(table.play('done')).not.toBeNull()
  expect(await store.get(id)).toEqual(before)
})

test('a bot whose network is missing stops the game until it is asked again; one that breaks says something else', async () => {
  const { parts, start, open } = world()
  const { mind } = parts
  const id = await start(options('base', ['person', 5]))
  let error: Error | null = new NoNetwork('offline')
  let asked = 0
  parts.mind = {
    ...mind,
    decide: question => {
      asked++
      return error ? Promise.reject(error) : mind.decide({ ...question, level: { ...question.level, iterations: 20 } })
    },
  }
  const table = await open(id)
  const stops = async () => {
    for (let state = await rests(table); state.waiting.for !== 'nothing'; state = await rests(table))
      if (state.waiting.for === 'end-turn') await table.endTurn()
      else expect(table.play(state.options!.legal[0]!.text)).toBeNull()
    return table.state.problem
  }
  expect(await stops()).toMatchObject({ code: 'bot-network', text: 'offline' })
  const before = asked
  table.dismiss() // still offline: asked again, and told again
  expect(await stops()).toMatchObject({ code: 'bot-network' })
  expect(asked).toBe(before + 1)
  error = null
  table.dismiss()
  const state = await rests(table)
  expect(state.problem).toBeNull()
  expect(state.waiting.for).toBe('you')
  error = new Error('broken')
  expect(await stops()).toMatchObject({ code: 'engine', text: 'broken' })
})

const asking = (seat: number, done: number, told: (turn: JudgedTurn, all: number) => unknown, stop = new AbortController().signal): ReviewAsked => ({
  seat, done, effort: 'quick', told, heard() {}, stop,
})

test('a review tells of every turn of a seat, can be stopped and gone on with, and the other turn can be tried', async () => {
  const { start, open, store } = world()
  const table = await open(await start(options('base', ['person', 3])))
  await playThrough(table)
  const whole: JudgedTurn[] = []
  let turns = 0
  await table.review(asking(0, 0, (turn, all) => (whole.push(turn), (turns = all))))
  expect(whole).toHaveLength(turns)
  expect(turns).toBeGreaterThan(5)
  const stop = new AbortController()
  const some: JudgedTurn[] = []
  await table.review(asking(0, 0, turn => some.push(turn) === 2 && stop.abort(), stop.signal))
  expect(some).toHaveLength(2)
  await table.review(asking(0, 2, turn => some.push(turn)))
  expect(some).toEqual(whole)
  for (const { moment, verdict } of whole) {
    table.goto(moment)
    expect(table.state.view.round).toBe(verdict.round)
    expect(verdict.seat).toBe(0)
    expect(verdict.ideas[verdict.played]).toBeDefined()
  }
  const worst = whole.reduce((a, b) => (b.verdict.loss > a.verdict.loss ? b : a))
  const id = await table.tryTurn(worst)
  expect((await store.get(id))!.practice).toBe(true)
  const other = await open(id)
  const state = await rests(other)
  expect(state.view.round).toBe(worst.verdict.round)
  expect(state.draft.actions).toEqual(worst.verdict.ideas[0]!.actions)
  expect(state.waiting.for).toBe('end-turn')
}, 60000)

test('of a game that goes on the own turns alone are judged', async () => {
  const { start, open } = world()
  const table = await open(await start(options('base', ['person', 3])))
  for (let state = await rests(table); state.view.round < 3; state = await rests(table))
    if (state.waiting.for === 'end-turn') await table.endTurn()
    else table.play(state.options!.legal[0]!.text)
  const told: JudgedTurn[] = []
  for (const seat of [0, 1]) await table.review(asking(seat, 0, turn => told.push(turn)))
  expect(told.every(({ verdict }) => verdict.seat === 0)).toBe(true)
  expect(told.filter(({ verdict }) => verdict.kind === 'turn').map(({ verdict }) => verdict.round)).toEqual([1, 2])
}, 60000)

test('a record tells who was a bot, and who reads it knows: every character, and bots by their own names', async () => {
  const { start, open } = world()
  const engine = Engine.of(module)
  for (const { id } of characters) {
    const name = botOf(id)!
    const table = await open(await start(options('base', ['person', id])))
    const first = (await table.record()).split('\n')[0]!
    expect(JSON.parse(first)).toMatchObject({ bots: [null, name] })
    expect(seatOf(name, engine.levels())).toBe(id)
    // As a stored game that is only looked at: the same line again.
    expect(recordOf(engine, first, []).split('\n')[0]).toBe(first)
  }
  for (const [i, { bot, iterations }] of engine.levels().entries()) expect(seatOf(`${bot}*2:${iterations}-1`, engine.levels())).toBe(i + 1)
  expect(['prince', 'prince:2s-0', 'prince:2500', 'prince:1'].map(bot => seatOf(bot, engine.levels()))).toEqual([7, 7, 6, 5])
  expect(seatOf('somebody else', engine.levels())).toBeNull()
  const hotseat = await open(await start(options('base', ['person', 'person'])))
  expect(await hotseat.record()).not.toContain('"bots"')
})
