// Slow games at a table of the real server: a reserve, holidays, and the vote that makes a live game a slow one.
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { person } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

async function create(page: Page, clock: string) {
  await page.goto('/friends')
  await page.getByLabel('Your name').fill('Anna')
  await page.locator('form.create input[value="2"]').check({ force: true })
  await page.locator('form.create summary').click()
  await page.getByLabel('Time for a turn').selectOption({ label: clock })
}

async function join(page: Page, address: string) {
  await page.goto(address)
  await page.getByLabel('Your name').fill('Ben')
  await page.getByRole('button', { name: /Take|Sit/ }).first().click()
}

const pace = (page: Page) => page.getByRole('region', { name: 'Pace of the game' })

test('a reserve and holidays, with the keyboard', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  await create(anna, '3 days for all turns, 12 hours more each round')
  await anna.getByLabel('Clocks stop at weekends').check({ force: true })
  await anna.getByLabel('Holidays for each player').selectOption({ label: '7 days' })
  await anna.getByRole('button', { name: /Create|Make|Open a table/ }).click()
  await expect(anna).toHaveURL(/\/t\/[a-z2-7]{16}$/)
  await join(ben, anna.url())
  await expect(pace(anna)).toContainText(/Your reserve: (2d 23:59|3d 00:00)/)
  await pace(anna).getByLabel('7 days of holiday left').selectOption({ label: '5 days' })
  await pace(anna).getByRole('button', { name: 'Go on holiday' }).focus()
  await anna.keyboard.press('Enter')
  await expect(pace(anna)).toContainText('You are on holiday until')
  await expect(ben.getByRole('list', { name: 'Who is there' })).toContainText('on holiday until')
  await pace(anna).getByRole('button', { name: 'End the holiday' }).click()
  await expect(pace(anna)).toContainText('6 days of holiday left')
  const found = await new AxeBuilder({ page: anna }).include('.pace').analyze()
  expect(found.violations).toEqual([])
})

test('a live game becomes a slow one when all want it', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  await create(anna, '10 minutes')
  await anna.getByRole('button', { name: /Create|Make|Open a table/ }).click()
  await expect(anna).toHaveURL(/\/t\/[a-z2-7]{16}$/)
  await join(ben, anna.url())
  await pace(anna).getByRole('button', { name: 'Play slowly' }).click()
  await expect(pace(ben)).toContainText('1 of 2 want to play slowly')
  await pace(ben).getByRole('button', { name: 'Play slowly' }).click()
  await expect(pace(ben)).toBeHidden()
  await expect(ben.getByRole('timer').first()).toHaveAccessibleName(/23:59|1d 00:00/)
})
