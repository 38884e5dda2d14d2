// The first game explains itself: phases and signs, where they first matter, one at a time, never again once understood.
import { expect, test, type Page } from '@playwright/test'
import { lasting, newGame, play, round, tell } from './player'

const note = (page: Page) => page.locator('.beside')
const now = (page: Page) => page.evaluate(() => document.querySelector('.beside')?.getAttribute('data-step') ?? null)
const signs = (page: Page) =>
  page.evaluate(() => ({
    falls: document.querySelectorAll('.breweries .falls, .breweries em').length,
    later: document.querySelectorAll('.breweries .later, .breweries .then').length,
    flags: document.querySelectorAll('.breweries .flag').length,
    places: [...document.querySelectorAll('.breweries .place')].filter(place => getComputedStyle(place).visibility === 'visible').length,
  }))
const seen = (page: Page) => page.evaluate(() => (JSON.parse(localStorage.getItem('ff.settings')!) as { tipsSeen: string[] }).tipsSeen)

/** The note looks for its place ten times a second; here it has found it. */
const rests = (page: Page) => page.evaluate(async () => {
  const place = () => JSON.stringify([...document.querySelectorAll('.beside, .ring')].map(one => one.getBoundingClientRect()))
  for (let before = ''; before !== place(); await new Promise(done => setTimeout(done, 250))) before = place()
})

async function firstSale(page: Page, seed = '21') {
  await newGame(page, { players: 3, seed, settings: { tips: true } })
  await page.locator('button.sell').first().waitFor()
}

test('the first sale is a simple table with one explanation; each later sale explains one more sign', async ({ page }) => {
  await firstSale(page)
  await expect(note(page)).toHaveAttribute('data-step', 'sell')
  await expect(note(page).getByRole('listitem')).toHaveText(['wanted', 'filled', 'your sale'])
  expect(await signs(page)).toMatchObject({ falls: 0, later: 0, places: 0 })
  await expect(page.locator('.todo:not(.unseen)')).not.toContainText('prices fall') // which are not shown yet
  await note(page).getByRole('button', { name: 'All right' }).click()
  await expect(note(page)).toHaveCount(0)
  const told: [number, string][] = []
  await play(page, async () => {
    const now = await round(page)
    const id = (await page.locator('button.sell').count()) ? await page.evaluate(() => document.querySelector('.beside')?.getAttribute('data-step') ?? null) : null
    if (id && !told.some(([, told]) => told === id)) told.push([now, id])
    return now >= 5
  })
  expect(told[0]).toEqual([2, 'place'])
  expect(new Set(told.map(([round]) => round)).size, JSON.stringify(told)).toBe(told.length)
  await expect.poll(async () => (await page.locator('button.sell').count()) === 0 || (await signs(page)).places > 0).toBe(true)
})

test('what one does while it is explained is understood: never again, also after a reload; the settings bring it back', async ({ page }) => {
  await firstSale(page)
  await expect(note(page)).toHaveAttribute('data-step', 'sell')
  await page.locator('button.sell').first().click()
  await expect(note(page)).toHaveAttribute('data-step', 'build')
  await expect.poll(() => seen(page)).toEqual(['sign.sell'])
  await page.reload()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('button.sell').first().waitFor()
  const told: string[] = []
  await play(page, async () => {
    const id = await now(page)
    if (id && id !== told.at(-1)) told.push(id)
    return (await round(page)) >= 6
  })
  expect(told.length).toBe(new Set(told).size)
  const known = await seen(page)
  expect(known).toEqual(expect.arrayContaining(['sign.place', 'sign.build', 'sign.space', 'sign.keep', 'sign.deck']))
  expect(known.some(id => id === 'sign.later' || id === 'sign.falls')).toBe(true)
  expect(known.length).toBe(new Set(known).size)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Explain everything again' }).click()
  await expect.poll(() => seen(page)).toEqual([])
})

test('once a card is chosen it is not asked to choose one', async ({ page }) => {
  await firstSale(page)
  await page.locator('button.sell').first().click()
  await expect(note(page)).toHaveAttribute('data-step', 'build')
  await page.locator('.hand button.card.legal').first().click()
  await expect(note(page)).toHaveAttribute('data-step', 'space')
  await page.getByRole('button', { name: 'Put it back' }).click()
  await expect(note(page)).toHaveCount(0) // understood
})

test('explanations switched off: everything is shown, nothing explained', async ({ page }) => {
  await firstSale(page)
  await note(page).getByRole('button', { name: 'No more explanations' }).click()
  await expect(note(page)).toHaveCount(0)
  await expect.poll(() => signs(page)).toMatchObject({ places: 3 })
  await expect.poll(async () => (await signs(page)).later).toBeGreaterThan(0)
})

test('an explanation covers neither what it is about nor what one needs, and moves nothing', async ({ page }) => {
  await firstSale(page)
  const wrong: string[] = []
  const places = () => page.evaluate(() => ['breweries', 'tracks', 'field', 'hand', 'deck', 'log'].map(area => JSON.stringify(document.querySelector(`[data-area=${area}]`)!.getBoundingClientRect())).join())
  for (const [step, act] of [['sell', 'button.sell'], ['build', '.hand button.card.legal'], ['space', '.space.legal']] as const) {
    for (const language of ['en', 'de', 'it'])
      for (const [width, height] of [[390, 844], [844, 390], [820, 1180], [1024, 768], [1280, 680], [1366, 768], [1920, 1080]] as const) {
        await page.setViewportSize({ width, height })
        await tell(page, { language })
        await rests(page)
        const at = `${step} ${width}x${height} ${language}`
        wrong.push(...(await lasting(() => page.evaluate(([at, act]) => {
          const box = document.querySelector('.beside')!.getBoundingClientRect()
          const found: string[] = []
          if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) found.push(`${at}: outside the window`)
          const needed = [...document.querySelectorAll(innerWidth < 1024 ? act : `${act}, .hand .card`)].filter(one => {
            const { left, top, width, height } = one.getBoundingClientRect()
            return width > 0 && top + height / 2 < innerHeight && left + width / 2 < innerWidth
          })
          const free = needed.filter(one => {
            const { left, top, width, height } = one.getBoundingClientRect()
            const hit = document.elementFromPoint(left + width / 2, top + height / 2)
            return !hit?.closest('.beside')
          })
          if (free.length < needed.length) found.push(`${at}: ${needed.length - free.length} of ${needed.length} are covered`)
          return found
        }, [at, act] as const))))
      }
    await page.setViewportSize({ width: 1366, height: 768 })
    if (step === 'sell') {
      await tell(page, { tips: false })
      await expect(note(page)).toHaveCount(0)
      const without = await places()
      await tell(page, { tips: true })
      await expect(note(page)).toHaveCount(1)
      await expect.poll(places).toBe(without)
    }
    await page.locator(act).first().click()
    if (step === 'space') break
  }
  expect(wrong).toEqual([])
})

test('no explanation covers a bar, nor what it is about, on the smallest phones and on one on its side', async ({ page }) => {
  await firstSale(page)
  const wrong: string[] = []
  for (const [step, act] of [['sell', 'button.sell'], ['build', '.hand button.card.legal']] as const) {
    await expect(note(page)).toHaveAttribute('data-step', step)
    for (const [width, height] of [[320, 640], [360, 640], [390, 844], [780, 493]] as const) {
      await page.setViewportSize({ width, height })
      await rests(page)
      wrong.push(...(await lasting(() => page.evaluate(at => {
        const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
        const note = boxOf('.beside')
        const covered = ({ left, top, right, bottom }: DOMRect) => Math.max(0, Math.min(right, note.right) - Math.max(left, note.left)) * Math.max(0, Math.min(bottom, note.bottom) - Math.max(top, note.top))
        const ring = boxOf('.ring')
        return [
          ...['header.head', 'footer.actions'].filter(bar => covered(boxOf(bar)) > 0).map(bar => `${at}: ${bar} is covered`),
          ...(covered(ring) > 0.06 * ring.width * ring.height ? [`${at}: ${((covered(ring) / ring.width / ring.height) * 100).toFixed()} % of its subject are covered`] : []),
        ]
      }, `${step} ${width}x${height}`))))
    }
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.locator(act).first().click()
  }
  expect(wrong).toEqual([])
})

test('the ring is around what can be seen of it, in a small window and with large letters too', async ({ page }) => {
  await firstSale(page)
  const wrong: string[] = []
  for (const [step, act] of [['sell', 'button.sell'], ['build', '.hand button.card.legal']] as const) {
    await expect(note(page)).toHaveAttribute('data-step', step)
    for (const [width, height, textSize] of [[320, 640, 100], [390, 844, 150], [844, 390, 100], [1366, 768, 200]] as const) {
      await page.setViewportSize({ width, height })
      await tell(page, { textSize })
      await rests(page)
      const over = () => page.evaluate(() => {
        const ring = document.querySelector('.ring')?.getBoundingClientRect()
        return ring ? ring.bottom - document.querySelector('footer.actions')!.getBoundingClientRect().top : NaN
      })
      wrong.push(...(await lasting(async () => ((await over()) < 8 ? [] : [`${step} ${width}x${height} ${textSize} %: ${await over()}`]))))
    }
    await page.setViewportSize({ width: 1366, height: 768 })
    await tell(page, { textSize: 100 })
    await page.locator(act).first().click()
  }
  expect(wrong).toEqual([])
})
