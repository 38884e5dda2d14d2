// net.plugin.ts - packs the bots' network so that it compresses well: 112 kB become 84. Weights are small numbers of 16 bits, so
// their signs go to the lowest bit, and low and high bytes are kept apart: the high ones are nearly all 0.
// src/engine/mind.ts unpacks it. `gzip -9c weights/default.net | wc -c` and the same of build/wasm/default.packed tell the sizes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

export function packNet(): void {
  const folder = new URL('../build/wasm/', import.meta.url)
  const bytes = readFileSync(new URL('../weights/default.net', import.meta.url))
  const n = bytes.length >> 1
  const packed = Buffer.alloc(bytes.length)
  for (let i = 0; i < n; i++) {
    const weight = bytes.readInt16LE(2 * i)
    const folded = ((weight << 1) ^ (weight >> 15)) & 0xffff
    packed[i] = folded & 0xff
    packed[n + i] = folded >> 8
  }
  bytes.copy(packed, 2 * n, 2 * n)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('default.packed', folder), packed)
}
