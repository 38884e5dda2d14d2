// sw.plugin.ts - writes sw.js beside the page: src/app/sw.js with the list of what was built.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const languages = ['en', 'de', 'it']
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    // Last of all: an entry that only imports another file is taken out before.
    generateBundle: { order: 'post', handler(_options, bundle) {
      const built = Object.keys(bundle).filter(name => name !== 'index.html').sort()
      const ofLanguage = (name: string) => languages.find(language => name.startsWith(`assets/words-${language}-`))
      const own = readdirSync(new URL('public', import.meta.url)).filter(name => /\.(svg|webmanifest)$/.test(name))
      const net = built.find(name => name.endsWith('.packed'))
      if (!net) this.error("the bots' network is not among what was built")
      const isRare = (name: string) => /^assets\/(rare|online|lesson|puzzles|fuerstenfeld-coach|coach\.worker|words-\w\w-(account|learn|online|players|puzzles|review|stats))-/.test(name)
      for (const [name, chunk] of Object.entries(bundle))
        if (chunk.type === 'chunk' && !isRare(name)) for (const other of chunk.imports) if (isRare(other)) this.error(`${name} needs ${other}, which a first visit does not keep`)
      const addresses = (some: string[]) => some.map(name => `./${name}`)
      const page = ['./', ...addresses(built.filter(name => name !== net && !ofLanguage(name) && !isRare(name))), ...addresses(own)]
      const wordsOf = (rare: boolean) =>
        Object.fromEntries(languages.map(language => [language, addresses(built.filter(name => ofLanguage(name) === language && isRare(name) === rare))]))
      const rare = addresses(built.filter(name => isRare(name) && !ofLanguage(name)))
      const files = { page, words: wordsOf(false), rare, rareWords: wordsOf(true), net: `./${net}` }
      const code = read('src/app/sw.js')
      const version = createHash('sha256').update(JSON.stringify(files) + code + read('index.html')).digest('hex').slice(0, 12)
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: `self.FILES = ${JSON.stringify({ version, ...files })}\n${code}`,
      })
    } },
  }
}
