// Two browsers at one table of the real server. Without it (a look with Vite alone) there is nothing to test here.
import { expect, test, type Page } from '@playwright/test'
import { complaints, nextStep, person, step, stopsAtSecondTurn } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

/** Somebody with a browser of their own. */
async function create(page: Page, mode: 'base' | 'expert', limit = 0) {
  await page.goto('/friends')
  await page.getByLabel('Your name').fill('Anna')
  await page.locator('form.create input[value="2"]').check({ force: true })
  await page.locator('form.create select').first().selectOption(mode)
  if (limit) {
    await page.locator('form.create summary').click()
    await page.getByLabel('Time for a turn').selectOption({ label: `${limit} minutes` })
  }
  await page.getByRole('button', { name: /Create|Make|Open a table/ }).click()
  await expect(page).toHaveURL(/\/t\/[a-z2-7]{16}$/)
}

async function join(page: Page, address: string) {
  await page.goto(address)
  await page.getByLabel('Your name').fill('Ben')
  await page.getByRole('button', { name: /Take|Sit/ }).click()
  await expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
}

/** Both play by clicking until `stop` says so or the game is over. */
async function playBoth(pages: Page[], stop: () => boolean = () => false) {
  const over = new Set<Page>()
  const end = Date.now() + 900_000
  while (over.size < pages.length && !stop() && Date.now() < end)
    for (const page of pages) if (!over.has(page) && (await step(page)) === 'over') over.add(page)
  return over.size === pages.length
}

/** From the end to what the coach makes of it, which is still there after a reload; then step by step. */
async function lookBack(page: Page) {
  await page.getByRole('dialog').getByRole('link', { name: /Look back/ }).click()
  await expect(page).toHaveURL(/\/review\//)
  for (const name of ['Anna', 'Ben']) await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await stopsAtSecondTurn(page)
  await page.reload()
  await expect(page.getByText(/is at round ([2-9]|\d\d) of/)).toBeVisible() // it goes on by itself
  await page.getByRole('button', { name: 'Step through' }).click()
  await page.keyboard.press('End')
  await expect(page.getByText(/moment (\d+) of \1$/)).toBeVisible()
}

test('a whole game between two browsers, and both look back on it with the coach', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(1_200_000)
  const [anna, ben] = [await person(browser), await person(browser)]
  const found = [complaints(anna), complaints(ben)]
  await create(anna, 'base')
  await join(ben, anna.url())
  expect(await playBoth([anna, ben])).toBe(true)
  for (const page of [anna, ben])
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText(/won|wins|share|no winner/)
  for (const page of [anna, ben]) await lookBack(page)
  expect(found).toEqual([[], []])
})

test('a reload and a broken connection in the middle lose nothing', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  await create(anna, 'base')
  await join(ben, anna.url())
  let steps = 0
  await playBoth([anna, ben], () => ++steps > 60)
  const entries = async (page: Page) => Number(await page.locator('[data-area=log]').getAttribute('data-entries'))
  while ((await anna.evaluate(nextStep)) === 'wait') await step(ben) // in her turn nobody else can add to it
  const log = await entries(anna)
  await anna.reload()
  await expect(anna.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  await expect.poll(() => entries(anna)).toBe(log)
  await ben.context().setOffline(true)
  await ben.evaluate(() => window.dispatchEvent(new Event('offline')))
  await ben.context().setOffline(false)
  steps = 0
  await playBoth([anna, ben], () => ++steps > 60)
  await expect.poll(() => entries(anna)).toBeGreaterThan(log)
})

test('the time for a turn counts down beside whose turn it is, and the first round is the first', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  await create(anna, 'base', 10) // long enough for any machine
  await join(ben, anna.url())
  for (const page of [anna, ben]) {
    const clock = page.getByRole('timer')
    const left = async () => (await clock.innerText()).split(':').reduce((time, part) => 60 * time + Number(part), 0)
    const before = await left()
    expect(before).toBeGreaterThan(60)
    expect(before).toBeLessThanOrEqual(600)
    await expect.poll(left).toBeLessThan(before)
    await expect(page.locator('[data-area=log] h3').first()).toHaveText('Round 1')
  }
})

for (const [code, reason, says] of [
  [4003, 'You are banned: go away', 'The host of this server does not let you in.'],
  [4004, 'This table is closed: cheating', 'The host of this server has closed this.'],
] as const)
  test(`sent away with ${code}: it is told, and nothing is tried again`, async ({ browser }) => {
    const page = await person(browser)
    let tries = 0
    await page.routeWebSocket(/\/ws$/, line => {
      tries++
      line.onMessage(() => line.close({ code, reason }))
    })
    await page.goto('/t/aaaaaaaaaaaaaaaa')
    await expect(page.getByText(says)).toBeVisible()
    await page.waitForTimeout(2000) // a line that is lost is tried again after half a second
    expect(tries).toBe(1)
  })
