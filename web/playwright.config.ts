// The page in a real browser: whole games by clicking and by keys, at every size. It runs the built page (tools/page.sh) with
// Debian's Chromium. Bots play at level 1 and nothing moves, so that it is quick; what moves is tested where it matters.
import { defineConfig } from '@playwright/test'
import type { EngineName } from './e2e/engines/drivers'

const engines = ['firefox', 'webkit', 'chromium'] as const
const onlyThere = /nothing lies over|left while|screens look/ // what no other test asks Chromium
// `./check --all` asks for a sample (PAGE_SAMPLE=1): without what is marked @long, since a shorter test does nearly the same, and of the tests
// for every engine each in one or two of them. `./soak browsers` does everything.
const sample = !!process.env.PAGE_SAMPLE
const asked = sample
  ? { firefox: /phone|bold|whole game|at a table/, webkit: /laptop|bold|left while|offline/, chromium: /phone/ }
  : { firefox: /./, webkit: /./, chromium: onlyThere }
// The whole browser, and the same one without its own windows, which takes half as much time: for the sample, but not where browsers
// are compared.
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
const shell = sample ? (process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell') : chromium
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const port = Number(process.env.PAGE_PORT ?? 4873)

export default defineConfig<object, { engine: EngineName }>({
  testDir: './e2e',
  outputDir: '../build/e2e',
  reporter: [['list']],
  fullyParallel: true,
  ...(sample && { grepInvert: /@long/ }),
  // The longest test begins first, so that it does not end alone.
  projects: [
    { name: 'tables', testMatch: 'online.spec.ts' },
    ...engines.map(engine => ({ name: engine, testMatch: 'engines/*.spec.ts', use: { engine, launchOptions: { executablePath: chromium, args } }, grep: asked[engine] })),
    { name: 'page', testIgnore: ['online.spec.ts', 'engines/*'] },
  ],
  workers: 2,
  // A busy machine is slow, not wrong: what is waited for comes, and only what never does costs the whole time.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries: process.env.TRIES === '2' ? 1 : 0, // tools/browser.sh names what passes only the second time
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1366, height: 768 },
    locale: 'en-GB',
    serviceWorkers: 'block',
    launchOptions: { executablePath: shell, args },
  },
  webServer: {
    // tools/browser.sh names the real server; without it, Vite shows the page alone, for a quick look.
    command: process.env.PAGE_COMMAND ?? `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    timeout: 180_000,
  },
})
