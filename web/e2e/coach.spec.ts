// The coach: a plan for the whole turn that stays while it is followed, and turns that are judged in the look back.
import { expect, test } from '@playwright/test'
import { complaints, lasting, newGame, quiet, stopsAtSecondTurn, tell } from './player'

test('a hint is a plan for the whole turn, with its chance and other ideas; it stays, and is told again in mid-turn', async ({ page }) => {
  const found = complaints(page)
  await newGame(page, { seed: '4' })
  const ask = page.getByRole('button', { name: 'Hint' })
  const advice = page.getByRole('region', { name: 'Hint' })
  const plan = advice.locator('.plan')
  await ask.click()
  await expect(ask).toHaveAttribute('aria-busy', 'false', { timeout: 180_000 }) // what looks best so far may change
  await expect(plan).toHaveText(/^Sell .+ at .+ \(\d+ coins?\), .+\.$/, { timeout: 180_000 })
  await expect(advice.getByText(/^Chance of winning: \d+% ± \d+$/)).toBeVisible()
  await expect(advice.getByRole('listitem').first()).toContainText(/[−+]?\d+(\.\d)? ± \d+(\.\d)? points/)
  await expect(page.locator('.ring').first()).toBeVisible() // where it begins
  await expect(page.locator('.ring.planned').first()).toBeVisible() // and the rest of it
  const told = await plan.innerText()
  await page.getByRole('button', { name: new RegExp(`^Sell at ${/ at (\S+)/.exec(told)![1]!}`) }).click()
  await expect(plan).toHaveText(told)
  await advice.getByRole('button', { name: 'Close' }).click()
  await expect(advice).toHaveCount(0)
  await ask.click()
  await expect(plan).toHaveText(told, { timeout: 180_000 })
  const game = page.url()
  await page.getByRole('link', { name: 'Look back' }).click() // and back: the game goes on
  await page.getByRole('link', { name: 'Back to the game' }).click()
  await expect(page).toHaveURL(game)
  expect(found).toEqual([])
})

test('a hint is in sight in any window, and so is what it marks', async ({ page }) => {
  await newGame(page, { seed: '4' })
  const advice = page.getByRole('region', { name: 'Hint' })
  const wrong: string[] = []
  for (const [width, height, textSize] of [[320, 640, 100], [390, 844, 150], [844, 390, 100], [1024, 700, 100], [1366, 690, 100]] as const) {
    await page.setViewportSize({ width, height })
    await tell(page, { textSize })
    await page.getByRole('button', { name: 'Hint' }).click()
    await expect(advice.locator('.plan')).toBeVisible({ timeout: 180_000 })
    await expect(page.locator('.ring:not(.planned)').first()).toBeVisible() // what something lies over has none
    const seen = () => advice.locator('.plan').evaluate(plan => {
      const { left, top, width, bottom } = plan.getBoundingClientRect()
      return [top + 4, bottom - 4].every(y => plan.contains(document.elementFromPoint(left + width / 2, y)))
    })
    wrong.push(...(await lasting(async () => ((await seen()) ? [] : [`${width}x${height} ${textSize} %: the plan is out of sight`]))))
    await advice.getByRole('button', { name: 'Close' }).click()
  }
  expect(wrong).toEqual([])
})

test('the look back judges by itself, is stopped and resumed; losses stand on the curve, lead there, and the better turn can be tried', async ({ page }) => {
  const found = complaints(page)
  await quiet(page)
  await page.goto('/review/none')
  await page.getByLabel('Open a record').setInputFiles(new URL('game.jsonl', import.meta.url).pathname)
  await expect(page).toHaveURL(/\/review\/\w{8}$/)
  await page.getByLabel('Whose turns').selectOption({ index: 1 })
  await stopsAtSecondTurn(page)
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  await expect(page.getByText(/^\d+ turns judged, \d+(\.\d)? points lost per turn\.$/)).toBeVisible({ timeout: 300_000 })
  await expect(page.getByText('Result without luck')).toBeVisible({ timeout: 180_000 })

  const turns = page.getByRole('region', { name: 'Your turns' })
  const worst = turns.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Round \d+: (Slip|Mistake|Blunder), −\d+(\.\d)? ± \d+(\.\d)?$/ }) })
  const top = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())!.y
  expect(await top('The turns that mattered most')).toBeLessThan(await top('Moments'))
  await turns.scrollIntoViewIfNeeded()
  await expect(worst.first()).toContainText(/Played: \S.*Better: \S/s)
  const round = /Round (\d+)/.exec(await worst.first().innerText())![1]!
  const mark = page.locator('figure').filter({ has: page.getByRole('heading', { name: 'Chance of winning' }) }).getByRole('button', { name: new RegExp(`^Round ${round}: `) })
  await mark.first().click()
  await expect(page).toHaveURL(/at=\d+/)
  await expect(page.locator('.head .round')).toHaveText(new RegExp(`Round ${round}`))

  await page.getByRole('button', { name: 'Summary' }).click()
  await worst.first().getByRole('button', { name: /^Try the better turn/ }).click()
  await expect(page).toHaveURL(/\/game\//)
  await expect(page.locator('.head .round')).toHaveText(new RegExp(`Round ${round}`))
  await expect(page.getByRole('button', { name: /^(Undo|End turn)/ }).first()).toBeVisible()
  expect(found).toEqual([])
})
