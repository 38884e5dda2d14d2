import { expect, test } from 'vitest'
import type { TableState } from '../game/types'
import { levels } from '../game/bots'
import { nextGames } from './next'

/* As much of a table as is asked for. */
function over(mode: 'base' | 'expert', levels: readonly number[], winners: number[], more: Partial<TableState> = {}): TableState {
  const seats = [null, ...levels].map((level, seat) => ({ seat, level }))
  const view = { mode, players: seats.length, result: { winners, reason: 'palace' } }
  return { kind: 'bots', viewer: 0, memoryAid: true, seats, view, ...more } as unknown as TableState
}
const levelsOf = (state: TableState) => nextGames(state, 9).map(({ choice }) => [choice.mode, choice.seats.length, choice.seats[1]!.bot, choice.memory])

test('who won is offered a little more, who lost a little less', () => {
  expect(levelsOf(over('base', [3, 3], [0]))).toEqual([['base', 3, 4, false], ['expert', 3, 3, false], ['base', 4, 3, false]])
  expect(levelsOf(over('base', [3, 3], [1]))).toEqual([['base', 3, 2, false], ['base', 4, 3, false], ['base', 2, 3, false]])
})

test('there is something to try whatever was played', () => {
  for (const mode of ['base', 'expert'] as const)
    for (const level of levels)
      for (const bots of [1, 2, 3, 4])
        for (const winners of [[0], [1], []]) {
          const offered = nextGames(over(mode, Array<number>(bots).fill(level), winners))
          expect(offered.length, `${mode} ${level} ${bots} ${winners}`).toBeGreaterThanOrEqual(1)
          for (const { choice } of offered) expect(choice.seats.filter(seat => seat.is === 'person')).toHaveLength(1)
        }
})

test('people who play together are not told what to play', () => {
  expect(nextGames(over('base', [3], [0], { kind: 'hotseat' }))).toEqual([])
  expect(nextGames(over('base', [3], [0], { kind: 'online', viewer: null }))).toEqual([])
})
