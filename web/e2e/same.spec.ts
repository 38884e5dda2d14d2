// The deal of the day at the real server: played once, ranked for who has played it, and nothing is given away before.
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { complaints, person, play, tell, wider } from './player'

test.skip(!process.env.PAGE_COMMAND, 'needs the server: tools/browser.sh')

const phone = { width: 390, height: 844 }

/** Goes from the landing to the player's table, by keyboard. */
async function begin(page: Page, name: string) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Deal of the day' }).press('Enter')
  await expect(page).toHaveURL(/\/daily$/)
  await expect(page.getByText('You see the results once you have played.')).toBeVisible()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your name').press('Enter')
  await expect(page).toHaveURL(/\/t\/[a-z2-7]{16}$/)
}

test('the deal of the day is played once and ranked', async ({ browser }) => {
  const [dora, emil] = [await person(browser), await person(browser, phone)]
  const said = [complaints(dora), complaints(emil)]
  await begin(dora, 'Dora')
  const address = dora.url()
  await dora.goto('/daily') // without a question: the game waits
  await dora.getByRole('button', { name: 'Play, or look at your game' }).click()
  await expect(dora).toHaveURL(address)
  await begin(emil, 'Emil')
  for (const [page, name] of [[dora, 'Dora'], [emil, 'Emil']] as const) {
    await play(page)
    const end = page.getByRole('dialog')
    const results = end.getByRole('region', { name: 'How everybody did' }).getByRole('listitem')
    await expect(results).toHaveCount(1)
    await expect(results).toContainText(new RegExp(`[12]\\. ${name} (0|50|100) points place \\d, palace`))
    await expect(end.getByRole('button', { name: 'Rematch' })).toHaveCount(0)
    await expect(page.locator('a[href*="/review/"]')).toHaveCount(0)
  }
  const ranking = emil.getByRole('region', { name: 'How everybody did' })
  await expect(ranking.getByRole('radio')).toHaveCount(0)
  await ranking.getByRole('link', { name: 'Deal of the day' }).click()
  await expect(emil).toHaveURL(/\/daily$/)
  await expect(ranking.getByText('2 players have finished it.')).toBeVisible()
  await ranking.getByLabel('the whole week').check({ force: true })
  await expect(ranking.getByRole('listitem')).toContainText(/Emil (0|50|100) points 1 deal/)
  await ranking.getByLabel('the day before').check({ force: true })
  await expect(ranking.getByText(/^.*: Nobody has finished it/)).toBeVisible() // that deal is closed, or will be within two hours
  for (const language of ['de', 'it', 'en']) {
    await tell(emil, { language })
    expect(await wider(emil), `what sticks out sideways, ${language}`).toBe(0)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await emil.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page: emil }).exclude('svg[aria-hidden=true]').analyze()).violations.map(({ id }) => id), colorScheme).toEqual([])
  }
  expect(said).toEqual([[], []])
})
