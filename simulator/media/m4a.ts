/** Makes MPEG-4 files of silence, the format to which voice messages are converted. */
import { box, fullBox, u16, u32 } from './boxes.ts'

/** 1.0, and the matrix that leaves a picture unchanged. */
const ONE = 0x10000
const IDENTITY = u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000)
const SAMPLES_PER_FRAME = 1024
const RATE_HZ = 44_100
/** A frame of silence in AAC-LC, mono. */
const SILENCE = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80])
const VOLUME = 0x0100

/** The output of the simulated `afconvert` has the right duration, but not the sound. */
export function encodeM4a(durationMs: number): Buffer {
  const frames = Math.max(1, Math.ceil(((durationMs / 1000) * RATE_HZ) / SAMPLES_PER_FRAME))
  const fileType = box('ftyp', 'M4A ', u32(0), 'M4A mp42isom')
  const media = box('mdat', ...Array<Buffer>(frames).fill(SILENCE))
  return Buffer.concat([fileType, media, header(frames, fileType.length + 8)])
}

function header(frames: number, firstFrameAt: number): Buffer {
  const ticks = frames * SAMPLES_PER_FRAME
  const dataInThisFile = box('dinf', fullBox('dref', [0, 0], u32(1), fullBox('url ', [0, 1])))
  const mediaHeader = fullBox('smhd', [0, 0], u32(0))
  return box(
    'moov',
    fullBox(
      'mvhd',
      [0, 0],
      u32(0, 0, RATE_HZ, ticks, ONE),
      u16(VOLUME, 0),
      u32(0, 0),
      IDENTITY,
      Buffer.alloc(24),
      u32(2),
    ),
    box(
      'trak',
      fullBox('tkhd', [0, 3], u32(0, 0, 1, 0, ticks, 0, 0), u16(0, 0, VOLUME, 0), IDENTITY, u32(0, 0)),
      box(
        'mdia',
        fullBox('mdhd', [0, 0], u32(0, 0, RATE_HZ, ticks), u16(0x55c4, 0)),
        fullBox('hdlr', [0, 0], u32(0), 'soun', u32(0, 0, 0), '\0'),
        box('minf', mediaHeader, dataInThisFile, frameTable(frames, firstFrameAt)),
      ),
    ),
  )
}

const frameTable = (frames: number, firstFrameAt: number): Buffer =>
  box(
    'stbl',
    fullBox('stsd', [0, 0], u32(1), description()),
    fullBox('stts', [0, 0], u32(1, frames, SAMPLES_PER_FRAME)),
    fullBox('stsc', [0, 0], u32(1, 1, frames, 1)),
    fullBox('stsz', [0, 0], u32(0, frames, ...Array<number>(frames).fill(SILENCE.length))),
    fullBox('stco', [0, 0], u32(1, firstFrameAt)),
  )

function description(): Buffer {
  const lowComplexityMono = descriptor(0x05, [0x12, 0x08])
  const decoder = descriptor(0x04, [0x40, 0x15, 0, 0, 0, ...u32(64_000, 64_000), ...lowComplexityMono])
  const stream = descriptor(0x03, [0, 1, 0, ...decoder, ...descriptor(0x06, [2])])
  const sound = [u32(0), u16(0, 1), u32(0, 0), u16(1, 16, 0, 0), u32(RATE_HZ * ONE)]
  return box('mp4a', ...sound, fullBox('esds', [0, 0], stream))
}

const descriptor = (tag: number, content: number[]): number[] => [tag, content.length, ...content]
