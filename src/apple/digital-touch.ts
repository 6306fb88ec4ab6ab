/** Names what a Digital Touch message shows, from the outer message of its protocol buffer. */
import { type Decoded, damage, decoding } from './decoded.ts'

const kinds = new Map([
  [1, 'Tap'],
  [3, 'Heartbeat'],
  [4, 'Sketch'],
  [6, 'Media'],
  [7, 'Kiss'],
  [8, 'Fireball'],
])

const kindField = 1
const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

/** Returns the kind in a word or two; an unknown kind of a later macOS is named Digital Touch. */
export function decodeDigitalTouch(bytes: Uint8Array): Decoded<string> {
  return decoding(() => kinds.get(readField(bytes, kindField)) ?? 'Digital Touch')
}

/** Returns the number in a field of a protocol buffer. */
function readField(bytes: Uint8Array, wanted: number): number {
  const reading = { bytes, at: 0 }
  while (reading.at < bytes.length) {
    const tag = readVarint(reading)
    const [field, wireType] = [Math.floor(tag / 8), tag % 8]
    if (field === wanted && wireType === wire.varint) return readVarint(reading)
    skipField(reading, wireType)
  }
  return damage('without a kind')
}

interface Reading {
  readonly bytes: Uint8Array
  at: number
}

/** Reads seven bits from each byte, lowest first; the top bit means that more bytes follow. */
function readVarint(reading: Reading): number {
  let value = 0
  for (let scale = 1; scale < 2 ** 53; scale *= 0x80) {
    const byte = reading.bytes[reading.at++] ?? damage('ends too early')
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return value
  }
  return damage('a number without end')
}

function skipField(reading: Reading, wireType: number): void {
  if (wireType === wire.varint) readVarint(reading)
  else if (wireType === wire.fixed64) reading.at += 8
  else if (wireType === wire.fixed32) reading.at += 4
  else if (wireType === wire.bytes) reading.at += readVarint(reading)
  else damage('a field of no known kind')
}
