// Finding a game: two browsers that do not know each other get one. It needs the real server, as online.spec.ts does.
import { expect, test, type Page } from '@playwright/test'
import { complaints, person } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

/** Chooses the numbers of players, so that no other test's guest fits, and starts the search. */
async function find(page: Page, players: readonly number[], turn: string) {
  await page.goto('/friends')
  for (const n of [2, 3, 4, 5]) await page.locator(`form.find input[value="${n}"]`).setChecked(players.includes(n), { force: true })
  await page.locator('form.find summary').click()
  await page.locator('form.find').getByLabel('Time for a turn').selectOption({ label: turn })
  await page.getByRole('button', { name: 'Find a game' }).click()
  await expect(page.getByText('Looking for others')).toBeVisible()
}

test('two browsers find each other, and both play', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  const found = [complaints(anna), complaints(ben)]
  await find(anna, [2, 3], '10 minutes')
  await anna.getByRole('link', { name: 'Play with bots meanwhile' }).click() // the search goes on
  await expect(anna).toHaveURL(/\/new$/)
  await find(ben, [2], '10 minutes')
  for (const page of [anna, ben]) {
    await expect(page).toHaveURL(/\/t\/[a-z2-7]{16}$/, { timeout: 15_000 })
    await expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  }
  expect(anna.url()).toBe(ben.url())
  expect(found).toEqual([[], []])
  const cleo = await person(browser)
  await cleo.goto('/friends')
  await expect(cleo.getByRole('heading', { name: 'Games to watch' })).toBeVisible()
  await cleo.locator(`a[href="${new URL(ben.url()).pathname}"]`).click()
  await expect(cleo.locator('[data-area=log]')).toBeVisible()
})

test('a search can be ended, and is remembered', async ({ browser }) => {
  const page = await person(browser)
  await find(page, [5], '1 minute')
  await page.getByRole('button', { name: 'Stop looking' }).click()
  await expect(page.getByRole('button', { name: 'Find a game' })).toBeVisible()
  await page.reload()
  await expect(page.locator('form.find input[value="5"]')).toBeChecked()
  await expect(page.locator('form.find input[value="2"]')).not.toBeChecked()
})
