import { expect, it } from 'vitest'
import { sampleFile, sampleKinds } from '../../../simulator/media/sample-files.ts'
import { headBytes, mediaType } from './media-type.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const ftyp = (...brands: string[]) => {
  const [major = '', ...compatible] = brands
  const body = `ftyp${major}\0\0\0\0${compatible.join('')}`
  return bytes(`\0\0\0${String.fromCharCode(body.length + 4)}${body}\0\0\0\x08mdat`)
}

it('recognises every kind of file that people send', () => {
  const found = sampleKinds.map((kind) => [kind, mediaType(sampleFile(kind, 1).bytes.subarray(0, headBytes)).mime])
  expect(Object.fromEntries(found)).toEqual({
    jpeg: 'image/jpeg',
    png: 'image/png',
    heic: 'image/heic',
    heics: 'image/heic',
    gif: 'image/gif',
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    caf: 'audio/x-caf',
    m4a: 'audio/mp4',
    vcf: 'text/vcard',
    'loc.vcf': 'text/vcard',
    pdf: 'application/pdf',
    txt: 'application/octet-stream',
    pluginPayloadAttachment: 'image/jpeg',
  })
})

it.each<[string, Uint8Array]>([
  ['image/webp', bytes('RIFF\x10\0\0\0WEBPVP8 ')],
  ['audio/wav', bytes('RIFF\x10\0\0\0WAVEfmt ')],
  ['audio/aiff', bytes('FORM\0\0\0\x10AIFFCOMM')],
  ['image/tiff', bytes('II*\0\x08\0\0\0')],
  ['image/tiff', bytes('MM\0*\0\0\0\x08')],
  ['image/bmp', bytes('BM\x36\x10\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0')],
  ['audio/mpeg', bytes('ID3\x04\0\0')],
  ['audio/mpeg', bytes('\xff\xfb\x90\0')],
  ['audio/aac', bytes('\xff\xf1\x50\x80')],
  ['audio/amr', bytes('#!AMR\n')],
  ['text/vcard', bytes('\xef\xbb\xbfbegin:vcard\r\n')],
  ['video/quicktime', bytes('\0\0\0\x08wide\0\0\0\0mdat')],
  ['image/heic', ftyp('heic', 'mif1')],
  ['image/heic', ftyp('mif1', 'mif1', 'heic')],
  ['image/heic-sequence', ftyp('msf1', 'msf1', 'hevc')],
  ['image/heif', ftyp('mif1', 'mif1')],
  ['image/avif', ftyp('mif1', 'avif', 'miaf')],
  ['image/avif', ftyp('avif', 'mif1')],
  ['video/x-m4v', ftyp('M4V ', 'isom')],
  ['video/3gpp', ftyp('3gp4', 'isom')],
  ['video/mp4', ftyp('isom', 'avc1')],
  ['video/mp4', ftyp('XYZ ', 'mp42')],
])('recognises %s', (mime, head) => {
  expect(mediaType(head).mime).toBe(mime)
})

it.each([
  '',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<!doctype html><script>alert(1)</script>',
  '\xef\xbb\xbf<html>',
  '<?xml version="1.0"?><svg/>',
  'BM is a sentence, not a picture',
  'GIF89 without its letter',
  'plain words',
  'PK\x03\x04',
])('content that could be anything, or carries script, is served as plain bytes: %j', (text) => {
  expect(mediaType(bytes(text))).toEqual({ mime: 'application/octet-stream', kind: 'document', inline: false })
})

it('no document, and no picture that browsers do not know, is shown inline', () => {
  const shown = sampleKinds.filter((kind) => mediaType(sampleFile(kind, 1).bytes.subarray(0, headBytes)).inline)
  expect(shown).toEqual(['jpeg', 'png', 'gif', 'mov', 'mp4', 'm4a', 'pluginPayloadAttachment'])
})
