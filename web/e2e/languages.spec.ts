// Three languages: guessed, switched, kept; nothing of another language left over, nothing cut off.
import { expect, test, type Page } from '@playwright/test'
import { quiet, wider } from './player'

const said = { en: 'Settings', de: 'Einstellungen', it: 'Impostazioni' }
const names = { en: 'English', de: 'Deutsch', it: 'Italiano' }

for (const [locale, language] of [['de-CH', 'de'], ['it-IT', 'it'], ['fr-FR', 'en']] as const)
  test(`a browser that speaks ${locale} gets ${language}`, async ({ browser }) => {
    const page = await (await browser.newContext({ locale })).newPage()
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(said[language])
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.context().close()
  })

test('the language is switched at once and stays', async ({ page }) => {
  await page.goto('/settings')
  for (const language of ['it', 'de'] as const) {
    await page.getByRole('radio', { name: names[language] }).check()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(said[language])
  }
  await page.goto('/rules')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Regeln')
  await page.getByLabel('Sprache').selectOption('it')
  await expect(page.getByText('Il gioco in un minuto')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Regole')
})

/** Keys that were shown instead of words. */
async function bareKeys(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return text.match(/\b(game|good|card|effect|phase|todo|refusal|count|event|common|nav|settings|learn|review|rules|tip|table|setup|landing)\.[a-zA-Z0-9.]+/g) ?? []
}

const pages = ['/', '/new', '/friends', '/learn', '/rules', '/rules#cards', '/settings', '/puzzles', '/lost/x']
for (const [language, locale] of [['de', 'de-DE'], ['it', 'it-IT']] as const)
  for (const [width, height] of [[390, 844], [1366, 768]] as const)
    test(`${language}, ${width} × ${height}: every page is whole`, async ({ browser }) => {
      const page = await (await browser.newContext({ locale, viewport: { width, height }, colorScheme: width < 500 ? 'dark' : 'light' })).newPage()
      await quiet(page)
      for (const address of pages) {
        await page.goto(address)
        await expect(page.getByRole('main')).toBeVisible()
        await expect.poll(() => bareKeys(page)).toEqual([])
        expect(await wider(page), address).toBe(0)
      }
      await page.context().close()
    })
