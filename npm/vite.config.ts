// How the package is built: one file of JavaScript, and beside it the module and the network, which it loads by its own address.
import { copyFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const out = resolve(root, 'build/npm')

export default {
  root,
  logLevel: 'warn',
  plugins: [
    {
      name: 'files-beside',
      enforce: 'pre',
      resolveId: (id: string, importer?: string) => (id.endsWith('?url') && importer ? { id: '\0' + resolve(importer, '..', id) } : null),
      load(this: { addWatchFile(file: string): void }, id: string) {
        if (!id.startsWith('\0') || !id.endsWith('?url')) return null
        const file = id.slice(1, -'?url'.length)
        this.addWatchFile(file)
        const name = basename(file).replace('-start.wasm', '.wasm') // the package has all bots in one module
        return `export default new URL(${JSON.stringify('./' + name)}, import.meta.url).href`
      },
      renderChunk: (code: string) => code.replaceAll('"" + import.meta.url', 'import.meta.url'), // the form that bundlers know
      writeBundle() {
        for (const file of ['build/wasm/fuerstenfeld.wasm', 'weights/default.net', 'npm/package.json', 'npm/README.md', 'npm/example.mjs'])
          copyFileSync(resolve(root, file), resolve(out, basename(file)))
      },
    },
  ],
  build: {
    lib: { entry: resolve(root, 'npm/index.ts'), formats: ['es'], fileName: () => 'index.js' },
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    rolldownOptions: { external: ['node:fs/promises'] },
  },
}
