import { describe, expect, it } from 'vitest'
import { decodeAppBalloon } from './app-balloon.ts'
import { type ArchivedValue, AttributedString, isRecord } from './archived-value.ts'
import { attachmentsOf, linksOf, mentionsOf, partsOf, stylesOf } from './attributed-text.ts'
import { type Decoded, limits, unforeseen } from './decoded.ts'
import { detectedDataOf } from './detected-data.ts'
import { decodeDigitalTouch } from './digital-touch.ts'
import { Keyed, keyedArchive, keyedUrl, propertyList } from './fixtures/plist-writer.ts'
import {
  archive,
  attributedString,
  data,
  date,
  dictionary,
  list,
  number,
  object,
  part,
  plainBody,
  string,
  url,
} from './fixtures/typedstream-writer.ts'
import { decodeLinkPreview } from './link-preview.ts'
import { decodeBody, decodeText } from './message-body.ts'
import { decodePoll } from './poll.ts'
import { decodeArchive, decodePropertyList } from './property-list.ts'
import { decodeSummaryInfo } from './summary-info.ts'

const roundsPerSeed = 2500
const seed = 20_010_101

/** Numbers from 0 up to a limit, the same in every run (mulberry32). */
function seededRandom(start: number): (limit: number) => number {
  let state = start
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

/** Bytes changed (to tags more often than not), a piece cut out, doubled or torn off the end. */
function mutate(bytes: Uint8Array, random: (limit: number) => number): Uint8Array {
  const [from = 0, to = 0] = [random(bytes.length), random(bytes.length)].toSorted((a, b) => a - b)
  const kind = random(10)
  if (kind === 0) return bytes.slice(0, from)
  if (kind === 1) return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  if (kind === 2) return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  const mutated = bytes.slice()
  for (let i = random(4); i >= 0; i--) mutated[random(bytes.length)] = random(2) ? 0x80 + random(0x20) : random(0x100)
  return mutated
}

const link = { __kIMLinkAttributeName: url('b', url('https://example.com/')), __kIMTextEffectAttributeName: number(5) }
const detected = { __kIMMoneyAttributeName: data(keyedArchive(new Keyed('DDScannerResult', { T: 'Money', MS: '$5' }))) }
const rare = {
  code: dictionary({ code: string('1'), codes: list(number(2n ** 60n, 'q'), date(0.5)) }),
  range: object('NSValue', ['*', '{_NSRange=QQ}'], ['{_NSRange=QQ}', [3, 4]]),
  font: object('NSFont', ['[2i]', [1, 2]], ['f', 0.5]),
}

const bodies: [title: string, bytes: Uint8Array][] = [
  ['plain text', plainBody('Grüße, see you at eight 👍')],
  [
    'links and data',
    archive(
      attributedString(
        'see b $5',
        [
          [4, part(0)],
          [1, link],
          [1, 1],
          [2, detected],
        ],
        'NSMutable',
      ),
    ),
  ],
  [
    'rare values',
    archive(
      attributedString('\ufffcx', [
        [1, rare],
        [1, part(1)],
      ]),
      { bigEndian: true },
    ),
  ],
]
const lists: [title: string, bytes: Uint8Array][] = [
  [
    'a summary',
    propertyList({
      ec: {
        '0': [
          { t: plainBody('a'), d: 1.5 },
          { t: plainBody('b'), d: 2.5 },
        ],
      },
      rp: [1],
      otr: {},
    }),
  ],
  [
    'a link preview',
    keyedArchive(new Keyed('RichLink', { richLinkMetadata: { URL: keyedUrl('b', keyedUrl('https://a/')) } })),
  ],
  [
    'an app balloon',
    keyedArchive({ an: 'App', userInfo: { caption: 'c' }, list: [1, [2, ['3']]], URL: keyedUrl('data:,e30=') }),
  ],
  [
    'a body',
    keyedArchive(
      new Keyed('NSAttributedString', {
        NSString: 'hi',
        NSAttributes: [{ a: 1 }],
        NSAttributeInfo: new Keyed('NSData', { 'NS.data': Uint8Array.of(2, 0) }),
      }),
    ),
  ],
]

/** How many values someone meets who walks the whole result. */
function sizeOf(value: ArchivedValue): number {
  if (value instanceof AttributedString) return value.runs.length + 1
  if (Array.isArray(value)) return value.reduce<number>((size, item) => size + sizeOf(item), 1)
  return isRecord(value) ? Object.values(value).reduce<number>((size, item) => size + sizeOf(item), 1) : 1
}

/** Refused for a reason that a reader gives, or decoded. */
function foreseen<T>(decoded: Decoded<T>): Decoded<T> {
  if (!decoded.ok && decoded.reason.startsWith(unforeseen)) throw new Error(decoded.reason)
  return decoded
}

describe('damaged bytes never surprise a decoder', () => {
  it.each(bodies)('from %s', (_, bytes) => {
    const random = seededRandom(seed)
    for (let round = 0; round < roundsPerSeed; round++) {
      const mutated = mutate(bytes, random)
      const [text, body] = [foreseen(decodeText(mutated)), foreseen(decodeBody(mutated))]
      if (!body.ok) continue
      expect(text).toEqual({ ok: true, value: body.value.text })
      expect(body.value.runs.reduce((end, { length }) => end + length, 0)).toBe(body.value.text.length)
      const meanings = [partsOf, attachmentsOf, linksOf, mentionsOf, stylesOf, detectedDataOf]
      for (const read of meanings) expect(read(body.value).length).toBeLessThanOrEqual(limits.items)
      for (const { attributes } of body.value.runs) expect(sizeOf(attributes)).toBeLessThanOrEqual(2 * limits.items)
    }
  })

  it.each(lists)('from %s', (_, bytes) => {
    const random = seededRandom(seed)
    for (let round = 0; round < roundsPerSeed; round++) {
      const mutated = mutate(bytes, random)
      for (const decode of [
        decodeBody,
        decodeText,
        decodeSummaryInfo,
        decodeLinkPreview,
        decodeAppBalloon,
        decodePoll,
      ]) {
        foreseen<unknown>(decode(mutated))
      }
      for (const decode of [decodePropertyList, decodeArchive]) {
        const decoded = foreseen(decode(mutated))
        if (decoded.ok) expect(sizeOf(decoded.value)).toBeLessThanOrEqual(2 * limits.items)
      }
    }
  })

  it('from a Digital Touch', () => {
    const random = seededRandom(seed)
    const bytes = Uint8Array.of(0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1a, 2, 9, 9, 0x08, 4)
    for (let round = 0; round < roundsPerSeed; round++) {
      const decoded = foreseen(decodeDigitalTouch(mutate(bytes, random)))
      if (decoded.ok) expect(decoded.value).toMatch(/^[A-Z]/)
    }
  })
})
