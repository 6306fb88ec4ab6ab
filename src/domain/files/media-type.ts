/** Detects what a file is by its first bytes, never by its name or the type that the sender gave it. */

export interface MediaType {
  mime: string
  kind: 'image' | 'video' | 'audio' | 'document'
  /** Whether browsers show it natively and it can carry no script. */
  inline: boolean
}

/** The number of bytes from the beginning that suffice. */
export const headBytes = 64

export function mediaType(head: Uint8Array): MediaType {
  return types[mimeOf(head)] ?? unknown
}

const unknown: MediaType = { mime: 'application/octet-stream', kind: 'document', inline: false }

const shown = (mime: string, kind: MediaType['kind']): MediaType => ({ mime, kind, inline: true })
const handedOver = (mime: string, kind: MediaType['kind']): MediaType => ({ mime, kind, inline: false })

/** SVG and HTML are missing and PDF is not inline on purpose: they run what strangers wrote. */
const types: Readonly<Record<string, MediaType>> = Object.fromEntries(
  [
    ...['jpeg', 'png', 'gif', 'webp', 'avif', 'bmp'].map((name) => shown(`image/${name}`, 'image')),
    ...['heic', 'heic-sequence', 'heif', 'tiff'].map((name) => handedOver(`image/${name}`, 'image')),
    ...['mp4', 'quicktime', 'x-m4v', '3gpp'].map((name) => shown(`video/${name}`, 'video')),
    ...['mpeg', 'mp4', 'wav', 'aac'].map((name) => shown(`audio/${name}`, 'audio')),
    ...['x-caf', 'amr', 'aiff'].map((name) => handedOver(`audio/${name}`, 'audio')),
    handedOver('application/pdf', 'document'),
    handedOver('text/vcard', 'document'),
  ].map((type) => [type.mime, type]),
)

/** Signatures of the formats, with bytes read as characters; `.` matches any byte. */
const marks: readonly (readonly [mime: string, mark: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes are what is looked for
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/tiff', /^(II\*\0|MM\0\*)/],
  // Two letters are a weak signature, so the zeros that follow and a valid header length are required, too.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes are what is looked for
  ['image/bmp', /^BM.{4}\0{4}.{4}[\x0c\x28\x34\x38\x40\x6c\x7c]\0{3}/s],
  ['audio/wav', /^RIFF.{4}WAVE/s],
  ['audio/aiff', /^FORM.{4}AIF[FC]/s],
  ['audio/mpeg', /^(ID3|\xff[\xf2\xf3\xfa\xfb])/],
  ['audio/aac', /^\xff[\xf0\xf1\xf8\xf9]/],
  ['audio/x-caf', /^caff\0/],
  ['audio/amr', /^#!AMR/],
  ['application/pdf', /^%PDF-/],
  ['text/vcard', /^(\xef\xbb\xbf)?\s*BEGIN:VCARD\s/i],
  // QuickTime films from before brands existed.
  ['video/quicktime', /^.{4}(moov|mdat|wide|pnot|skip|free)/s],
]

function mimeOf(head: Uint8Array): string {
  const text = String.fromCharCode(...head.subarray(0, headBytes))
  return mimeOfBrands(text) ?? marks.find(([, mark]) => mark.test(text))?.[0] ?? ''
}

/** The MIME type of each brand; the first brand that says more than "a file of this family" decides. */
const brands: readonly (readonly [mime: string, brand: RegExp])[] = [
  ['image/avif', /^avi[fs]$/],
  ['image/heic', /^hei[cxms]$/],
  ['image/heic-sequence', /^he(vc|vx|vm|vs)$/],
  ['image/heif', /^m[is]f1$/],
  ['audio/mp4', /^M4[AB] $/],
  ['video/x-m4v', /^M4V[ HP]$/],
  ['video/quicktime', /^qt {2}$/],
  ['video/3gpp', /^3g[2egprs]/],
  ['video/mp4', /^(isom|iso\d|mp4[12]|avc1|dash|MSNV|mmp4)$/],
]
/** These brands only mean that the file holds pictures of some codec; another brand beside them names which. */
const generic = ['mif1', 'msf1']

function mimeOfBrands(text: string): string | undefined {
  const box = /^(.{4})ftyp(.{4}).{4}(.*)/s.exec(text)
  if (box === null) return undefined
  const [, length = '', major = '', rest = ''] = box
  const compatible = (rest.slice(0, Math.max(0, lengthOf(length) - 16)).match(/.{4}/gs) ?? []) as string[]
  const inOrder = generic.includes(major) ? [...compatible.filter((brand) => !generic.includes(brand)), major] : [major]
  return brands.find(([, brand]) => inOrder.some((each) => brand.test(each)))?.[0] ?? mimeOfFamily(compatible)
}

const mimeOfFamily = (compatible: readonly string[]): string | undefined =>
  brands.find(([, brand]) => compatible.some((each) => brand.test(each)))?.[0]

const lengthOf = (bytes: string): number => [...bytes].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0)
