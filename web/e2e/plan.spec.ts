// A turn planned while the other plays (R2.3): made on the table, kept by the server, and played when the turn comes.
import { expect, test, type Browser, type Page } from '@playwright/test'
import { newGame, nextStep, person, quiet, step, wider } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

/** Two people at a table; the one who plays first comes first. */
async function table(browser: Browser): Promise<[Page, Page]> {
  const [anna, ben] = [await person(browser), await person(browser)]
  await anna.goto('/friends')
  await anna.getByLabel('Your name').fill('Anna')
  await anna.locator('form.create input[value="2"]').check({ force: true })
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
const keep = (page: Page) => page.getByRole('button', { name: 'Keep the plan' }).click()
const kept = (page: Page) => page.getByRole('group', { name: 'Plan' }).getByRole('listitem')

/** Asks for more coins than any sale brings. */
async function asksTooMuch(page: Page) {
  const more = page.getByRole('button', { name: /^More: the sale brings/ })
  if (!(await more.count())) return false
  for (let i = 0; i < 3; i++) await more.click()
  return true
}

/** The other person plays their turn, and nothing more. */
async function playsTurn(page: Page) {
  while ((await page.evaluate(nextStep)) !== 'wait') await step(page)
}

const sizes = [{ width: 1366, height: 768 }, { width: 390, height: 844 }]

for (const size of sizes)
  test(`a planned turn is kept, on every device of its player, and played when it comes, ${size.width} wide`, async ({ browser }) => {
    const [first, second] = await table(browser)
    await second.setViewportSize(size)
    await planTurn(second)
    expect(await wider(second), 'what sticks out sideways').toBe(0)
    await keep(second)
    await expect(kept(second)).toHaveCount(1)
    await expect(kept(second).first()).toContainText(/would now bring/)
    expect(await wider(second), 'what sticks out sideways').toBe(0)
    await second.reload()
    await expect(kept(second).first()).toContainText(/would now bring/)
    const other = await second.context().newPage()
    await quiet(other)
    await other.goto(second.url())
    await expect(kept(other).first()).toContainText(/would now bring/)
    await playsTurn(first)
    for (const page of [first, second, other]) await expect(page.getByRole('banner')).toContainText('Round 2')
    for (const page of [first, second, other]) await expect(page.getByText('does not hold')).toHaveCount(0)
  })

test('the second choice is played when the first does not hold; others see that the turn was planned', async ({ browser }) => {
  const [first, second] = await table(browser)
  await planTurn(second)
  expect(await asksTooMuch(second)).toBe(true)
  await keep(second)
  await expect(kept(second).first()).toContainText(/does not hold: the sale brings at least \d+ coins. Now it is \d+./)
  await expect(bar(second)).toContainText('Your plan does not hold now.')
  await second.getByRole('button', { name: 'Otherwise' }).click()
  while (!(await second.getByRole('button', { name: 'Keep the plan' }).count())) await step(second)
  for (const box of await second.getByRole('group', { name: 'Plan' }).getByRole('checkbox').all()) await box.uncheck()
  await keep(second)
  await expect(kept(second)).toHaveCount(2)
  await expect(kept(second).nth(1)).toContainText(/would now bring/)
  await expect(second.locator('.ring.planned').first()).toBeVisible()
  await playsTurn(first)
  await expect(second.getByText('Your planned turn was played.').or(second.getByRole('banner').getByText('Round 2')).first()).toBeVisible()
  await expect(first.getByTitle('The last turn was played from a plan.')).toBeVisible()
})

test('a plan that does not hold asks its player; a cancelled or withdrawn one leaves no trace', async ({ browser }) => {
  const [first, second] = await table(browser)
  await planTurn(second)
  await second.getByRole('button', { name: 'Cancel' }).click()
  await expect(second.getByRole('button', { name: 'Plan my turn' })).toBeVisible()
  await planTurn(second)
  await asksTooMuch(second)
  await keep(second)
  await second.getByRole('button', { name: 'Change' }).click()
  await expect(second.getByRole('button', { name: 'Keep the plan' })).toBeVisible()
  await keep(second)
  await expect(kept(second)).toHaveCount(1)
  await playsTurn(first)
  await expect(bar(second)).toContainText('Your plan does not hold. Play your turn yourself.')
  await playsTurn(second)
  await expect(first.getByTitle('The last turn was played from a plan.')).toHaveCount(0)
})

test('a withdrawn plan is not played', async ({ browser }) => {
  const [first, second] = await table(browser)
  await planTurn(second)
  await keep(second)
  await second.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(second.getByRole('button', { name: 'Plan my turn' })).toBeVisible()
  await playsTurn(first)
  await expect(bar(second)).toContainText(/Sell|sell/)
})

/** Plays rounds until the turn can be planned before the bots are done. */
async function aheadOfBots(page: Page) {
  const plan = page.getByRole('button', { name: 'Plan my turn' })
  while (!(await plan.count())) {
    const next = page.getByRole('button', { name: 'Go on' })
    if ((await page.evaluate(nextStep)) === 'wait' && (await next.count())) await next.click()
    else await step(page)
  }
}

for (const size of sizes)
  test(`against bots, who wait meanwhile, ${size.width} wide`, async ({ page }) => {
    await page.setViewportSize(size)
    await newGame(page, { players: 3, seed: '12', settings: { pace: 'step' } })
    await aheadOfBots(page)
    await planTurn(page)
    expect(await wider(page), 'what sticks out sideways').toBe(0)
    await keep(page)
    await expect(kept(page)).toHaveCount(1)
    expect(await wider(page), 'what sticks out sideways').toBe(0)
    const done = page.getByText('Your planned turn was played.').or(page.getByText('Play your turn yourself.'))
    while (!(await done.count())) await step(page)
    await expect(done.first()).toBeVisible()
  })
