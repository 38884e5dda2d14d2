// packed.ts - the file of the bots' network (bots/ai/net.h), rearranged so that it compresses well, and back. Any other file comes
// back unchanged too, only no smaller.
//
// The file is numbers of 16 bits, nearly all small; after the header come the first layer's, feature by feature. Packed:
//
//   1 byte    by what all numbers of the first layer were divided
//   n bytes   the low bytes, with the first layer turned: all features of one unit together, which are more alike
//   n bytes   the high bytes, nearly all 0: low bytes count as signed, so that a small negative number has no bits here
//   0, 1      the last byte of a file of odd length
//
// Compressed with brotli the packed file is a sixth smaller than the file as it is (packed.test.ts measures it).

/** The header's numbers: six, and how many features and units the first layer has. */
const HEAD = 8

interface Layer {
  features: number
  units: number
}

function layerOf(file: DataView, n: number): Layer {
  if (n < HEAD) return { features: 0, units: 0 }
  const features = file.getUint16(10, true)
  const units = file.getUint16(12, true)
  return HEAD + features * units <= n ? { features, units } : { features: 0, units: 0 }
}

/** Returns the index in the file of the number that is packed as the i-th; null if it is not in the first layer and so not moved.
 * */
function placeOf(i: number, { features, units }: Layer): number | null {
  const j = i - HEAD
  return j >= 0 && j < features * units ? HEAD + (j % features) * units + Math.floor(j / features) : null
}

/** Returns the common divisor of all numbers of the first layer, if it fits a byte. */
function divisorOf(file: DataView, { features, units }: Layer): number {
  let divisor = 0
  for (let i = HEAD; i < HEAD + features * units; i++)
    for (let rest = Math.abs(file.getInt16(2 * i, true)); rest; ) [divisor, rest] = [rest, divisor % rest]
  return divisor >= 1 && divisor <= 255 ? divisor : 1
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function packNet(bytes: Uint8Array): Uint8Array {
  const n = bytes.length >> 1
  const file = view(bytes)
  const layer = layerOf(file, n)
  const divisor = divisorOf(file, layer)
  const packed = new Uint8Array(1 + bytes.length)
  packed[0] = divisor
  for (let i = 0; i < n; i++) {
    const place = placeOf(i, layer)
    const number = place === null ? file.getInt16(2 * i, true) : file.getInt16(2 * place, true) / divisor
    const low = (number << 24) >> 24
    packed[1 + i] = low
    packed[1 + n + i] = (number - low) >> 8
  }
  packed.set(bytes.subarray(2 * n), 1 + 2 * n)
  return packed
}

export function unpackNet(packed: Uint8Array): Uint8Array {
  const n = (packed.length - 1) >> 1
  const bytes = packed.slice(1)
  const file = view(bytes)
  const low = new Int8Array(packed.buffer, packed.byteOffset + 1, n)
  let layer: Layer = { features: 0, units: 0 }
  for (let i = 0; i < n; i++) {
    if (i === HEAD) layer = layerOf(file, n)
    const place = placeOf(i, layer)
    const number = (packed[1 + n + i]! << 8) + low[i]!
    file.setInt16(2 * (place ?? i), place === null ? number : number * packed[0]!, true)
  }
  return bytes
}
