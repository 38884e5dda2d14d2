// Beside every NAME.gz of a folder goes NAME.br, with Node's own brotli: node tools/brotli.mjs FOLDER. Of NAME, NAME.gz and
// NAME.br each stays only if it is smaller than the one before, so that the smallest that a browser takes is the best.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const folder = process.argv[2]
for (const zipped of readdirSync(folder, { recursive: true }).filter(name => name.endsWith('.gz'))) {
  const gzip = join(folder, zipped)
  const name = gzip.slice(0, -'.gz'.length)
  const bytes = readFileSync(name)
  let least = bytes.length
  if (statSync(gzip).size < least) least = statSync(gzip).size
  else rmSync(gzip)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const brotli = brotliCompressSync(bytes, { params })
  if (brotli.length < least) writeFileSync(`${name}.br`, brotli)
}
