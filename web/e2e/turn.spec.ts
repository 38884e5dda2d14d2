// One turn: preview, undo and redo, why not, another order of the discard, dragging.
import { expect, test } from '@playwright/test'
import { newGame, play, round, tell } from './player'

test.beforeEach(async ({ page }) => {
  await newGame(page, { players: 3, seed: '5' })
  await page.locator('button.sell').first().waitFor() // the first turn, whoever begins
})

test('selling: amounts change every row at once, and the sale can be taken back', async ({ page }) => {
  const labels = () => page.locator('.breweries button.sell').evaluateAll(all => all.map(b => b.getAttribute('aria-label')))
  const before = await labels()
  await page.getByRole('button', { name: 'one hop fewer' }).click()
  await expect.poll(labels).not.toEqual(before)
  await page.getByRole('button', { name: 'one hop more' }).click()
  await expect.poll(labels).toEqual(before)
  expect(before).toHaveLength(3)
  const purse = page.locator('.purse [data-at^="coins"]').getByRole('img')
  const had = await purse.getAttribute('aria-label')
  await page.getByRole('button', { name: /^Sell at/ }).first().click()
  await expect(purse).not.toHaveAttribute('aria-label', had!)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /^Sell at/ })).toHaveCount(3)
  await expect(purse).toHaveAttribute('aria-label', had!)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(purse).not.toHaveAttribute('aria-label', had!)
})

test('a card that is too dear says why, with the rule (R6.1)', async ({ page }) => {
  await page.getByRole('button', { name: /^Sell at/ }).first().click()
  await page.locator('.hand .card.dear').first().click({ force: true })
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('It costs')
  await sheet.getByRole('link', { name: 'Rule R6.1' }).click()
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
})

test('building by dragging a card onto a space', async ({ page }) => {
  await page.getByRole('button', { name: /^Sell at/ }).first().click()
  const card = page.locator('.hand .card.legal').first()
  const name = (await card.getAttribute('aria-label'))!.split(' for ')[0]!.replace('Build ', '')
  await card.hover()
  await page.mouse.down()
  await page.waitForTimeout(600) // a finger that stays for so long asks about the card; a mouse may think
  const goal = (await page.locator('[data-drop="space:1"]').boundingBox())!
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(page.locator('[data-drop="space:1"] button')).toHaveAttribute('aria-label', `Space 1: ${name}`)
})

test('discarding: the order of the buried cards follows the arrow keys', async ({ page }) => {
  await page.getByRole('button', { name: /^Sell at/ }).first().click()
  await page.getByRole('button', { name: 'Build nothing' }).click()
  await page.locator('.hand .card.legal').first().click()
  await page.locator('.hand .card.legal').first().click()
  const buried = page.locator('[data-deck]')
  await expect(buried).toHaveCount(2)
  const order = () => buried.evaluateAll(all => all.map(b => b.getAttribute('data-deck')))
  const [first, second] = await order()
  await buried.nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(order).toEqual([second, first])
  await buried.first().click()
  await expect(buried).toHaveCount(1)
})

test('R0.5 a track has a space for each space of the edition, one of which is the marker’s; a sale tells where it goes', async ({ page }) => {
  const tracks = await page.locator('.breweries .track').evaluateAll(all =>
    all.map(track => ({ prices: [...track.children].map(space => Number(space.textContent)), on: [...track.children].filter(space => space.matches('.on')).length })),
  )
  expect(tracks).toHaveLength(9)
  for (const { prices, on } of tracks) {
    expect(on).toBe(1)
    expect(prices).toEqual(tracks[0]!.prices)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  }
  expect(new Set(tracks[0]!.prices).size).toBeLessThan(tracks[0]!.prices.length) // two spaces of one price are two
  const cells = page.locator('.breweries [role=cell][title]')
  const titles = await cells.evaluateAll(all => all.map(cell => cell.getAttribute('title')!))
  expect(titles.filter(title => /Prices phase: (\d › \d, (one space|\d spaces) up|stays on \d)/.test(title)).length).toBeGreaterThan(0)
})

test('header, bar, title and the others’ boards agree whose turn it is', async ({ page }) => {
  const seen = new Set<string>()
  await play(page, async what => {
    const now = await page.evaluate(() => ({
      header: document.querySelector('.head .turn')!.textContent!.trim(),
      title: document.title,
      phase: [...document.querySelectorAll('.phases .now')].map(phase => phase.textContent!.trim()).join(),
      bar: document.querySelector('.actions .todo:last-child')!.textContent!,
      others: document.querySelectorAll('.other.turn').length,
      asked: !!document.querySelector('[data-main], button.sell, .card.legal'),
    }))
    if (now.asked) {
      expect(now).toMatchObject({ header: 'Your turn', others: 0 })
      expect(now.title).toBe(`● Your turn · ${now.phase} · Fürstenfeld`)
      expect(now.bar).not.toMatch(/thinking|Waiting/)
      if (/complete/.test(now.bar)) expect(now.phase).toBe('Discard')
    }
    seen.add(what)
    return (await page.locator('.head .round').innerText()) === 'Round 3'
  })
  expect(seen).toContain('sell')
})

test('with large letters in a small window, a sale begins with the breweries in sight, and building with the field', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await tell(page, { textSize: 200 })
  await play(page, async () => (await round(page)) > 1 && (await page.locator('button.sell[aria-disabled=false]').count()) > 0)
  await expect(page.locator('[data-area=breweries] [role=columnheader]').first()).toBeInViewport()
  await page.locator('button.sell[aria-disabled=false]').last().click()
  await expect(page.locator('.mine [data-area=field]')).toBeInViewport({ ratio: 0.9 }) // and building with the own field
})
