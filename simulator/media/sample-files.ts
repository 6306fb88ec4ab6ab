/**
 * Small real files of every kind that people send, made by code. The same kind and variant always give the same bytes.
 */
import { encodeCaf } from './caf.ts'
import { note, pdf, placeCard, vcard } from './documents.ts'
import { encodeGif } from './gif.ts'
import { encodeH264 } from './h264.ts'
import { encodeHeic } from './heic.ts'
import { encodeJpeg } from './jpeg.ts'
import { encodeM4a, encodeMov, encodeMp4, type Video } from './movie.ts'
import { picture } from './picture.ts'
import { commentOf } from './picture-mark.ts'
import { encodePng } from './png.ts'

export interface SampleFile {
  readonly name: string
  /** NULL where Messages stores NULL: Core Audio, plug-in payloads. */
  readonly mime: string | null
  readonly uti: string
  readonly bytes: Buffer
}

const PLUGIN_PAYLOAD_UTI = 'dyn.age81a5dzq7y066dbtf0g82peqf4hk2pdrb00n5xy'
const SHAPES = [
  [480, 360],
  [360, 480],
  [640, 360],
  [320, 320],
] as const

const makers = {
  jpeg: (variant) => ({
    name: `${photo(variant)}.jpg`,
    mime: 'image/jpeg',
    uti: 'public.jpeg',
    bytes: jpegOf(variant),
  }),
  png: (variant) => ({
    name: `Screenshot ${1 + (variant % 28)}.png`,
    mime: 'image/png',
    uti: 'public.png',
    bytes: encodePng(picture(variant, ...halfSize(variant)), commentOf(variant)),
  }),
  heic: (variant) => ({
    name: `${photo(variant)}.HEIC`,
    mime: 'image/heic',
    uti: 'public.heic',
    bytes: heicOf(variant),
  }),
  heics: (variant) => ({
    name: `sticker-${variant}.heics`,
    mime: 'image/heic-sequence',
    uti: 'public.heics',
    bytes: heicOf(variant),
  }),
  gif: (variant) => ({
    name: `wave-${variant}.gif`,
    mime: 'image/gif',
    uti: 'com.compuserve.gif',
    bytes: encodeGif([picture(variant, 96, 72), picture(variant + 1, 96, 72)], commentOf(variant)),
  }),
  mov: (variant) => ({
    name: `${photo(variant)}.MOV`,
    mime: 'video/quicktime',
    uti: 'com.apple.quicktime-movie',
    bytes: encodeMov(videoOf(variant)),
  }),
  mp4: (variant) => ({
    name: `clip-${variant}.mp4`,
    mime: 'video/mp4',
    uti: 'public.mpeg-4',
    bytes: encodeMp4(videoOf(variant)),
  }),
  caf: (variant) => ({
    name: 'Audio Message.caf',
    mime: null,
    uti: 'com.apple.coreaudio-format',
    bytes: encodeCaf({ durationMs: 400 + (variant % 6) * 250, toneHz: 220 + (variant % 12) * 20 }),
  }),
  m4a: (variant) => ({
    name: `Memo ${variant}.m4a`,
    mime: 'audio/x-m4a',
    uti: 'com.apple.m4a-audio',
    bytes: encodeM4a(800 + (variant % 6) * 400),
  }),
  vcf: (variant) => ({
    name: `Contact ${variant}.vcf`,
    mime: 'text/vcard',
    uti: 'public.vcard',
    bytes: vcard(variant),
  }),
  'loc.vcf': (variant) => ({
    name: 'CL.loc.vcf',
    mime: 'text/x-vlocation',
    uti: 'public.vlocation',
    bytes: placeCard(variant),
  }),
  pdf: (variant) => ({
    name: `Invoice ${1000 + variant}.pdf`,
    mime: 'application/pdf',
    uti: 'com.adobe.pdf',
    bytes: pdf(variant),
  }),
  txt: (variant) => ({
    name: `notes-${variant}.txt`,
    mime: 'text/plain',
    uti: 'public.plain-text',
    bytes: note(variant),
  }),
  pluginPayloadAttachment: (variant) => ({
    name: `${uuidOf(variant)}.pluginPayloadAttachment`,
    mime: null,
    uti: PLUGIN_PAYLOAD_UTI,
    bytes: jpegOf(variant),
  }),
} as const satisfies Record<string, (variant: number) => SampleFile>

export type SampleKind = keyof typeof makers

export const sampleKinds = Object.keys(makers) as SampleKind[]

export const sampleFile = (kind: SampleKind, variant: number): SampleFile => makers[kind](variant)

const photo = (variant: number) => `IMG_${String(1 + (variant % 9999)).padStart(4, '0')}`
const uuidOf = (variant: number) => `5A3E0D10-0000-4000-8000-${variant.toString(16).toUpperCase().padStart(12, '0')}`
const shapeOf = (variant: number) => SHAPES[variant % SHAPES.length] ?? SHAPES[0]

function halfSize(variant: number): [width: number, height: number] {
  const [width, height] = shapeOf(variant)
  return [width / 2, height / 2]
}

function jpegOf(variant: number): Buffer {
  const [width, height] = shapeOf(variant)
  return encodeJpeg(picture(variant, width, height), commentOf(variant))
}

function heicOf(variant: number): Buffer {
  const [width, height] = shapeOf(variant)
  return encodeHeic(jpegOf(variant), { width, height })
}

function videoOf(variant: number): Video {
  const [width, height] = [64, 48]
  const frames = Array.from({ length: 4 }, (_, index) => picture(variant + index * 5, width, height))
  return { width, height, framesPerSecond: 2, ...encodeH264(frames) }
}
