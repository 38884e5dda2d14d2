// pixels.ts - reads and writes the PNG files that browsers make of their windows, and compares pictures cell by cell.
//
// A reference is not the picture itself but the mean colour of each cell of 12 x 12 pixels, in steps of 8. So one small file serves
// three engines and any version of them: letters may be smoothed differently and lines may lie a pixel apart, but what is missing,
// has moved or has another colour changes whole cells.
import { deflateSync, inflateSync } from 'node:zlib'

export interface Picture {
  width: number
  height: number
  /** Red, green, blue of each pixel. */
  rgb: Uint8Array
}

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

/** Reads a PNG of 8 bits a channel, in colour, not interlaced: what browsers write. Transparency is ignored. */
export function readPng(file: Buffer): Picture {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('not a PNG file')
  const data: Buffer[] = []
  let [width, height, channels] = [0, 0, 0]
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const body = file.subarray(at + 8, at + 8 + file.readUInt32BE(at))
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') data.push(body)
    if (type !== 'IHDR') continue
    ;[width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3]
    if (body[8] !== 8 || (body[9] !== 2 && body[9] !== 6) || body[12] !== 0) throw new Error('a PNG of another kind than browsers write')
  }
  const lines = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels)
  const rgb = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) for (let c = 0; c < 3; c++) rgb[i * 3 + c] = lines[i * channels + c]!
  return { width, height, rgb }
}

/** Undoes the five filters of PNG: a byte is stored as its difference from its neighbours'. */
function unfilter(stored: Buffer, stride: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = stored[y * (stride + 1)]!
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x >= channels ? out[at - channels]! : 0
      const above = y ? out[at - stride]! : 0
      const corner = y && x >= channels ? out[at - stride - channels]! : 0
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!
      out[at] = stored[y * (stride + 1) + 1 + x]! + guess
    }
  }
  return out
}

function paeth(left: number, above: number, corner: number): number {
  const [a, b, c] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs) as [number, number, number]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

export function writePng({ width, height, rgb }: Picture): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const lines = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) lines.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1)
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))])
}

/** Node.js has it from version 20.15 on, and Debian 12 an older one. */
function crc32(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

/** A part of an X server's screen as Xvfb keeps it: a head of 25 numbers of 32 bits, colours of 12 bytes each, then blue, green, red and a
 * spare byte for each pixel. */
export function readXwd(file: Buffer, left: number, top: number, width: number, height: number): Picture {
  const [head, perLine, colours] = [file.readUInt32BE(0), file.readUInt32BE(48), file.readUInt32BE(76)]
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = head + colours * 12 + (top + y) * perLine + (left + x) * 4
      rgb.set([file[from + 2]!, file[from + 1]!, file[from]!], (y * width + x) * 3)
    }
  return { width, height, rgb }
}

export const CELL = 12

/** The mean colour of each cell, one pixel a cell. */
export function cellsOf({ width, height, rgb }: Picture): Picture {
  const [across, down] = [Math.ceil(width / CELL), Math.ceil(height / CELL)]
  const cells = new Uint8Array(across * down * 3)
  for (let cy = 0; cy < down; cy++)
    for (let cx = 0; cx < across; cx++) {
      const [right, bottom] = [Math.min(width, (cx + 1) * CELL), Math.min(height, (cy + 1) * CELL)]
      const sum = [0, 0, 0]
      for (let y = cy * CELL; y < bottom; y++) for (let x = cx * CELL; x < right; x++) for (let c = 0; c < 3; c++) sum[c]! += rgb[(y * width + x) * 3 + c]!
      const count = (right - cx * CELL) * (bottom - cy * CELL)
      for (let c = 0; c < 3; c++) cells[(cy * across + cx) * 3 + c] = Math.min(255, Math.round(sum[c]! / count / 8) * 8)
    }
  return { width: across, height: down, rgb: cells }
}

/** By how much a channel of a cell may leave the range of the reference's cell and the four around it: things lie a pixel or two apart. */
const TOLERANCE = 32

/** The cells that differ from the reference: [x, y] of each. */
export function differing(cells: Picture, reference: Picture): [number, number][] {
  const found: [number, number][] = []
  const { width, height } = reference
  const like = (x: number, y: number, c: number) => {
    const around = [[x, y], [x, y - 1], [x, y + 1], [x - 1, y], [x + 1, y]].filter(([x, y]) => x! >= 0 && y! >= 0 && x! < width && y! < height)
    const values = around.map(([x, y]) => reference.rgb[(y! * width + x!) * 3 + c]!)
    const value = cells.rgb[(y * cells.width + x) * 3 + c]!
    return value >= Math.min(...values) - TOLERANCE && value <= Math.max(...values) + TOLERANCE
  }
  for (let y = 0; y < cells.height; y++)
    for (let x = 0; x < cells.width; x++) if (![0, 1, 2].every(c => like(x, y, c))) found.push([x, y])
  return found
}

/** The picture with a red frame around each of these cells. */
export function marked(picture: Picture, cells: readonly [number, number][]): Picture {
  const rgb = picture.rgb.slice()
  for (const [cx, cy] of cells)
    for (let y = cy * CELL; y < Math.min(picture.height, (cy + 1) * CELL); y++)
      for (let x = cx * CELL; x < Math.min(picture.width, (cx + 1) * CELL); x++)
        if (y % CELL === 0 || x % CELL === 0 || y % CELL === CELL - 1 || x % CELL === CELL - 1) rgb.set([230, 0, 40], (y * picture.width + x) * 3)
  return { ...picture, rgb }
}

/** The share of the most frequent colour in a part of a picture: 1 if it is blank. */
export function blankness({ width, height, rgb }: Picture, left: number, top: number, w: number, h: number): number {
  const counts = new Map<number, number>()
  let all = 0
  for (let y = Math.max(0, Math.ceil(top)); y < Math.min(height, Math.floor(top + h)); y++)
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(width, Math.floor(left + w)); x++, all++) {
      const at = (y * width + x) * 3
      const colour = ((rgb[at]! >> 3) << 10) | ((rgb[at + 1]! >> 3) << 5) | (rgb[at + 2]! >> 3)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  return all ? Math.max(...counts.values()) / all : 0
}
