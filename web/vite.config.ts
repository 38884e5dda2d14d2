// How the page is built: into build/page of the project (tools/page.sh), every file under a name with its hash, nothing
// inlined, because the Content-Security-Policy allows no data: addresses for scripts and modules.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { writePackedNet } from './net.plugin.ts'
import { serviceWorker } from './sw.plugin.ts'

writePackedNet()

/** For a static host (tools/static.sh): files beside each other under any path, addresses after a # (src/app/route.svelte.ts). */
const isStatic = process.env.FF_STATIC === '1'
const addressesAfterHash: Plugin = {
  name: 'addresses-after-hash',
  enforce: 'pre',
  transform: (code, file) => (isStatic && file.endsWith('.svelte') ? code.replaceAll('href="/', 'href="#/') : undefined),
}

export default defineConfig({
  base: isStatic ? './' : '/',
  plugins: [addressesAfterHash, svelte(), serviceWorker()],
  build: {
    outDir: isStatic ? '../build/static' : '../build/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A few files instead of eighty: each costs its headers, and small ones compress badly.
        codeSplitting: {
          groups: [
            // What the landing needs, and every screen with it. Nothing in here may import from the groups below.
            {
              name: 'start',
              test: /node_modules\/(?!uqr)|vite\/preload|\/src\/(app\/(App|route|offline|update|support)|style|i18n\/[^/]*$|engine\/types|game\/(store|names|bots)|stats\/results|learn\/progress|settings\/(settings|LanguageSwitch|UpdateNotice)|rules\/(Help|help)|screens\/(Landing|setup|begin)|art|main)/,
              priority: 9,
            },
            // Below the others, so that what they share with it is theirs.
            { name: 'rare', test: /\/src\/(coach|daily\/(DailyResult|levels|score)|learn|puzzles|review|stats|app\/rare)/, priority: 4 },
            { name: 'online', test: /node_modules\/uqr|\/src\/(account|app\/online|daily\/(Daily|DailyRanking)\.|net|players\/(?!here|RatingTag)|game\/(online|live|tables)|screens\/(OnlineTable|Lobby|Chat|Deal|Doubts|Friends|Leave|Manners|manners|People|TableList|connection|doubts|link|me\.))/, priority: 4 },
            { name: 'table', test: /\/src\/(engine|game\/(?!online|live|tables)|table\/|players\/(here|RatingTag)|rules|settings|app\/screens|screens\/(Game|Glory|Play|Cover|Over|NewGame|Setup|SoundOffer|Lost|decided|next|note|start))/, priority: 6 },
          ],
        },
        // The service worker tells words by their language.
        chunkFileNames: chunk => {
          const language = /i18n\/locales\/(\w\w)\//.exec(chunk.facadeModuleId ?? '')?.[1]
          return language ? `assets/words-${language}-[name]-[hash].js` : 'assets/[name]-[hash].js'
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    // `npm run dev` beside a running `fuerstenfeld serve`
    proxy: { '/api': 'http://127.0.0.1:8080', '/ws': { target: 'ws://127.0.0.1:8080', ws: true } },
    fs: { allow: ['..'] },
  },
  test: {
    include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 300_000, // only ends what hangs: a busy machine is slow, not wrong
    hookTimeout: 300_000,
    execArgv: ['--experimental-websocket'], // Node.js 20 has it, but not yet by default
  },
})
