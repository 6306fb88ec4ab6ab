import { describe, expect, it } from 'vitest'
import { readPropertyList } from '../../src/apple/plist/binary-plist.ts'
import { encodeAppMessage } from './app-message.ts'
import { encodePlist, type Plist, real } from './binary-plist.ts'
import { encodeArchive, nsArray, nsUrl, nsUuid, object } from './keyed-archive.ts'
import { encodeLinkPreview, encodeSharedLink } from './link-preview.ts'
import { encodePoll } from './poll.ts'
import { encodeSummaryInfo } from './summary-info.ts'

const parse = (bytes: Buffer): unknown => readPropertyList(bytes)
const objectsOf = (bytes: Buffer): unknown[] => (parse(bytes) as { $objects: unknown[] }).$objects

describe('a property list', () => {
  it.each<[string, Plist]>([
    ['small things', { yes: true, no: false, n: 7, text: 'plain' }],
    ['wide integers', [0, 255, 256, 65_536, 4_294_967_295]],
    ['text beyond ASCII', 'größer 漢字 👍'],
    ['more than 255 objects', Array.from({ length: 300 }, (_, index) => `item ${index}`)],
    ['nested things', { a: [{ b: [] }, {}] }],
  ])('keeps %s', (_, value) => {
    expect(parse(encodePlist(value))).toEqual(value)
  })

  it('keeps whole reals distinct from integers', () => {
    expect(encodePlist(real(2)).includes(Buffer.from([0x23, 0x40]))).toBe(true)
    expect(encodePlist(2).includes(Buffer.from([0x10, 0x02]))).toBe(true)
  })

  it('keeps data and dates', () => {
    const date = new Date(Date.UTC(2024, 1, 29))
    expect(parse(encodePlist({ data: Buffer.from('abc'), date }))).toEqual({ data: Buffer.from('abc'), date })
  })
})

describe('a keyed archive', () => {
  it('names the class of each object and refers to equal ones once', () => {
    const bytes = encodeArchive(object('Pair', { a: nsUrl('https://example.com'), b: nsUrl('https://example.com') }))
    const objects = objectsOf(bytes)
    expect(objects.filter((value) => value === 'https://example.com')).toHaveLength(1)
    expect(objects).toEqual(expect.arrayContaining(['$null', { $classname: 'NSURL', $classes: ['NSURL', 'NSObject'] }]))
  })

  it('holds lists and UUIDs', () => {
    const objects = objectsOf(encodeArchive(nsArray([nsUuid('00112233-4455-4677-8899-AABBCCDDEEFF'), 'x'])))
    expect(JSON.stringify(objects)).toContain('NS.uuidbytes')
  })
})

describe('payloads', () => {
  const link = { url: 'https://example.com/a', title: 'A page', imageIndex: 0 }

  it.each([encodeLinkPreview, encodeSharedLink])('of links have URL and title', (encode) => {
    expect(objectsOf(encode(link))).toEqual(expect.arrayContaining([link.url, link.title]))
  })

  it('of apps have the text that a list shows', () => {
    expect(objectsOf(encodeAppMessage({ summary: 'Your move', appName: 'Games' }))).toEqual(
      expect.arrayContaining(['Your move', 'Games']),
    )
  })

  it('of polls have their options inside a URL', () => {
    const options = [{ id: '1', text: 'Sea', by: 'a@example.com' }]
    const url = objectsOf(
      encodePoll({ by: 'a@example.com', options, sessionId: '00112233-4455-4677-8899-AABBCCDDEEFF' }),
    ).find((value) => typeof value === 'string' && value.startsWith('data:,'))
    expect(String(url)).toMatch(/\?src=p&c=1$/)
    const json = Buffer.from(String(url).slice(6).split('?')[0] ?? '', 'base64').toString()
    expect(JSON.parse(json).item.orderedPollOptions[0].text).toBe('Sea')
  })
})

it('a summary contains only what happened', () => {
  expect(parse(encodeSummaryInfo())).toEqual({ ust: true })
  expect(parse(encodeSummaryInfo({ unsentParts: [1], editedBy: ['+15550100'] }))).toEqual({
    ust: true,
    rp: [1],
    euh: ['+15550100'],
  })
})
