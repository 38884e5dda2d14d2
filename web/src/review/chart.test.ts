import { expect, test } from 'vitest'
import { chartOf, labelsOf, pathOf, tickStep } from './chart'

test('ticks are round numbers, about four', () => {
  expect([1, 3, 6, 25, 40, 130].map(tickStep)).toEqual([0.5, 1, 2, 10, 10, 50])
})

test('the scale ends at a tick above the highest value', () => {
  const chart = chartOf([0, 1, 2], [[0, 17, 23]])
  expect(chart.ticks.map(tick => tick.value)).toEqual([0, 10, 20, 30])
  expect(chart.y(30)).toBeCloseTo(chart.top)
  expect(chart.y(0)).toBeCloseTo(chart.bottom)
})

test('a click finds its round', () => {
  const chart = chartOf([0, 1, 2, 3, 4], [[1, 2, 3, 4, 5]])
  expect([0, 2, 4].map(round => chart.roundAt(chart.x(round) + 2))).toEqual([0, 2, 4])
  expect([chart.roundAt(-50), chart.roundAt(9999)]).toEqual([0, 4])
})

test('lines break where nothing is known; steps go level first', () => {
  const chart = chartOf([0, 1, 2], [[0, 1, 2]])
  expect(pathOf(chart, [0, null, 2], false).match(/M/g)).toHaveLength(2)
  expect(pathOf(chart, [0, 1, 2], true)).toMatch(/^M[\d.]+ [\d.]+H[\d.]+V[\d.]+H[\d.]+V[\d.]+$/)
})

test('labels of equal lines do not overlap and stay inside', () => {
  const chart = chartOf([0, 1], [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]])
  const ys = labelsOf(chart, [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]).map(label => label.y)
  for (let i = 1; i < ys.length; i++) expect(ys[i]! - ys[i - 1]!).toBeGreaterThanOrEqual(13)
  expect(Math.max(...ys)).toBeLessThanOrEqual(chart.bottom)
})
