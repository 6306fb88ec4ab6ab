/** Makes a picture of a page a third as large: with 256 colours at most, which is what a page has, and a palette. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signatureBytes = 8
const mostColours = 256
/** The number of colours that are chosen for being frequent. */
const mostFrequent = 128

interface Pixels {
  width: number
  height: number
  /** Three bytes each. */
  rgb: Buffer
}

/** Takes a PNG of 8 bits with or without alpha, not interlaced, as browsers make them. */
export function small(png: Buffer): Buffer {
  const { width, height, rgb } = decoded(png)
  const { palette, indexes } = reduced(rgb)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) indexes.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  const header = Buffer.from(png.subarray(signatureBytes + 8, signatureBytes + 8 + 13))
  // 8 bits, a palette, nothing interlaced.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    png.subarray(0, signatureBytes),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function decoded(png: Buffer): Pixels {
  const parts: Buffer[] = []
  for (let at = signatureBytes; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const each = png[25] === 6 ? 4 : 3
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * each
  const rgb = Buffer.alloc(width * height * 3)
  let above: Buffer = Buffer.alloc(stride)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const line = raw.subarray(start + 1, start + 1 + stride)
    unfilter(line, above, { filter: raw[start] ?? 0, each })
    for (let x = 0; x < width; x++) line.copy(rgb, (y * width + x) * 3, x * each, x * each + 3)
    above = line
  }
  return { width, height, rgb }
}

/** Undoes in place what PNG does to a line before it is packed. */
function unfilter(line: Buffer, above: Buffer, { filter, each }: { filter: number; each: number }): void {
  for (let at = 0; at < line.length; at++) {
    const left = at < each ? 0 : (line[at - each] ?? 0)
    const up = above[at] ?? 0
    const corner = at < each ? 0 : (above[at - each] ?? 0)
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    line[at] = ((line[at] ?? 0) + guess) & 255
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/**
 * The colours that are there most often, and then each time the one that is farthest from all that were chosen: the orange
 * of one small warning is rare beside the greys at the edges of letters, and must not become the nearest red.
 */
function chosenColours(counts: ReadonlyMap<number, number>): number[] {
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour)
  const kept = byCount.slice(0, mostFrequent)
  const others = byCount.slice(mostFrequent)
  const gaps = others.map((colour) => Math.min(...kept.map((one) => distance(one, colour))))
  while (kept.length < mostColours && others.length > 0) {
    const gap = gaps.reduce((most, each) => Math.max(most, each), 0)
    const chosen = others[gaps.indexOf(gap)]
    if (gap === 0 || chosen === undefined) break
    kept.push(chosen)
    for (const [place, colour] of others.entries()) gaps[place] = Math.min(gaps[place] ?? 0, distance(chosen, colour))
  }
  return kept
}

/** A colour that the palette lacks becomes the nearest that it has. */
function reduced(rgb: Buffer): { palette: Buffer; indexes: Buffer } {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = rgb.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const kept = chosenColours(counts)
  const places = new Map(kept.map((colour, place) => [colour, place]))
  const placeOf = (colour: number): number => {
    const known = places.get(colour)
    if (known !== undefined) return known
    const distances = kept.map((one) => distance(one, colour))
    const place = distances.indexOf(Math.min(...distances))
    places.set(colour, place)
    return place
  }
  const indexes = Buffer.alloc(rgb.length / 3)
  for (let at = 0; at < rgb.length; at += 3) indexes[at / 3] = placeOf(rgb.readUIntBE(at, 3))
  const palette = Buffer.alloc(kept.length * 3)
  for (const [place, colour] of kept.entries()) palette.writeUIntBE(colour, place * 3, 3)
  return { palette, indexes }
}

const distance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0)
