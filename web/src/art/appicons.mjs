// appicons.mjs - makes the PNG icons of the installed app from public/icon.svg; run it again when that changes.
//   node src/art/appicons.mjs      in web/, with Debian's chromium, pngquant and optipng
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const folder = new URL('../../public/', import.meta.url)
const round = readFileSync(new URL('icon.svg', folder), 'utf8')
const square = round.replace('rx="14"', 'rx="0"')
// A maskable icon may be cut to a circle: everything that matters moves into the inner four fifths, sky and grass go on outside.
const masked = square
  .replace('viewBox="0 0 64 64"', 'viewBox="-7 -7 78 78"')
  .replace('<rect width="64" height="64" rx="0"/>', '<rect x="-7" y="-7" width="78" height="78"/>')
  .replace('M0 0h64v64H0z', 'M-8-8h80v80H-8z')
  .replace('M0 49q32-8 64 0v15H0z', 'M-8 50q40-9 80 0v24H-8z')

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
for (const [name, side, svg] of [['icon-192', 192, round], ['icon-512', 512, round], ['icon-maskable', 512, masked], ['apple-touch-icon', 180, square]]) {
  const page = await browser.newPage({ viewport: { width: side, height: side } })
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${side}px; height: ${side}px }</style>${svg}`)
  const file = new URL(`${name}.png`, folder).pathname
  await page.screenshot({ path: file, omitBackground: true })
  await page.close()
  execFileSync('pngquant', ['--force', '--speed', '1', '--nofs', '48', '--output', file, file]) // flat colours need few
  execFileSync('optipng', ['-quiet', '-o5', file])
}
await browser.close()
