// A turn planned while the other plays (R2.3): made on the table, kept by the server, and played when the turn comes.
import { expect, test, type Browser, type Page } from '@playwright/test'
import { nextStep, quiet, step, wider } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

async function person(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage()
  await quiet(page)
  return page
}

/** Two people at a table; the one who plays first comes first. */
async function table(browser: Browser): Promise<[Page, Page]> {
  const [anna, ben] = [await person(browser), await person(browser)]
  await anna.goto('/friends')
  await anna.getByLabel('Your name').fill('Anna')
  await anna.locator('input[name=online-players][value="2"]').check({ force: true })
  await anna.getByRole('button', { name: /Create|Make|Open a table/ }).click()
  await expect(anna).toHaveURL(/\/t\/[a-z2-7]{16}$/)
  await ben.goto(anna.url())
  await ben.getByLabel('Your name').fill('Ben')
  await ben.getByRole('button', { name: /Take|Sit/ }).click()
  const plans = (page: Page) => page.getByRole('button', { name: 'Plan my turn' })
  await expect.poll(async () => (await plans(anna).count()) + (await plans(ben).count())).toBe(1)
  return (await plans(anna).count()) ? [ben, anna] : [anna, ben]
}

/** Makes the planned turn on the table, like a real one, until it is complete. */
async function planTurn(page: Page) {
  await page.getByRole('button', { name: 'Plan my turn' }).click()
  await expect(page.getByText(/You are planning your turn/)).toBeVisible()
  while (!(await page.getByRole('button', { name: 'Keep the plan' }).count())) await step(page)
}

const bar = (page: Page) => page.getByRole('contentinfo', { name: 'What to do now' })

test('a planned turn is kept, and played when it comes', async ({ browser }) => {
  const [first, second] = await table(browser)
  await planTurn(second)
  expect(await wider(second), 'what sticks out sideways').toBe(0)
  await second.getByRole('button', { name: 'Keep the plan' }).click()
  await expect(second.getByText(/Your plan would now bring|Your plan does not hold/)).toBeVisible()
  await second.reload()
  await expect(second.getByText(/Your plan would now bring|Your plan does not hold/)).toBeVisible()
  while ((await first.evaluate(nextStep)) !== 'wait') await step(first)
  for (const page of [first, second]) await expect(page.getByRole('banner')).toContainText('Round 2')
})

test('a plan that does not hold asks its player; a cancelled or withdrawn one leaves no trace', async ({ browser }) => {
  const [first, second] = await table(browser)
  await planTurn(second)
  await second.getByRole('button', { name: 'Cancel' }).click()
  await expect(second.getByRole('button', { name: 'Plan my turn' })).toBeVisible()
  await planTurn(second)
  await second.getByRole('button', { name: 'Keep the plan' }).click()
  await second.getByRole('button', { name: 'Withdraw' }).click()
  await expect(second.getByRole('button', { name: 'Plan my turn' })).toBeVisible()
  while ((await first.evaluate(nextStep)) !== 'wait') await step(first)
  await expect(bar(second)).toContainText(/Sell|sell/)
})
