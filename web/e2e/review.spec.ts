// Looking back: the summary, stepping, links to moments, records there and back, playing on.
import { expect, test, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { complaints, quiet } from './player'

// A game of the recorded edition: records carry the values they were played with.
const recorded = new URL('game.jsonl', import.meta.url).pathname

async function openRecord(page: Page, file = recorded) {
  await quiet(page)
  await page.goto('/review/none')
  await expect(page.getByRole('alert')).toContainText('not on this device')
  await page.getByLabel('Open a record').setInputFiles(file)
  await expect(page).toHaveURL(/\/review\/\w{8}$/)
  await expect(page.getByRole('img', { name: /palace/i }).first()).toBeVisible()
}
const moment = (page: Page) => Number(new URL(page.url()).searchParams.get('at'))

test('the summary: result, moments, chances, charts and their tables', async ({ page }) => {
  const found = complaints(page)
  await openRecord(page)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('You win the game.')
  await expect(page.getByRole('row', { name: /You/ })).toContainText('6')
  await expect(page.getByText('You sold 3 hops and 4 water at Brückenbräu for 21 coins in round 4.')).toBeVisible()
  await expect(page.getByText('Rosa put Palace V under the deck in round 1 and built it in round 9, 8 rounds later.')).toBeVisible()
  await expect(page.locator('figure svg')).toHaveCount(5)
  await page.getByRole('button', { name: /^As a table.*Chance of winning/ }).click()
  await expect(page.getByRole('table', { name: 'Chance of winning' }).getByRole('row').last()).toContainText('100')
  await page.getByRole('button', { name: /^As a table.*Coins/ }).click()
  const table = page.getByRole('table', { name: 'Coins' })
  await expect(table.getByRole('row').nth(8)).toContainText('33')
  await table.getByRole('button', { name: '7', exact: true }).click()
  await expect(page).toHaveURL(/at=\d+/)
  expect(found).toEqual([])
})

test('stepping by keys, buttons and slider; the address follows, and leads back', async ({ page }) => {
  await openRecord(page)
  await page.getByRole('button', { name: 'Step through' }).click()
  await expect(page).toHaveURL(/at=0/)
  await expect(page.getByRole('slider', { name: 'Moment' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => moment(page)).toBe(2)
  await page.keyboard.press('Shift+ArrowRight')
  const where = page.getByText(/Round 2 · moment/)
  const second = Number(/moment (\d+)/.exec(await where.innerText())![1])
  await expect.poll(() => moment(page)).toBe(second)
  await page.getByRole('button', { name: 'One action back' }).click()
  await expect.poll(() => moment(page)).toBe(second - 1)
  await page.keyboard.press('End')
  await expect(page.getByText('moment 129 of 129')).toBeVisible()
  await page.getByRole('slider', { name: 'Moment' }).fill('40')
  await expect.poll(() => moment(page)).toBe(40)
  const log = page.locator('.head .round')
  const shown = await log.innerText()
  await page.reload()
  await expect(log).toHaveText(shown)
  expect(moment(page)).toBe(40)
  await page.getByRole('button', { name: 'Summary' }).click()
  await expect(page.getByRole('heading', { name: 'How it came about' })).toBeVisible()
})

test('what the coach would do at a moment', async ({ page }) => {
  await openRecord(page)
  await page.goto(`${page.url()}?at=2`)
  await page.getByRole('button', { name: 'What would the coach do here?' }).click()
  const panel = page.getByRole('region', { name: 'What would the coach do here?' })
  await expect(panel.getByText(/\d+% ± \d+/)).toBeVisible({ timeout: 180_000 })
  await expect(panel.getByRole('listitem')).not.toHaveCount(0)
})

test('a record that was saved is read again, byte for byte the same', async ({ page }, info) => {
  await openRecord(page)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the record' }).click()])
  expect(download.suggestedFilename()).toMatch(/^fuerstenfeld-\d{4}-\d\d-\d\d-You-Rosa\.jsonl$/)
  const saved = info.outputPath('saved.jsonl')
  await download.saveAs(saved)
  expect(readFileSync(saved, 'utf8')).toBe(readFileSync(recorded, 'utf8'))
  await openRecord(page, saved)
})

test('what is no record is refused with the line and the reason', async ({ page }, info) => {
  await quiet(page)
  await page.goto('/review/none')
  const { writeFileSync } = await import('node:fs')
  const wrong = info.outputPath('wrong.jsonl')
  writeFileSync(wrong, readFileSync(recorded, 'utf8').replace('"income":12', '"income":13'))
  await page.getByLabel('Open a record').setInputFiles(wrong)
  await expect(page.getByRole('alert').last()).toContainText(/line \d+: .*income.*R5\.4/)
  writeFileSync(wrong, '')
  await page.getByLabel('Open a record').setInputFiles(wrong)
  await expect(page.getByRole('alert').last()).toContainText('The file is empty')
})

test('playing on from a moment leaves the game that was looked at alone', async ({ page }) => {
  await openRecord(page)
  const address = page.url()
  await page.goto(`${address}?at=60`)
  await page.getByRole('button', { name: 'Play on from here' }).click()
  await page.getByLabel('Strength of the bots').selectOption('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Play on' }).click()
  await expect(page).toHaveURL(/\/game\//)
  await expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  await expect(page.locator('.head .round')).toHaveText(/Round [45]/) // the bots go on at once
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('You win the game.')
})

test('a shared game opens on any device, at a moment too', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const record = readFileSync(new URL('game.jsonl', import.meta.url), 'utf8')
  const share = 'aaaabbbbccccdddd'
  await page.route(`**/api/shared/${share}`, route => route.fulfill({ body: record, contentType: 'application/jsonl' }))
  await page.goto(`/g/${share}`)
  await expect(page.getByRole('button', { name: 'Step through' })).toBeVisible()
  await page.goto(`/g/${share}?at=5`)
  await expect(page.getByText(/moment 5 of/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy a link to this moment' }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  expect(new URL(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({ pathname: `/g/${share}`, search: '?at=5' })
})
