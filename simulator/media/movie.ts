/** Makes QuickTime and MPEG-4 files with one track, of video or of sound. */
import { box, fullBox, u16, u32 } from './boxes.ts'
import type { H264 } from './h264.ts'

/** 1.0, and the matrix that leaves a picture unchanged. */
const ONE = 0x10000
const IDENTITY = u32(ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000)
const AAC_SAMPLES_PER_FRAME = 1024
const AAC_RATE_HZ = 44_100
/** One frame of silence in AAC-LC, mono. */
const SILENCE = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80])

interface Track {
  /** Ticks per second. */
  readonly timescale: number
  readonly ticksPerSample: number
  readonly samples: readonly Buffer[]
  readonly handler: 'vide' | 'soun'
  readonly mediaHeader: Buffer
  readonly description: Buffer
  readonly width: number
  readonly height: number
}

export interface Video extends H264 {
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
}

export const encodeMov = (video: Video): Buffer => movie(box('ftyp', 'qt  ', u32(0), 'qt  '), videoTrack(video))

export const encodeMp4 = (video: Video): Buffer =>
  movie(box('ftyp', 'isom', u32(512), 'isomiso2avc1mp41'), videoTrack(video))

/**
 * Makes a silent file of this length. The output of the simulated `afconvert` has the right duration, but not the
 * sound.
 */
export function encodeM4a(durationMs: number): Buffer {
  const frames = Math.max(1, Math.ceil(((durationMs / 1000) * AAC_RATE_HZ) / AAC_SAMPLES_PER_FRAME))
  return movie(box('ftyp', 'M4A ', u32(0), 'M4A mp42isom'), {
    timescale: AAC_RATE_HZ,
    ticksPerSample: AAC_SAMPLES_PER_FRAME,
    samples: Array<Buffer>(frames).fill(SILENCE),
    handler: 'soun',
    mediaHeader: fullBox('smhd', [0, 0], u32(0)),
    description: soundDescription(),
    width: 0,
    height: 0,
  })
}

function videoTrack({ width, height, framesPerSecond, ...h264 }: Video): Track {
  return {
    timescale: 600,
    ticksPerSample: 600 / framesPerSecond,
    samples: h264.frames.map((frame) => Buffer.concat([u32(frame.length), frame])),
    handler: 'vide',
    mediaHeader: fullBox('vmhd', [0, 1], u32(0, 0)),
    description: videoDescription(h264, width, height),
    width,
    height,
  }
}

function videoDescription({ sequence, parameters }: H264, width: number, height: number): Buffer {
  const decoder = [Buffer.from([1]), sequence.subarray(1, 4), [0xff, 0xe1], u16(sequence.length), sequence]
  return box(
    'avc1',
    u32(0),
    u16(0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box('avcC', ...decoder, [1], u16(parameters.length), parameters),
  )
}

function soundDescription(): Buffer {
  const lowComplexityMono = descriptor(0x05, [0x12, 0x08])
  const decoder = descriptor(0x04, [0x40, 0x15, 0, 0, 0, ...u32(64_000, 64_000), ...lowComplexityMono])
  const stream = descriptor(0x03, [0, 1, 0, ...decoder, ...descriptor(0x06, [2])])
  return box(
    'mp4a',
    u32(0),
    u16(0, 1),
    u32(0, 0),
    u16(1, 16, 0, 0),
    u32(AAC_RATE_HZ * ONE),
    fullBox('esds', [0, 0], stream),
  )
}

const descriptor = (tag: number, content: number[]): number[] => [tag, content.length, ...content]

function movie(fileType: Buffer, track: Track): Buffer {
  const firstSampleAt = fileType.length + 8
  const media = box('mdat', ...track.samples)
  return Buffer.concat([fileType, media, movieHeader(track, firstSampleAt)])
}

function movieHeader(track: Track, firstSampleAt: number): Buffer {
  const ticks = track.samples.length * track.ticksPerSample
  const { timescale, width, height } = track
  const volume = track.handler === 'soun' ? 0x0100 : 0
  return box(
    'moov',
    fullBox(
      'mvhd',
      [0, 0],
      u32(0, 0, timescale, ticks, ONE),
      u16(0x0100, 0),
      u32(0, 0),
      IDENTITY,
      Buffer.alloc(24),
      u32(2),
    ),
    box(
      'trak',
      fullBox(
        'tkhd',
        [0, 3],
        u32(0, 0, 1, 0, ticks, 0, 0),
        u16(0, 0, volume, 0),
        IDENTITY,
        u32(width * ONE, height * ONE),
      ),
      box(
        'mdia',
        fullBox('mdhd', [0, 0], u32(0, 0, timescale, ticks), u16(0x55c4, 0)),
        fullBox('hdlr', [0, 0], u32(0), track.handler, u32(0, 0, 0), '\0'),
        box('minf', track.mediaHeader, dataInThisFile(), sampleTable(track, firstSampleAt)),
      ),
    ),
  )
}

const dataInThisFile = (): Buffer => box('dinf', fullBox('dref', [0, 0], u32(1), fullBox('url ', [0, 1])))

function sampleTable({ samples, ticksPerSample, description }: Track, firstSampleAt: number): Buffer {
  const sizes = samples.map((sample) => sample.length)
  return box(
    'stbl',
    fullBox('stsd', [0, 0], u32(1), description),
    fullBox('stts', [0, 0], u32(1, samples.length, ticksPerSample)),
    fullBox('stsc', [0, 0], u32(1, 1, samples.length, 1)),
    fullBox('stsz', [0, 0], u32(0, samples.length, ...sizes)),
    fullBox('stco', [0, 0], u32(1, firstSampleAt)),
  )
}
