// Statistics on the device: what is played to its end is counted, once; export, delete; nothing is sent.
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { newGame, play, quiet } from './player'
import { someResults } from './results'

test('a game that is over is counted once, also one from before; nothing is sent anywhere', async ({ page }) => {
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' || request.url().includes('/api/')) sent.push(request.url())
  })
  await newGame(page, { players: 2, level: 1, seed: '4' })
  await play(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  const address = page.url()
  await page.goto(address) // once more
  await page.goto('/stats')
  await expect(page.locator('.heads')).toHaveText(/^1 game/)
  await page.evaluate(() => localStorage.removeItem('ff.results')) // as a page did that counted nothing
  await page.reload()
  await expect(page.locator('.heads')).toHaveText(/^1 game/)
  await expect(page.getByRole('region', { name: 'Against bots' })).toContainText('1 · beginner')
  const skill = page.getByRole('region', { name: 'Luck and skill' })
  await skill.getByRole('button', { name: 'Judge one game' }).click()
  await expect(skill.getByRole('img', { name: /^1 game was judged: \d+% without luck/ })).toBeVisible({ timeout: 300_000 })
  await expect(skill.getByRole('button')).toHaveCount(0)
  await page.getByRole('region', { name: 'Best moments' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/review\//)
  expect(sent).toEqual([])
})

test('wins by level, mode and players, moments, calendar; export and delete', async ({ page }) => {
  await quiet(page)
  await page.addInitScript(text => {
    if (!sessionStorage.getItem('put')) localStorage.setItem('ff.results', text)
    sessionStorage.setItem('put', '1')
  }, JSON.stringify(someResults(80)))
  await page.goto('/')
  await page.getByRole('link', { name: 'Statistics' }).click()
  await expect(page.locator('.heads')).toContainText(/^\d+ games/)
  for (const name of ['Against bots', 'By game', 'Best moments']) await expect(page.getByRole('region', { name })).toBeVisible()
  await expect(page.getByRole('img', { name: /games on \d+ days in the last \d+ weeks/ })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  const { games } = JSON.parse(readFileSync(await file.path(), 'utf8')) as { games: unknown[] }
  expect(games).toHaveLength(80)
  await page.getByRole('button', { name: 'Delete the statistics' }).click()
  await page.getByRole('button', { name: 'Delete the statistics' }).click()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
})

test('while a game runs, going on is the main button; a lesson goes on as a lesson', async ({ page }) => {
  await newGame(page, { seed: '8' })
  const address = page.url()
  await page.goto('/')
  const main = page.locator('.ways .btn-primary')
  await expect(main).toHaveText(/Go on playing/)
  await main.click()
  await expect(page).toHaveURL(address)
  await page.goto('/learn')
  await page.getByRole('button', { name: /^Start.*The palace/ }).click()
  await page.locator('.beside').waitFor()
  await page.goto('/')
  await expect(main).toHaveAttribute('href', '/learn')
})

test('one chooses whom to play: a portrait and a sentence for each', async ({ page }) => {
  await quiet(page)
  await page.goto('/new')
  const about = page.locator('.seats .about').first()
  await about.waitFor()
  const sentences = new Set<string>()
  for (const value of await page.getByLabel('Level').first().locator('option').evaluateAll(all => all.map(one => (one as HTMLOptionElement).value))) {
    await page.getByLabel('Level').first().selectOption(value)
    await expect(about.locator('.portrait')).toBeVisible()
    sentences.add(await about.innerText())
  }
  expect(sentences.size).toBe(10)
  await page.getByLabel('Level').first().selectOption({ label: '2 · casual · Hare' })
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.locator('.other .bot').first()).toHaveAttribute('title', /level 2 · Hare\. In a hurry/)
  await play(page, async () => (await page.locator('.head .round').innerText()) === 'Round 2')
})
