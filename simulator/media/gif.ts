/** Makes animated GIF files whose pixels are written without compression. */
import type { Picture } from './picture.ts'

const COLOURS = 128
const CLEAR = 128
const END = 129
/** A clear code at this interval keeps every code at eight bits, so that codes are bytes. */
const PIXELS_BETWEEN_CLEARS = 120
const FRAME_DELAY_CENTISECONDS = 30

/** All frames must have the size of the first one. */
export function encodeGif(frames: readonly Picture[], comment = ''): Buffer {
  const { width, height } = frames[0] ?? { width: 1, height: 1 }
  const screen = Buffer.from([0, 0, 0, 0, 0xf6, 0, 0])
  screen.writeUInt16LE(width, 0)
  screen.writeUInt16LE(height, 2)
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    palette(),
    Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1'),
    ...(comment === '' ? [] : [Buffer.from([0x21, 0xfe]), subBlocks(Buffer.from(comment))]),
    ...frames.map(frame),
    Buffer.from([0x3b]),
  ])
}

/** Builds a palette of four levels of red, eight of green and four of blue. */
function palette(): Buffer {
  const entry = (index: number) => [(index >> 5) * 85, ((index >> 2) & 7) * 36, (index & 3) * 85]
  return Buffer.from(Array.from({ length: COLOURS }, (_, index) => entry(index)).flat())
}

function frame({ width, height, colourAt }: Picture): Buffer {
  const descriptor = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  descriptor.writeUInt16LE(width, 5)
  descriptor.writeUInt16LE(height, 7)
  const codes: number[] = []
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixel % PIXELS_BETWEEN_CLEARS === 0) codes.push(CLEAR)
    const [red, green, blue] = colourAt(pixel % width, Math.floor(pixel / width))
    codes.push(((red >> 6) << 5) | ((green >> 5) << 2) | (blue >> 6))
  }
  codes.push(END)
  const delay = Buffer.from([0x21, 0xf9, 4, 0, FRAME_DELAY_CENTISECONDS, 0, 0, 0])
  return Buffer.concat([delay, descriptor, Buffer.from([7]), subBlocks(Buffer.from(codes))])
}

function subBlocks(bytes: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    blocks.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat([...blocks, Buffer.from([0])])
}
