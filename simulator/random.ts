// A small generator of repeatable random numbers (sfc32), and functions that draw from it.

import { createHash } from 'node:crypto'

/** Returns the next number, at least 0 and below 1. */
export type Random = () => number

export function seededRandom(seed: number | string): Random {
  const state = new Uint32Array(createHash('sha256').update(String(seed)).digest().buffer.slice(0, 16))
  let [a = 0, b = 0, c = 0, counter = 0] = state
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
}

export const chance = (random: Random, probability: number): boolean => random() < probability

export const wholeNumber = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** Picks one of the weighted choices, `[['often', 9], ['seldom', 1]]`. */
export function pickWeighted<T>(random: Random, choices: ReadonlyArray<readonly [T, number]>): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random() * total
  for (const [item, weight] of choices) {
    left -= weight
    if (left < 0) return item
  }
  throw new RangeError('nothing to pick from')
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

const hexByte = (word: number, shift: number): string => hexOfByte[(word >>> shift) & 0xff] ?? '00'

function hexWord(random: Random): string {
  const word = Math.floor(random() * 0x1_0000_0000)
  return hexByte(word, 24) + hexByte(word, 16) + hexByte(word, 8) + hexByte(word, 0)
}

/** Returns an upper-case UUID of version 4, as Messages writes them. */
export function uuid(random: Random): string {
  const hex = hexWord(random) + hexWord(random) + hexWord(random) + hexWord(random)
  const variant = '89AB'[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
