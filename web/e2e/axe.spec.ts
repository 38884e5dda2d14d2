// axe-core finds nothing on any screen, by day and at dusk.
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { newGame, play, quiet } from './player'

const lesson = new URL('../src/learn/lesson.jsonl', import.meta.url).pathname

/** By day every rule; at dusk what depends on colours. Drawings that are hidden from readers anyway are left out: they are most
 * of the elements. */
async function clean(page: Page, where: string, theme: 'light' | 'dark') {
  const axe = new AxeBuilder({ page }).exclude('svg[aria-hidden=true]')
  const { violations } = await (theme === 'dark' ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 4).map(node => node.target.join(' ')).join(' | ')}`)
  expect(found).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('pages', async ({ page }) => {
      await quiet(page)
      for (const address of ['/', '/new', '/friends', '/learn', '/rules', '/rules#cards', '/settings', '/puzzles', '/puzzles/1', '/lost/x', '/review/none']) {
        await page.goto(address)
        await expect(page.locator('h1').first()).toBeAttached() // until then it is being loaded
        await clean(page, address, colorScheme)
      }
    })

    test('the table in each phase, with the sheets that lie over it', async ({ page }) => {
      await newGame(page, { players: 3, seed: '5', settings: { tips: true } })
      const seen = new Set<string>()
      await play(page, async what => {
        if (['sell', 'build', 'bury', 'main'].includes(what) && !seen.has(what)) await clean(page, `table, ${what}`, colorScheme)
        seen.add(what)
        return (await page.locator('.head .round').innerText()) === 'Round 2'
      })
      for (const [key, name] of [['?', 'keys'], ['c', 'cards']] as const) {
        await page.keyboard.press(key)
        await expect(page.getByRole('dialog')).toBeVisible()
        await clean(page, name, colorScheme)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })

    test('the table on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await newGame(page, { players: 2, seed: '5' })
      await play(page, async () => (await page.locator('button.sell').count()) > 0)
      await clean(page, 'phone', colorScheme)
    })

    test('the lesson and the look back', async ({ page }) => {
      await quiet(page)
      await page.goto('/learn')
      await page.getByRole('button', { name: /^Start.*Prices and order/ }).click()
      await expect(page.locator('.beside')).toBeVisible()
      await clean(page, 'lesson', colorScheme)
      await page.goto('/review/none')
      await page.getByLabel('Open a record').setInputFiles(lesson)
      await expect(page.locator('figure svg')).toHaveCount(5, { timeout: 180_000 }) // the chances come last
      await clean(page, 'summary', colorScheme)
      await page.getByRole('button', { name: /^As a table.*Coins/ }).click()
      await expect(page.getByRole('table', { name: 'Coins' })).toBeVisible()
      await page.getByRole('button', { name: 'Step through' }).scrollIntoViewIfNeeded()
      await clean(page, 'summary with a table', colorScheme)
      await page.getByRole('button', { name: 'Step through' }).click()
      await expect(page.getByRole('slider', { name: 'Moment' })).toBeVisible()
      await clean(page, 'stepping', colorScheme)
      await page.getByRole('button', { name: 'Play on from here' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await clean(page, 'playing on', colorScheme)
    })
  })
}
