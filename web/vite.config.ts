// How the page is built: into build/page of the project (tools/page.sh), every file under a name with its hash, nothing
// inlined, because the Content-Security-Policy allows no data: addresses for scripts and modules.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { defineConfig } from 'vitest/config'

// The bots' network travels compressed, whatever the server does (src/engine/mind.ts).
const built = new URL('../build/wasm/', import.meta.url)
mkdirSync(built, { recursive: true })
writeFileSync(
  new URL('default.net.gz', built),
  gzipSync(readFileSync(new URL('../weights/default.net', import.meta.url)), { level: 9 }),
)

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../build/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
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
    testTimeout: 60000,
  },
})
