/**
 * Small real files of every kind that people send. The same kind and variant always give the same bytes; films and
 * animations lie in samples/, marked with the variant.
 */
import { readFileSync } from 'node:fs'
import { box } from './boxes.ts'
import { encodeCaf } from './caf.ts'
import { note, pdf, placeCard, vcard } from './documents.ts'
import { encodeHeic } from './heic.ts'
import { encodeJpeg } from './jpeg.ts'
import { encodeM4a } from './m4a.ts'
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
    bytes: gifOf(variant),
  }),
  mov: (variant) => ({
    name: `${photo(variant)}.MOV`,
    mime: 'video/quicktime',
    uti: 'com.apple.quicktime-movie',
    bytes: filmOf('film.mov', variant),
  }),
  mp4: (variant) => ({
    name: `clip-${variant}.mp4`,
    mime: 'video/mp4',
    uti: 'public.mpeg-4',
    bytes: filmOf('film.mp4', variant),
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

/** The header and the palette of samples/wave.gif, after which a comment may stand. */
const gifHeadBytes = 397

function gifOf(variant: number): Buffer {
  const wave = sample('wave.gif')
  const comment = Buffer.from(commentOf(variant))
  const block = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), comment, Buffer.from([0])])
  return Buffer.concat([wave.subarray(0, gifHeadBytes), block, wave.subarray(gifHeadBytes)])
}

const filmOf = (name: string, variant: number): Buffer =>
  Buffer.concat([sample(name), box('free', String(variant).padStart(8, '0'))])

const samples = new Map<string, Buffer>()

function sample(name: string): Buffer {
  const bytes = samples.get(name) ?? readFileSync(new URL(`samples/${name}`, import.meta.url))
  samples.set(name, bytes)
  return bytes
}
