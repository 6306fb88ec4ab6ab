import { expect, it } from 'vitest'
import { variantOf } from './picture-mark.ts'
import { type SampleKind, sampleFile, sampleKinds } from './sample-files.ts'

/** The signature of each format: [offset, bytes]. */
const signatures: Record<SampleKind, readonly [offset: number, bytes: string]> = {
  jpeg: [0, '\xff\xd8\xff\xe0'],
  png: [0, '\x89PNG\r\n\x1a\n'],
  heic: [4, 'ftypheic'],
  heics: [4, 'ftypheic'],
  gif: [0, 'GIF89a'],
  mov: [4, 'ftypqt  '],
  mp4: [4, 'ftypisom'],
  caf: [0, 'caff\0\x01'],
  m4a: [4, 'ftypM4A '],
  vcf: [0, 'BEGIN:VCARD'],
  'loc.vcf': [0, 'BEGIN:VCARD'],
  pdf: [0, '%PDF-1.4'],
  txt: [0, 'Packing list'],
  pluginPayloadAttachment: [0, '\xff\xd8\xff\xe0'],
}

it.each(sampleKinds)('a %s begins with the signature of its format', (kind) => {
  const [offset, bytes] = signatures[kind]
  expect(sampleFile(kind, 0).bytes.toString('latin1', offset, offset + bytes.length)).toBe(bytes)
})

it.each(['mov', 'mp4', 'm4a', 'heic'] as const)('the boxes of a %s fill the file to the last byte', (kind) => {
  const { bytes } = sampleFile(kind, 1)
  let at = 0
  while (at < bytes.length) at += bytes.readUInt32BE(at)
  expect(at).toBe(bytes.length)
})

it.each(sampleKinds)('a %s stays below 200 kB, has the same bytes each time and differs by variant', (kind) => {
  const file = sampleFile(kind, 3)
  expect(file.bytes.length).toBeLessThan(200_000)
  expect(sampleFile(kind, 3)).toEqual(file)
  expect(sampleFile(kind, 4).bytes.equals(file.bytes)).toBe(false)
})

it.each(['jpeg', 'png', 'heic', 'gif'] as const)(
  'a %s reveals which picture it shows, whatever follows in the file',
  (kind) => {
    const variants = Array.from({ length: 20 }, (_, variant) => variant)
    expect(variants.map((variant) => variantOf(sampleFile(kind, variant).bytes))).toEqual(variants)
  },
)
