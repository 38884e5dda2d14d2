// test.ts - the `test` of every file in this folder: one browser of the project's engine, and a visitor in it.
import { expect, test as base } from '@playwright/test'
import { start, type EngineName } from './drivers'
import { Visitor } from './visitor'

export const port = Number(process.env.PAGE_PORT ?? 4873)
export const laptop = [1366, 768] as const
export const phone = [450, 844] as const // no window of WebKit's is narrower

export const test = base.extend<{ visitor: Visitor }, { engine: EngineName; driver: Awaited<ReturnType<typeof start>> }>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine, browser }, use) => {
      const driver = await start(engine, browser)
      await use(driver)
      await driver.close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ driver }, use) => {
    const visitor = new Visitor(driver, `http://127.0.0.1:${port}`)
    await driver.resize(...laptop)
    await visitor.comesAnew()
    driver.complaints.length = 0
    await use(visitor)
    // The page names its icon; only the page that a visitor of these tests begins with does not.
    if (!visitor.mayComplain) expect(driver.complaints.filter(text => !text.includes('/favicon.ico'))).toEqual([])
  },
})
