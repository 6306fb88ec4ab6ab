/** Makes the blurhash of a picture: a few letters of which clients draw a blurred preview. */
import { encode } from 'blurhash'
import { decode } from 'fast-png'
import { ServiceError } from '../../domain/service-error.ts'

/** Parts in each direction; the longer side of most pictures is the horizontal one. */
const [horizontal, vertical] = [4, 3] as const
const [grey, opaque, opaque16] = [2, 255, 65_535]

/** Takes a PNG. Throws `unsupported` where it is none. */
export function blurhashOf(png: Uint8Array): string {
  try {
    const { width, height, channels, data, palette, depth } = decode(png)
    const full = depth === 16 ? opaque16 : opaque
    const pixels = new Uint8ClampedArray(width * height * 4)
    for (let at = 0; at < width * height; at++) {
      const start = at * channels
      const one = palette ? (palette[data[start] ?? 0] ?? []) : Array.from(data.subarray(start, start + channels))
      const [red = 0, green = red, blue = red] = one.length <= grey ? [one[0]] : one
      pixels.set(
        [red, green, blue, full].map((value) => (value / full) * opaque),
        at * 4,
      )
    }
    return encode(pixels, width, height, horizontal, vertical)
  } catch (error) {
    throw new ServiceError(
      'unsupported',
      'This is no picture.',
      { reason: 'it cannot be read as PNG' },
      { cause: error },
    )
  }
}
