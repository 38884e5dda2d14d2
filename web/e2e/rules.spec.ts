// Rules and cards: one click away, with numbers that refusals lead to.
import { expect, test } from '@playwright/test'
import { complaints, newGame } from './player'

test('a link leads to its rule, on the page of the rules', async ({ page }) => {
  const found = complaints(page)
  await page.goto('/rules#R6.4')
  const rule = page.locator('[id="R6.4"]')
  await expect(rule).toBeInViewport()
  await expect(rule).toContainText('If your Crane is visible')
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Prices (phase 6)' }).click()
  await expect(page.locator('[id="R8.1"]')).toBeInViewport()
  expect(found).toEqual([])
})

test('the search finds rules by words and by number', async ({ page }) => {
  await page.goto('/rules')
  await page.getByLabel('Find in the rules').fill('magistrate')
  await expect(page.locator('[id="R5.7"]')).toBeVisible()
  await expect(page.locator('[id="R3.1"]')).toHaveCount(0)
  await page.getByLabel('Find in the rules').fill('nonsense')
  await expect(page.getByText('Nothing found for “nonsense”.')).toBeVisible()
})

test('every card has its picture, its cost and what it does; its rules are links', async ({ page }) => {
  await page.goto('/rules#card-crane')
  await expect(page.locator('#card-crane')).toBeInViewport()
  await expect(page.locator('#card-crane').getByRole('img', { name: '5' })).toBeVisible()
  await expect(page.locator('li[id^="card-"]')).toHaveCount(28)
  for (const card of await page.locator('li[id^="card-"]').all()) await expect(card.locator('.picture svg')).toHaveCount(1)
  await page.locator('#card-crane').getByRole('link', { name: 'Rule R6.4' }).click()
  await expect(page.locator('[id="R6.4"]')).toBeInViewport()
})

test('at the table cards and rules lie over the game and leave it as it is', async ({ page }) => {
  await newGame(page, { players: 2, seed: '5' })
  await page.keyboard.press('c')
  const sheet = page.getByRole('dialog', { name: 'Help' })
  await expect(sheet.locator('li[id^="card-"]')).toHaveCount(28)
  await sheet.getByRole('tab', { name: 'Rules' }).click()
  await expect(sheet.locator('[id="R5.1"]')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.locator('button.sell[aria-disabled=false]').first().click()
  await page.locator('.hand .card.dear').first().click({ force: true })
  const rule = page.locator('dialog.inspector').getByRole('link', { name: /^Rule R/ }).first()
  const number = (await rule.innerText()).match(/R\d+\.\d+/)![0]
  await rule.click()
  await expect(sheet.locator(`[id="${number}"]`)).toBeInViewport()
  await expect(page).toHaveURL(/\/game\//)
})
