// People at a table of the real server: a server that lies about the shuffle, leaving, handing a seat over, who is gone, chat.
import { expect, test, type Page } from '@playwright/test'
import { person } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

const phone = { width: 390, height: 844 }

async function create(page: Page, players = 2) {
  await page.goto('/friends')
  await page.getByLabel('Your name').fill('Anna')
  await page.locator(`form.create input[value="${players}"]`).check({ force: true })
  await page.getByRole('button', { name: /Create|Make|Open a table/ }).click()
  await expect(page).toHaveURL(/\/t\/[a-z2-7]{16}$/)
}

async function join(page: Page, address: string, name = 'Ben') {
  await page.goto(address)
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: /Take|Sit/ }).first().click()
}

const chat = (page: Page) => page.getByRole('region', { name: 'Chat' })
const inPlay = (page: Page) => expect(page.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()

/** What comes from the server is changed on the way, as a dishonest one would. */
async function lying(page: Page, lie: (text: string) => string) {
  await page.routeWebSocket(/\/ws$/, socket => {
    const server = socket.connectToServer()
    socket.onMessage(message => server.send(message))
    server.onMessage(message => socket.send(lie(String(message))))
  })
}

test('everybody sees who has sealed a number, and a server that drops yours is told of in words', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  await create(anna)
  await expect(anna.locator('.seats')).toContainText('ready to shuffle')
  await lying(ben, text => text.replace(/("deal":\["withheld \w+",")(withheld|sealed)[^"]*"/, '$1none"'))
  await join(ben, anna.url())
  const warning = ben.getByRole('alertdialog', { name: 'Something is wrong with the shuffle' })
  await expect(warning).toContainText('The server says that you added nothing to the shuffle. Your page sent it a number.')
  await warning.getByRole('button', { name: 'Close' }).click()
  await expect(warning).toBeHidden()
  await ben.reload()
  await expect(warning).toBeVisible() // it is not forgotten
  await expect(anna.getByRole('alertdialog')).toBeHidden()
})

test('an honest server is not doubted', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  await create(anna)
  await join(ben, anna.url())
  for (const page of [anna, ben]) {
    await inPlay(page)
    await expect(page.getByRole('alertdialog')).toBeHidden()
  }
})

test('whoever leaves is asked, by a link and by the browser’s way back; the others see it', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser)]
  await create(anna)
  await join(ben, anna.url())
  for (const page of [anna, ben]) await inPlay(page)
  const address = anna.url()
  const dialog = anna.getByRole('dialog', { name: 'Leave the table?' })
  await anna.locator('a.home').click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await anna.goBack() // the browser's own way
  await expect(dialog).toBeVisible()
  expect(anna.url()).toBe(address)
  await dialog.getByRole('button', { name: 'I’ll be right back' }).click()
  await expect(anna).toHaveURL(/\/friends$/)
  await expect(ben.locator('.others .gone')).toBeVisible()
  await expect(ben.locator('.people')).toContainText('gone')
  await anna.goto(address)
  await inPlay(anna)
  await expect(ben.locator('.others .gone')).toBeHidden()
  await ben.locator('a.home').click()
  await ben.getByRole('button', { name: 'Let a bot play for me' }).click()
  await expect(ben).toHaveURL(/\/$/)
  await expect(anna.locator('.others .gone')).toBeVisible()
})

test('a seat is handed over in the middle of the game', async ({ browser }) => {
  const [anna, ben, zoe] = [await person(browser), await person(browser), await person(browser)]
  await create(anna)
  await join(ben, anna.url())
  await inPlay(ben)
  const address = ben.url()
  await zoe.goto(address)
  await inPlay(zoe)
  await ben.locator('a.home').click()
  await ben.getByRole('button', { name: 'Hand my seat over' }).click()
  await expect(ben).not.toHaveURL(address)
  await zoe.getByLabel('Your name').fill('Zoe')
  await zoe.getByRole('button', { name: 'Take it' }).click()
  await expect(zoe.locator('#mine-title')).toBeAttached()
  await expect(zoe.getByRole('button', { name: 'Take it' })).toBeHidden()
  await chat(zoe).locator('input').fill('hello from Zoe')
  await chat(zoe).locator('form button').click()
  await expect(chat(anna)).toContainText('Zoe hello from Zoe')
  await ben.goto(address)
  await expect(chat(ben).locator('form')).toBeHidden() // only looks on
})

test('on a phone the chat has a badge', async ({ browser }) => {
  const [anna, ben] = [await person(browser), await person(browser, phone)]
  await create(anna)
  await join(ben, anna.url())
  await inPlay(ben)
  await chat(anna).locator('input').fill('well sold')
  await chat(anna).locator('form button').click()
  await expect(ben.locator('#tab-chat .unread')).toHaveText('1')
  await ben.locator('#tab-chat').click()
  await expect(chat(ben)).toContainText('well sold')
  await expect(ben.locator('#tab-chat .unread')).toBeHidden()
})
