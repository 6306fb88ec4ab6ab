/**
 * Encodes H.264 with raw macroblocks: pictures as a video stream that every player decodes, without a single transform.
 */
import { type BitWriter, bitWriter } from './bit-writer.ts'
import { type Picture, toYcbcr } from './picture.ts'

const MACROBLOCK = 16
const RAW_MACROBLOCK_IN_I_SLICE = 25
const PROFILE_BASELINE = 66
const LEVEL_3 = 30

export interface H264 {
  readonly sequence: Buffer
  readonly parameters: Buffer
  readonly frames: readonly Buffer[]
}

/** Width and height must be multiples of 16. */
export function encodeH264(pictures: readonly Picture[]): H264 {
  const { width, height } = pictures[0] ?? { width: MACROBLOCK, height: MACROBLOCK }
  return {
    sequence: unit(0x67, sequenceParameters(width / MACROBLOCK, height / MACROBLOCK)),
    parameters: unit(0x68, pictureParameters()),
    frames: pictures.map((picture, index) => unit(0x65, keyFrame(picture, index % 2))),
  }
}

function sequenceParameters(columns: number, rows: number): BitWriter {
  const bits = bitWriter()
  for (const byte of [PROFILE_BASELINE, 0xc0, LEVEL_3]) bits.put(byte, 8)
  putUnsigned(bits, 0) // The id of the parameter set.
  putUnsigned(bits, 0) // The frame number has four bits.
  putUnsigned(bits, 2) // The output order is the decoding order.
  putUnsigned(bits, 0) // There are no reference frames.
  bits.put(0, 1)
  putUnsigned(bits, columns - 1)
  putUnsigned(bits, rows - 1)
  bits.put(0b1100, 4) // Frames only, direct inference, no cropping, no VUI.
  return bits
}

function pictureParameters(): BitWriter {
  const bits = bitWriter()
  putUnsigned(bits, 0)
  putUnsigned(bits, 0)
  bits.put(0b00, 2)
  for (let field = 0; field < 3; field += 1) putUnsigned(bits, 0)
  bits.put(0b000, 3)
  for (let field = 0; field < 3; field += 1) putUnsigned(bits, 0)
  bits.put(0b100, 3) // The slice controls deblocking.
  return bits
}

/** Two consecutive key frames must differ in `idrId`. */
function keyFrame(picture: Picture, idrId: number): BitWriter {
  const bits = bitWriter()
  putUnsigned(bits, 0)
  putUnsigned(bits, 7) // A slice of I macroblocks.
  putUnsigned(bits, 0)
  bits.put(0, 4)
  putUnsigned(bits, idrId)
  bits.put(0b00, 2)
  putUnsigned(bits, 0)
  putUnsigned(bits, 1) // Deblocking is off.
  for (let y = 0; y < picture.height; y += MACROBLOCK) {
    for (let x = 0; x < picture.width; x += MACROBLOCK) putMacroblock(bits, picture, x, y)
  }
  return bits
}

function putMacroblock(bits: BitWriter, picture: Picture, left: number, top: number): void {
  putUnsigned(bits, RAW_MACROBLOCK_IN_I_SLICE)
  bits.align(0)
  const putPlane = (component: 0 | 1 | 2, step: number) => {
    for (let y = 0; y < MACROBLOCK; y += step) {
      for (let x = 0; x < MACROBLOCK; x += step) {
        bits.put(videoRange(toYcbcr(picture.colourAt(left + x, top + y))[component]), 8)
      }
    }
  }
  putPlane(0, 1)
  putPlane(1, 2)
  putPlane(2, 2)
}

const videoRange = (level: number) => 16 + Math.round((level * 219) / 255)

/** Writes an exponential Golomb code. */
function putUnsigned(bits: BitWriter, value: number): void {
  const length = 31 - Math.clz32(value + 1)
  bits.put(0, length)
  bits.put(value + 1, length + 1)
}

function unit(header: number, bits: BitWriter): Buffer {
  bits.put(1, 1)
  bits.align(0)
  return Buffer.from([header, ...escaped(bits.bytes())])
}

/** Inserts a byte so that two zero bytes are never followed by 0…3, which would look like a start code. */
function escaped(bytes: Uint8Array): number[] {
  const out: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3)
      zeros = 0
    }
    out.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return out
}
