// Muting and blocking somebody at a table of the real server, for good: other tables, other visits.
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { person } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

async function create(page: Page) {
  await page.goto('/friends')
  await page.getByLabel('Your name').fill('Anna')
  await page.locator('form.create input[value="2"]').check({ force: true })
  await page.getByRole('button', { name: /Create|Make|Open a table/ }).click()
  await expect(page).toHaveURL(/\/t\/[a-z2-7]{16}$/)
}

async function join(page: Page, address: string) {
  await page.goto(address)
  await page.getByLabel('Your name').fill('Ben')
  await page.getByRole('button', { name: /Take|Sit/ }).first().click()
}

test('who is muted stays muted, and who is blocked does not get a seat', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  await create(anna)
  await join(ben, anna.url())
  const chat = (page: Page) => page.getByRole('region', { name: 'Chat' })
  const sheet = anna.getByRole('dialog', { name: 'Ben' })
  const openSheet = () => anna.locator('.people').getByRole('button', { name: 'Ben' }).click()
  await openSheet()
  await sheet.getByRole('button', { name: 'Mute Ben' }).click()
  await expect(sheet.getByRole('button', { name: 'Unmute Ben' })).toBeVisible()
  await anna.reload()
  await openSheet()
  await expect(sheet.getByRole('button', { name: 'Unmute Ben' })).toBeVisible()
  await chat(ben).getByLabel('Say something').fill('hello')
  await chat(ben).getByRole('button', { name: 'Send' }).click()
  await expect(chat(ben)).toContainText('hello')
  await expect(chat(anna)).not.toContainText('hello')
  await sheet.getByRole('button', { name: 'Never play with Ben again' }).focus()
  await anna.keyboard.press('Enter')
  await expect(sheet.getByRole('status')).toContainText('You and Ben will not sit at one table again.')
  await create(anna)
  await join(ben, anna.url())
  await expect(ben.getByText('You and somebody at this table do not play together.')).toBeVisible()
  await anna.goto('/account')
  const list = anna.getByRole('region', { name: 'People you do not want to meet' })
  await expect(list).toContainText('You never sit at one table')
  expect((await new AxeBuilder({ page: anna }).analyze()).violations.map(({ id }) => id)).toEqual([])
  await list.getByRole('button', { name: 'End it for Ben' }).click()
  await expect(list).toBeHidden()
})
