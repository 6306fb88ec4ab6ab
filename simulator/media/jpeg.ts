/**
 * A baseline JPEG encoder for mosaics: each 8 × 8 block has one colour, so that neither cosines nor AC codes are
 * needed.
 */
import { type Picture, toYcbcr } from './picture.ts'

const BLOCK = 8
const COMPONENTS = [1, 2, 3]
/** The quantiser with which the DC coefficient of a block is its level minus 128. */
const QUANTISER = 8

/** Codes of the difference categories 0…8, as [bits, length]: the standard table for luminance. */
const CATEGORY_LENGTHS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
const CATEGORY_CODES = [
  [0b00, 2],
  [0b010, 3],
  [0b011, 3],
  [0b100, 3],
  [0b101, 3],
  [0b110, 3],
  [0b1110, 4],
  [0b11110, 5],
  [0b111110, 6],
  [0b1111110, 7],
  [0b11111110, 8],
  [0b111111110, 9],
] as const
const END_OF_BLOCK_LENGTHS = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

/** Stores `comment` in the file, from which the stand-in for `sips` reads which picture it is. */
export function encodeJpeg(picture: Picture, comment = ''): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(comment === '' ? [] : [segment(0xfe, Buffer.from(comment))]),
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(QUANTISER)])),
    segment(0xc0, frameHeader(picture)),
    segment(0xc4, Buffer.from([0x00, ...CATEGORY_LENGTHS, ...CATEGORY_CODES.keys()])),
    segment(0xc4, Buffer.from([0x10, ...END_OF_BLOCK_LENGTHS, 0x00])),
    segment(0xda, Buffer.from([3, ...COMPONENTS.flatMap((id) => [id, 0x00]), 0, 63, 0])),
    scan(picture),
    Buffer.from([0xff, 0xd9]),
  ])
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function frameHeader({ width, height }: Picture): Buffer {
  const head = Buffer.from([8, 0, 0, 0, 0, COMPONENTS.length])
  head.writeUInt16BE(height, 1)
  head.writeUInt16BE(width, 3)
  return Buffer.concat([head, ...COMPONENTS.map((id) => Buffer.from([id, 0x11, 0]))])
}

function scan(picture: Picture): Buffer {
  const bits = bitWriter()
  const previous = [0, 0, 0]
  for (let y = 0; y < picture.height; y += BLOCK) {
    for (let x = 0; x < picture.width; x += BLOCK) {
      toYcbcr(picture.colourAt(x + BLOCK / 2, y + BLOCK / 2)).forEach((level, component) => {
        const dc = level - 128
        putDifference(bits, dc - (previous[component] ?? 0))
        previous[component] = dc
        bits.put(0, 1)
      })
    }
  }
  return stuffed(bits.bytes())
}

function putDifference(bits: ReturnType<typeof bitWriter>, difference: number): void {
  const category = 32 - Math.clz32(Math.abs(difference))
  const [code, length] = CATEGORY_CODES[category] ?? [0, 0]
  bits.put(code, length)
  bits.put(difference < 0 ? difference + 2 ** category - 1 : difference, category)
}

/** Follows each byte FF in a scan with 00, so that it does not look like a marker. */
function stuffed(bytes: Uint8Array): Buffer {
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))
}

/** Collects bits into bytes, highest bit first. The last byte is filled with ones. */
function bitWriter() {
  const bytes: number[] = []
  let pending = 0
  let free = 8
  const putBit = (bit: number) => {
    free -= 1
    pending |= bit << free
    if (free > 0) return
    bytes.push(pending)
    pending = 0
    free = 8
  }
  return {
    put(value: number, width: number) {
      for (let at = width - 1; at >= 0; at -= 1) putBit((value >> at) & 1)
    },
    bytes() {
      while (free < 8) putBit(1)
      return Uint8Array.from(bytes)
    },
  }
}
