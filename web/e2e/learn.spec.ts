// The first game, from the invitation to the win, by clicking what the coach asks for.
import { expect, test, type Page } from '@playwright/test'
import { complaints, ignoreGone, quiet, step } from './player'

const coach = (page: Page) => page.locator('.beside')
const here = async (page: Page) => (await coach(page).getAttribute('data-step', { timeout: 60_000 })) ?? ''

/** Goes on until a step of the lesson is reached: reads where there is something to read, plays where something is asked. The
 * button is that of the step just read: a bot's move may bring the next one in between. */
async function until(page: Page, goal: string) {
  for (let i = 0; i < 500; i++) {
    const now = await here(page)
    if (now === goal) return
    const next = page.locator(`.beside[data-step="${now}"]`).getByRole('button', { name: 'Next' })
    if (now === '1.build') await buildCrane(page)
    else if (now === '1.discard') await keepHops(page)
    else if (await next.count()) await next.click({ timeout: 5000 }).catch(ignoreGone)
    else if ((await step(page)) === 'wait') i-- // a bot may think for as long as it likes
  }
  await expect(coach(page)).toHaveAttribute('data-step', goal)
}

async function buildCrane(page: Page) {
  await page.locator('.hand .card.legal[aria-label*="Crane"]').click()
  await page.locator('.space.legal').first().click()
}

async function keepHops(page: Page) {
  await page.locator('.hand .card.legal:not([aria-label*="Hops field 1"])').first().click()
}

test('the whole lesson, left and taken up again, up to the win', async ({ page }) => {
  const found = complaints(page)
  await quiet(page)
  await page.goto('/learn')
  await page.getByRole('button', { name: /^Start.*Fields and breweries/ }).click()

  await until(page, '1.sell')
  await expect(page.locator('.ring')).toBeVisible()
  await until(page, '1.hand')
  await expect(coach(page)).toContainText('You have 5 coins')
  await until(page, '1.build2')
  await expect(coach(page)).toContainText('Magistrate costs 0 coins instead of 2')
  await until(page, '1.discard')

  await coach(page).getByRole('button', { name: 'Leave' }).click()
  await page.reload()
  await page.getByRole('button', { name: /^Go on.*Fields and breweries/ }).click()
  await expect(coach(page)).toHaveAttribute('data-step', '1.discard')

  await until(page, '1.market')
  await expect(coach(page)).toContainText(/best price now is (1 coin|2 coins),/)
  await until(page, '1.round2')
  await expect(coach(page)).toContainText('Hops field 1 costs you 2 coins instead of 4')
  await until(page, '1.done')

  await coach(page).getByRole('button', { name: 'Next' }).click()
  await expect(coach(page)).toHaveAttribute('data-step', '2.intro')
  await until(page, '2.zero')
  await expect(coach(page)).toContainText('its price for hops is 0')
  await until(page, '2.surplus')
  await until(page, '2.palace')
  await expect(coach(page)).toContainText('costs 8 coins now')
  await until(page, '2.done')

  await coach(page).getByRole('button', { name: 'Next' }).click()
  await expect(coach(page)).toHaveAttribute('data-step', '3.intro')
  await expect(coach(page)).toContainText('You have 4 Palace parts, Rosa has 3 Palace parts')
  await until(page, '3.over')
  await expect(coach(page).getByRole('button', { name: 'Play your first game' })).toBeVisible()
  await coach(page).getByRole('button', { name: 'Look back' }).click()

  await expect(page).toHaveURL(/\/review\//)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/win|wins/)
  await expect(page.getByText(/^\d+ turns? judged, [\d.]+ points lost per turn\.$/)).toBeVisible({ timeout: 180_000 })
  await page.goto('/learn')
  await expect(page.getByText('done', { exact: true })).toHaveCount(3)
  await page.getByRole('button', { name: 'Play your first game' }).click()
  await expect(page).toHaveURL(/\/game\//)
  await expect(page.locator('.other .level')).toHaveText(['2', '2'])
  expect(found).toEqual([])
})

test('something else than what is asked: the lesson says what is true then, and takes up again what is undone', async ({ page }) => {
  await quiet(page)
  await page.goto('/learn')
  await page.getByRole('button', { name: /^Start.*Fields and breweries/ }).click()
  await until(page, '1.build2') // with the Crane built
  await page.locator('.hand .card.legal[aria-label*="Magistrate"]').click()
  await page.locator('.space.legal[aria-label*="Crane"]').click() // over the Crane
  await expect(coach(page)).toHaveAttribute('data-step', '1.discard')
  await expect(coach(page)).toContainText('Hops field 1 is worth keeping: as things stand it costs you 4 coins.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(coach(page)).toHaveAttribute('data-step', '1.build2')
  await expect(coach(page)).toContainText('Magistrate costs 0 coins instead of 2')
})

test('the explanation can be hidden and an act begun anew', async ({ page }) => {
  await quiet(page)
  await page.goto('/learn')
  await page.getByRole('button', { name: /^Start.*The palace/ }).click()
  await coach(page).getByRole('button', { name: 'Hide the explanation' }).click()
  await expect(coach(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the explanation' }).click()
  await expect(coach(page)).toHaveAttribute('data-step', '3.intro')
})
