// Whole games to the end by clicking, against bots in the page.
import { expect, test } from '@playwright/test'
import { complaints, newGame, play } from './player'

for (const mode of ['base', 'expert'] as const)
  for (const players of [2, 5] as const)
    test(`a whole ${mode} game of ${players} by clicking`, { tag: (mode === 'base') === (players === 2) ? [] : '@long' }, async ({ page }) => {
      const found = complaints(page)
      await newGame(page, { mode, players })
      await play(page)
      const end = page.getByRole('dialog')
      await expect(end.getByRole('heading', { level: 2 })).toHaveText(/won|wins|share|no winner/)
      await expect(end.getByRole('listitem')).toHaveCount(players)
      expect(found).toEqual([])
    })

test('two clicks from the first sight to the first move', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Play/ }).click()
  const sale = page.getByRole('button', { name: /^Sell at .* for/ }).first()
  await sale.click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
})
