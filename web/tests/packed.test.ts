// The bots' network packed and unpacked: every file comes back as it was, and a network gets smaller.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { packNet, unpackNet } from '../src/engine/packed'
import { chance } from './chance'

const net = readFileSync(new URL('../../weights/default.net', import.meta.url))

/** A network's file: the first layer's numbers are what `number` gives, the rest is anything. */
function fileOf(features: number, units: number, rest: number, number: (feature: number, unit: number) => number): Buffer {
  const pick = chance(features + units)
  const file = Buffer.from(Array.from({ length: 16 + 2 * features * units + rest }, () => pick(256)))
  file.set([0x46, 0x46, 0x4e, 0x45, 0x54, 2, 0, 0, 2, 0])
  file.writeUInt16LE(features, 10)
  file.writeUInt16LE(units, 12)
  for (let i = 0; i < features * units; i++) file.writeInt16LE(number(Math.floor(i / units), i % units), 16 + 2 * i)
  return file
}

function comesBack(file: Uint8Array) {
  const packed = packNet(file)
  expect(packed.length).toBe(file.length + 1)
  expect(Buffer.compare(unpackNet(packed), file)).toBe(0)
  return packed
}

describe('the packed network', () => {
  test('the network of the bots comes back, and is what the page loads', () => {
    const packed = comesBack(net)
    expect(Buffer.compare(packed, readFileSync(new URL('../../build/wasm/default.packed', import.meta.url)))).toBe(0)
    const [small, large] = [packed, net].map(bytes => brotliCompressSync(bytes).length) as [number, number]
    console.log(`the network with brotli: ${large} bytes, packed ${small}`)
    expect(small).toBeLessThan(0.9 * large)
  })

  test('a first layer of multiples is divided: it has no high bytes', () => {
    const pick = chance(1)
    const file = fileOf(1748, 128, 3001, () => 4 * (pick(255) - 127))
    const packed = comesBack(file)
    expect(packed[0]).toBe(4)
    const n = file.length >> 1
    expect(packed.subarray(1 + n + 8, 1 + n + 8 + 1748 * 128).some(byte => byte !== 0)).toBe(false)
  })

  test('all features of one unit are together', () => {
    const packed = comesBack(fileOf(20, 3, 0, (feature, unit) => 40 * unit + feature))
    expect([...packed.subarray(9, 9 + 60)]).toEqual(Array.from({ length: 60 }, (_, i) => 40 * Math.floor(i / 20) + (i % 20)))
  })

  test('numbers at their limits come back', () => {
    const pick = chance(2)
    const limits = [-32768, 32767, -32767, -129, -128, -1, 0, 1, 127, 128, 255, 256]
    for (const numbers of [limits, [-32768, 32767], [-32768, 0], [-32768], [0], [510, -255], [771]])
      comesBack(fileOf(30, 4, 7, () => numbers[pick(numbers.length)]!))
  })

  test('any other file comes back, of any length and whatever its header claims', () => {
    const pick = chance(3)
    for (let length = 0; length < 200; length++) comesBack(Buffer.from(Array.from({ length }, () => pick(256))))
    for (const [features, units] of [[0, 0], [0, 9], [9, 0], [1, 1], [65535, 65535], [5, 5]] as const) {
      const file = fileOf(5, 5, 0, () => pick(1000) - 500)
      file.writeUInt16LE(features, 10)
      file.writeUInt16LE(units, 12)
      comesBack(file)
      comesBack(file.subarray(1))
      comesBack(file.subarray(0, -1))
    }
  })
})
