// Players' pages at the real server: a rated game changes the rating, the page shows what its player allows, and people are reported.
import { spawn, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import AxeBuilder from '@axe-core/playwright'
import { chromium, expect, test, type Page } from '@playwright/test'
import { person, play, tell, wider } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

const phone = { width: 390, height: 844 }

async function create(page: Page, name: string, rated = false) {
  await page.goto('/friends')
  await page.getByLabel('Your name').fill(name)
  await page.locator('form.create input[value="2"]').check({ force: true })
  if (rated) {
    await page.locator('form.create summary').click()
    for (const name of [/^Rated/, /^Anyone may join/]) await page.getByRole('switch', { name }).check({ force: true })
  }
  await page.getByRole('button', { name: /Create|Make|Open a table/ }).click()
  await expect(page).toHaveURL(/\/t\/[a-z2-7]{16}$/)
}

async function join(page: Page, address: string, name: string) {
  await page.goto(address)
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: /Take|Sit/ }).first().click()
}

async function claim(page: Page) {
  await page.goto('/account')
  const own = page.getByRole('region', { name: 'Your page' })
  await expect(own.getByText(/First make a recovery code/)).toBeVisible()
  await page.getByRole('button', { name: 'Make a recovery code' }).click()
  await own.getByRole('button', { name: 'Claim this name' }).click()
  await expect(own.getByRole('link', { name: 'Open your page' })).toBeVisible()
  return own
}

/** Nothing sticks out on a phone, in the longest language, and axe finds nothing by day and at dusk. */
async function looksGood(page: Page) {
  const size = page.viewportSize()!
  for (const language of ['de', 'it', 'en']) {
    await tell(page, { language })
    await page.setViewportSize(phone)
    expect(await wider(page), `what sticks out sideways, ${language}`).toBe(0)
    await page.setViewportSize(size)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page }).exclude('svg[aria-hidden=true]').analyze()).violations.map(({ id }) => id), colorScheme).toEqual([])
  }
}

const ratings = (page: Page) => page.getByRole('region', { name: 'Ratings' })
const games = (page: Page) => page.getByRole('region', { name: 'Finished games' })

test('a rated game changes the rating, and the page shows what its player allows', async ({ browser }) => {
  const [rita, stranger] = [await person(browser), await person(browser, phone)]
  await create(rita, 'Rita', true)
  const seats = rita.getByRole('region', { name: /^Seats/ })
  await expect(seats).toContainText('Rated')
  await expect(seats.getByRole('img', { name: 'Rating 1,500, still uncertain' })).toBeVisible()
  await stranger.goto('/friends')
  await expect(stranger.getByRole('link', { name: /Rated.*Rita 1,500\?/ })).toBeVisible()
  await rita.getByLabel('Level').selectOption('1')
  await rita.getByRole('button', { name: 'Start with bots' }).click()
  await expect(rita.getByRole('contentinfo', { name: 'What to do now' })).toBeVisible()
  await play(rita)
  const end = rita.getByRole('dialog')
  await expect(end.getByText(/^[+−]\d+$/)).toBeVisible()
  const change = Number((await end.getByText(/^[+−]\d+$/).textContent())!.replace('−', '-'))
  expect(change).not.toBe(0)

  const own = await claim(rita)
  await rita.getByRole('link', { name: 'Open your page' }).click()
  await expect(rita).toHaveURL(/\/p\/Rita$/)
  await expect(rita.getByText(/others see: nothing/)).toBeVisible()
  await expect(ratings(rita)).toContainText((1500 + change).toLocaleString('en-GB'))
  await expect(games(rita).getByRole('listitem')).toHaveCount(1)
  await looksGood(rita)

  const nothing = stranger.getByText('Rita shows nothing here.')
  const show = async (what: string) => {
    await rita.goto('/account')
    const answer = rita.waitForResponse('**/api/player/profile')
    await own.getByRole('radio', { name: what, exact: true }).check()
    expect((await answer).ok()).toBe(true)
    await stranger.goto('/p/rita')
    await expect(stranger.getByRole('heading', { name: 'Rita', level: 1 })).toBeVisible()
  }
  await stranger.goto('/p/rita')
  await expect(nothing).toBeVisible()
  await show('nothing') // from the start: who has chosen it is not named in rankings either
  await expect(nothing).toBeVisible()
  await show('your ratings')
  await expect(ratings(stranger)).toContainText((1500 + change).toLocaleString('en-GB'))
  await expect(games(stranger)).toHaveCount(0)
  await show('your ratings and games')
  await expect(stranger.getByRole('region', { name: 'Results' })).toContainText(/Against bots alone/)
  await looksGood(stranger)
  const sale = stranger.getByRole('region', { name: 'Best moments' }).getByRole('button', { name: /^Look back: Best sale/ })
  const round = /coins? in round (\d+)/.exec((await sale.getAttribute('aria-label'))!)![1]
  await sale.focus()
  await stranger.keyboard.press('Enter')
  await expect(stranger).toHaveURL(/\/g\/[a-z2-7]{16}\?at=\d+$/)
  await expect(stranger.getByText(new RegExp(`^Round ${round} · moment`))).toBeVisible()
  await stranger.goBack()
  await games(stranger).getByRole('button', { name: /^Look back on the game with/ }).focus()
  await stranger.keyboard.press('Enter')
  await expect(stranger).toHaveURL(/\/g\/[a-z2-7]{16}$/)
  await expect(stranger.getByRole('row', { name: /Rita/ })).toBeVisible()
  await show('nothing')
  await expect(nothing).toBeVisible()
})

test('somebody is reported from a line of the chat, and blocked and reported from the page', async ({ browser }) => {
  const [anna, rudi] = [await person(browser, phone), await person(browser)]
  await create(anna, 'Annette')
  await expect(anna.getByRole('region', { name: /^Seats/ })).toContainText('Casual')
  await join(rudi, anna.url(), 'Rudi')
  const chat = (page: Page) => page.getByRole('region', { name: 'Chat' })
  await rudi.getByLabel('Say something').fill('you all play badly')
  await rudi.keyboard.press('Enter')
  await expect(chat(rudi)).toContainText('you all play badly')
  await anna.locator('#tab-chat').click()
  await chat(anna).getByRole('button', { name: 'Rudi', exact: true }).click()
  const sheet = anna.getByRole('dialog', { name: 'Rudi' })
  await sheet.getByRole('button', { name: 'Report Rudi' }).click()
  await expect(sheet).toContainText('About this line: “you all play badly”')
  await sheet.getByLabel('Reason').selectOption('insults or threats')
  await sheet.getByLabel('What happened? (optional)').fill('and again')
  expect((await new AxeBuilder({ page: anna }).include('dialog').analyze()).violations.map(({ id }) => id)).toEqual([])
  const asked = anna.waitForRequest('**/api/player/report')
  await sheet.getByRole('button', { name: 'Send the report' }).click()
  const sent = (await asked).postDataJSON() as { entry: number; text: string; seat: number }
  expect([sent.text, sent.seat, sent.entry > 0]).toEqual(['insult: and again', 1, true])
  await expect(sheet.getByRole('status')).toContainText('Thank you')
  await anna.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await claim(rudi)
  await anna.goto('/p/Rudi')
  await anna.getByRole('button', { name: 'Report Rudi' }).click()
  await anna.getByLabel('Reason').selectOption('an offensive name')
  await anna.getByRole('button', { name: 'Send the report' }).click()
  await expect(anna.getByText(/^Thank you/)).toBeVisible()
  await anna.getByRole('button', { name: 'Never play with Rudi again' }).click()
  await expect(anna.getByRole('button', { name: 'Play with Rudi again' })).toBeVisible()
  await anna.goto('/account')
  await expect(anna.getByRole('region', { name: 'People you do not want to meet' })).toContainText('Rudi')
})

test('a claimed name is the one that other forms offer', async ({ page }) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Make a recovery code' }).click()
  await page.getByLabel('Your name').fill('Walburga')
  await page.getByRole('button', { name: 'Claim this name' }).click()
  await expect(page.getByRole('link', { name: 'Open your page' })).toBeVisible()
  await page.goto('/daily')
  await expect(page.getByLabel('Your name')).toHaveValue('Walburga')
  await page.setViewportSize(phone)
  await page.goto('/p/Walburga')
  expect((await page.getByText('This is your page.').boundingBox())!.width).toBeGreaterThan(200)
})

test('a name that nobody has claimed is said to be none', async ({ browser }) => {
  const page = await person(browser)
  const answer = await page.goto('/p/No.body%20%C3%A9')
  expect(answer!.status()).toBe(200)
  await expect(page.getByText('Nobody has claimed the name No.body é.')).toBeVisible()
  await looksGood(page)
})

test('a device is renamed, results of this browser are added, and the data are saved', async ({ browser }) => {
  const page = await person(browser)
  const result = { id: 'a', at: 1, kind: 'bots', mode: 'base', players: 3, level: 2, won: true, rounds: 9, coins: 30, parts: 6, sale: 9, saleRound: 4 }
  await page.addInitScript(text => localStorage.setItem('ff.results', text), JSON.stringify([result, { ...result, id: 'b', won: false }]))
  await page.goto('/account')
  await expect(page.getByText(/First make a recovery code/)).toBeVisible() // the guest is there; now it gets its name
  await page.evaluate(() => fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"Ida"}' }))
  const own = await claim(page)
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByLabel('Name of the device').fill('Kitchen')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Kitchen' })).toBeVisible()
  await own.getByRole('button', { name: 'Add this browser’s results' }).click()
  await expect(own.getByRole('status')).toHaveText('The results of one browser are on your page.')
  await looksGood(page)
  await own.getByRole('button', { name: 'Update this browser’s results' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save my data' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('fuerstenfeld-Ida.json')
  const data = JSON.parse(readFileSync(await saved.path(), 'utf8')) as { name: string; imports: { results: string }[]; tables: unknown[] }
  expect([data.name, data.imports.map(({ results }) => results), data.tables]).toEqual(['Ida', ['base 3 2 2 1'], []])
  await own.getByRole('link', { name: 'Open your page' }).click()
  await expect(page.getByRole('region', { name: 'On their own devices' })).toContainText('1 of 2 won')
  await looksGood(page)
})

/* A port that is free now. */
const freePort = () =>
  new Promise<number>(done => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const { port } = socket.address() as { port: number }
      socket.close(() => done(port))
    })
  })

test('over TLS a passkey is made, and signs in on a device that has forgotten everything', async () => {
  test.skip(test.info().project.name !== 'page', 'the virtual authenticator is Chromium’s')
  const folder = mkdtempSync(`${tmpdir()}/tls-`)
  const [key, certificate] = [`${folder}/key.pem`, `${folder}/cert.pem`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const der = execFileSync('sh', ['-c', `openssl x509 -in ${certificate} -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`]).toString().trim()
  const port = await freePort()
  const program = process.env.PAGE_COMMAND!.split(' ')[0]!
  const server = spawn(program, ['serve', '--listen', `127.0.0.1:${port}`, '--store', 'memory', '--no-limits', '--tls-cert', certificate, '--tls-key', key], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { executablePath, args } = test.info().project.use.launchOptions!
  const browser = await chromium.launch({ executablePath, args: [...args!, `--ignore-certificate-errors-spki-list=${der}`] })
  try {
    const page = await (await browser.newContext({ baseURL: `https://localhost:${port}`, locale: 'en-GB', serviceWorkers: 'block' })).newPage()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    })
    await expect.poll(() => page.goto('/account').then(() => true, () => false)).toBe(true) // the server is starting
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText(/^Passkey: /)).toBeVisible()
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, secure }) => [name.startsWith('__Host-'), secure])).toEqual([[true, true]])
    const me = await page.evaluate(() => fetch('/api/guest').then(answer => answer.text()))
    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/friends$/)
    expect(await page.evaluate(() => fetch('/api/guest').then(answer => answer.text()))).toBe(me)
  } finally {
    await browser.close()
    server.kill()
    rmSync(folder, { recursive: true })
  }
})
