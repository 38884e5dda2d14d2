// net.plugin.ts - packs the bots' network for the page (src/engine/packed.ts).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { packNet } from './src/engine/packed.ts'

export function writePackedNet(): void {
  const folder = new URL('../build/wasm/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('default.packed', folder), packNet(readFileSync(new URL('../weights/default.net', import.meta.url))))
}
