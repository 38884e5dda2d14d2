// One player on several devices: signed in by QR code, by a short code that the first device allows, by recovery code and by passkey.
import { expect, test, type Browser, type Page } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import { wider } from './player'

const devices = (page: Page) => page.getByRole('region', { name: 'Devices' }).getByRole('listitem')

/** A device of somebody who plays under that name. */
async function enter(browser: Browser, name?: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto('/account')
  await expect(devices(page).first()).toBeVisible()
  if (name) await page.evaluate(name => fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) }), name)
  await page.reload()
  return page
}

async function showCode(page: Page): Promise<{ link: string; code: string }> {
  const answer = page.waitForResponse('**/api/player/link')
  await page.getByRole('button', { name: 'Sign in another device' }).click()
  const { secret, code } = (await (await answer).json()) as { secret: string; code: string }
  await expect(page.getByText(`${code.slice(0, 3)}-${code.slice(3)}`)).toBeVisible()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  return { link: `/sign-in#${secret}`, code }
}

test('a second device is signed in by the link of the QR code, and signed out by the first', async ({ browser }) => {
  const laptop = await enter(browser, 'Anna')
  const { link } = await showCode(laptop)
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Sign in on this device' }).click()
  await expect(phone.getByLabel('Your name')).toHaveValue('Anna')
  expect(new URL(phone.url()).hash, 'the secret in the address').toBe('')
  await expect(devices(laptop)).toHaveCount(2)
  await phone.goto('/account')
  await expect(phone.getByText('Anna is signed in on these devices')).toBeVisible()
  expect(await wider(phone), 'what sticks out sideways').toBe(0)
  await devices(laptop).filter({ hasNotText: 'this device' }).getByRole('button', { name: /^Sign out/ }).click()
  await expect(devices(laptop)).toHaveCount(1)
  expect((await phone.request.get('/api/player')).status()).toBe(401)
})

for (const allow of [true, false])
  test(`a code is ${allow ? 'allowed' : 'refused'} by the first device`, async ({ browser }) => {
    const laptop = await enter(browser, 'Berta')
    const { code } = await showCode(laptop)
    const phone = await (await browser.newContext()).newPage()
    await phone.goto('/sign-in')
    await phone.getByLabel(/Code from/).fill(code.toLowerCase())
    await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(phone.getByRole('status')).toHaveText(/allow this device/)
    await expect(laptop.getByText(/wants to sign in as you/)).toBeVisible()
    await laptop.getByRole('button', { name: allow ? 'Yes, sign it in' : 'No', exact: true }).click()
    if (allow) await expect(phone.getByLabel('Your name')).toHaveValue('Berta')
    else await expect(phone.getByRole('alert')).toHaveText(/did not work/)
  })

test('a recovery code brings a player back and is replaced', async ({ browser }) => {
  const laptop = await enter(browser, 'Carla')
  await laptop.getByRole('button', { name: 'Make a recovery code' }).click()
  const code = (await laptop.getByText(/^[2-9A-Z]{5}(-[2-9A-Z]{5}){3}$/).textContent())!
  const found = await (await browser.newContext()).newPage()
  await found.goto('/sign-in')
  await found.getByLabel(/Code from/).fill(code)
  await found.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(found.getByText(/Your recovery code is used up/)).toBeVisible()
  expect(await found.getByText(/^[2-9A-Z]{5}(-[2-9A-Z]{5}){3}$/).textContent()).not.toBe(code)
  await found.getByRole('link', { name: 'Done' }).click()
  await expect(found.getByLabel('Your name')).toHaveValue('Carla')
})

test('a passkey signs in; a wrong code says so', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL: baseURL!.replace('127.0.0.1', 'localhost') })).newPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await page.goto('/account')
  await expect(devices(page).first()).toBeVisible()
  const me = ((await (await page.request.get('/api/guest')).json()) as { guest: string }).guest
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(/^Passkey: /)).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.getByLabel(/Code from/).fill('222222')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/did not work/)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/friends$/)
  expect(((await (await page.request.get('/api/guest')).json()) as { guest: string }).guest).toBe(me)
})

test('where the server offers notices, their channels are added, chosen, tested and removed', async ({ browser }) => {
  const page = await enter(browser, 'Emma')
  await expect(page.getByRole('heading', { name: 'Devices', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'When it is your turn' }), 'this server offers none').toHaveCount(0)
  await page.route('**/api/features', route => route.fulfill({ json: { push: '', webhooks: true, mail: true } }))
  const channels: { id: string; kind: string; address: string; games: string; confirmed: boolean }[] = []
  const asked: [string, object][] = []
  await page.route('**/api/player', async route => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), channels } })
  })
  await page.route('**/api/player/channels**', route => {
    const body = route.request().postDataJSON() as { id: string; kind: string; address: string; games: string }
    asked.push([new URL(route.request().url()).pathname.replace('/api/player/channels', ''), body])
    if (asked.at(-1)![0] === '') channels.push({ ...body, id: `c${channels.length}`, confirmed: body.kind !== 'mail' })
    if (asked.at(-1)![0] === '/delete') channels.splice(channels.findIndex(({ id }) => id === body.id), 1)
    return route.fulfill({ json: {} })
  })
  await page.reload()
  const notices = page.getByRole('region', { name: 'When it is your turn' })
  for (const address of ['https://discord.example/api/webhooks/1/x', 'emma@play.example']) {
    await notices.getByRole('textbox').fill(address)
    await notices.getByRole('button', { name: 'Add' }).click()
    await expect(notices.getByRole('textbox')).toHaveValue('')
  }
  await expect(notices.getByText('waits for your confirmation')).toBeVisible()
  await notices.getByLabel('Games for discord.example').selectOption('slow games')
  await notices.getByRole('button', { name: 'Test' }).first().click()
  await expect(notices.getByRole('button', { name: 'Arrived' })).toBeVisible()
  await notices.getByRole('button', { name: 'Delete' }).first().click()
  await expect(notices.getByText('discord.example')).toHaveCount(0)
  expect(asked.map(([path, body]) => [path, (body as { kind?: string }).kind ?? (body as { id: string }).id])).toEqual([
    ['', 'webhook'], ['', 'mail'], ['/change', 'c0'], ['/test', 'c0'], ['/delete', 'c0'],
  ])
  expect(await wider(page), 'what sticks out sideways').toBe(0)
})

test('a player is deleted after a question; axe finds nothing', async ({ browser }) => {
  const page = await enter(browser, 'Dora')
  for (const address of ['/account', '/sign-in']) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id), address).toEqual([])
  }
  await page.goto('/account')
  await page.getByRole('button', { name: 'Delete this player' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete this player' }).click()
  await page.getByRole('button', { name: 'Delete this player' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect((await page.request.get('/api/guest')).status()).toBe(401)
})
