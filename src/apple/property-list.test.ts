import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { ArchiveUid } from './archived-value.ts'
import { assemble, Keyed, keyedArchive, keyedUrl, propertyList } from './fixtures/plist-writer.ts'
import { decodeBody } from './message-body.ts'
import { decodeArchive, decodePropertyList } from './property-list.ts'

const decoded = (bytes: Uint8Array) => {
  const result = decodePropertyList(bytes)
  return result.ok ? result.value : result
}
const rootOf = (root: unknown) => {
  const decoded = decodeArchive(keyedArchive(root))
  return decoded.ok ? decoded.value : decoded
}

describe('a property list', () => {
  it.each<[title: string, value: unknown]>([
    ['nothing', null],
    ['a truth', true],
    ['a small number', 7],
    ['a number of four bytes', 2_147_483_647],
    ['a negative number', -1],
    ['a number that JavaScript does not hold exactly', 2n ** 62n + 1n],
    ['a fraction', 690_513_474.2725511],
    ['text', 'hello'],
    ['text beyond ASCII', 'grüße 👍'],
    ['text of 15 letters', 'fifteen letters'],
    ['a long text', 'x'.repeat(70_000)],
    ['a date', new Date('2025-03-19T23:16:55Z')],
    ['a list', [1, 'a', [true, null]]],
    ['a dictionary', { a: 1, b: { c: ['d'] } }],
    ['an empty dictionary', {}],
  ])('holds %s', (_, value) => {
    expect(decoded(propertyList(value))).toEqual(value)
  })

  it('holds bytes', () => {
    const bytes = Buffer.from('some bytes, more than fifteen')
    expect(decoded(propertyList(bytes))).toEqual(bytes)
  })

  it.each([
    ['one byte', [0x10, 200], 200],
    ['two bytes', [0x11, 0xff, 0xfe], 65_534],
    ['sixteen bytes', [0x14, ...Array(8).fill(0), ...Array(8).fill(0xff)], 2n ** 64n - 1n],
    ['a float', [0x22, 0x3f, 0, 0, 0], 0.5],
    ['a set', [0xc1, 0, 1], ['a']],
    ['UTF-8', [0x72, 0xc3, 0xbc], 'ü'],
  ])('reads %s', (_, object, value) => {
    expect(decoded(assemble([Uint8Array.from(object), Uint8Array.of(0x51, 0x61)]))).toEqual(value)
  })

  it('keeps a key that is named like a property of objects', () => {
    const record = decoded(propertyList(JSON.parse('{"__proto__":{"isAdmin":true}}')))
    expect(Object.keys(record ?? {})).toEqual(['__proto__'])
    expect('isAdmin' in Object(record)).toBe(false)
  })

  it.each<[title: string, bytes: Uint8Array]>([
    ['no bytes', new Uint8Array()],
    ['a header alone', Buffer.from('bplist00')],
    ['a list that lies in itself', assemble([Uint8Array.of(0xa1, 0, 0)])],
    ['a key that is not text', assemble([Uint8Array.of(0xd1, 0, 1, 0, 1), Uint8Array.of(0x10, 1)])],
    ['a reference to nothing', assemble([Uint8Array.of(0xa1, 0, 9)])],
    ['a list of more entries than bytes', assemble([Uint8Array.of(0xaf, 0x13, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff)])],
    ['text longer than the file', assemble([Uint8Array.of(0x5f, 0x12, 0x7f, 0xff, 0xff, 0xff)])],
    ['an object of no known kind', assemble([Uint8Array.of(0x94)])],
    ['a number of 32 bytes', assemble([Uint8Array.of(0x15, ...Array(32).fill(0))])],
    [
      'references that multiply',
      assemble(Array.from({ length: 30 }, (_, i) => Uint8Array.of(0xa2, 0, i + 1, 0, i + 1))),
    ],
    ['lists within lists', assemble(Array.from({ length: 100 }, (_, i) => Uint8Array.of(0xa1, 0, i + 1)))],
  ])('of %s is refused', (_, bytes) => {
    expect(decodePropertyList(bytes).ok).toBe(false)
  })

  it('with a hostile trailer is refused', () => {
    const bytes = Buffer.from(propertyList(['a']))
    for (let at = bytes.length - 26; at < bytes.length; at++) {
      const hostile = Buffer.from(bytes)
      hostile[at] = 0xee
      expect(decodePropertyList(hostile).ok).toBe(false)
    }
  })

  it('cut off anywhere is refused', () => {
    const bytes = propertyList({ a: [1, 'b'] })
    for (let length = 0; length < bytes.length; length++) {
      expect(decodePropertyList(bytes.subarray(0, length)).ok).toBe(false)
    }
  })
})

describe('a keyed archive', () => {
  it('resolves references between objects', () => {
    const shared = { name: 'Anna' }
    expect(rootOf({ people: [shared, shared], none: null })).toEqual({ people: [shared, shared], none: null })
  })

  it('understands the classes of Foundation', () => {
    const uuid = Buffer.from('0F1E2D3C4B5A69788796A5B4C3D2E1F0', 'hex')
    const archived = {
      string: new Keyed('NSMutableString NSString', { 'NS.string': 'text' }),
      data: new Keyed('NSMutableData NSData', { 'NS.data': Buffer.from('bytes') }),
      date: new Keyed('NSDate', { 'NS.time': 1.5 }),
      uuid: new Keyed('NSUUID', { 'NS.uuidbytes': uuid }),
      url: keyedUrl('https://example.com/'),
      within: keyedUrl('b', keyedUrl('https://example.com/a/')),
      set: new Keyed('NSMutableSet NSSet', { 'NS.objects': ['a'] }),
      null: new Keyed('NSNull', {}),
    }
    expect(rootOf(archived)).toEqual({
      string: 'text',
      data: Buffer.from('bytes'),
      date: new Date('2001-01-01T00:00:01.500Z'),
      uuid: '0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0',
      url: 'https://example.com/',
      within: 'https://example.com/a/b',
      set: ['a'],
      null: null,
    })
  })

  it('names the class of an unknown object', () => {
    expect(rootOf(new Keyed('LPImage', { MIMEType: 'image/png' }))).toEqual({
      $class: 'LPImage',
      MIMEType: 'image/png',
    })
  })

  it('keeps an object as a record where its fields are not those of its class', () => {
    const odd = { url: new Keyed('NSURL', { bookmark: 'x' }), date: new Keyed('NSDate', {}), title: 'kept' }
    expect(rootOf(odd)).toEqual({ url: { $class: 'NSURL', bookmark: 'x' }, date: { $class: 'NSDate' }, title: 'kept' })
  })

  it('may have its only object under another name', () => {
    const decoded = decodeArchive(keyedArchive(['x'], 'dd-result'))
    expect(decoded).toEqual({ ok: true, value: ['x'] })
  })

  it('that contains itself has null in its place', () => {
    const circle: unknown[] = ['a']
    circle.push(circle)
    expect(rootOf(circle)).toEqual(['a', null])
  })

  it('with references that multiply is refused', () => {
    let bomb: unknown = ['a']
    for (let i = 0; i < 10; i++) bomb = Array(10).fill(bomb)
    expect(rootOf(bomb)).toMatchObject({ ok: false })
  })

  it('that is nested too deeply is refused', () => {
    let nested: unknown = []
    for (let i = 0; i < 40; i++) nested = [nested]
    expect(rootOf(nested)).toMatchObject({ ok: false })
  })

  it('is refused where a reference leads nowhere, or where it is a plain property list', () => {
    const dangling = { $top: { root: new ArchiveUid(9) }, $objects: ['$null'] }
    expect(decodeArchive(propertyList(dangling)).ok).toBe(false)
    expect(decodeArchive(propertyList({ ust: true })).ok).toBe(false)
  })
})

describe('a body in a keyed archive', () => {
  const partAt = (index: number) => ({ __kIMMessagePartAttributeName: index })

  it('has one set of attributes for all of its text', () => {
    const root = new Keyed('NSMutableAttributedString NSAttributedString', {
      NSString: 'draft',
      NSAttributes: partAt(0),
    })
    expect(decodeBody(keyedArchive(root))).toEqual({
      ok: true,
      value: { text: 'draft', runs: [{ start: 0, length: 5, attributes: partAt(0) }] },
    })
  })

  it('has packed numbers that map runs to sets of attributes', () => {
    const text = 'x'.repeat(300)
    const info = Uint8Array.of(0x80, 0x02, 0, 44, 1)
    const fields = { NSString: text, NSAttributes: [partAt(0), partAt(1)] }
    const root = new Keyed('NSAttributedString', {
      ...fields,
      NSAttributeInfo: new Keyed('NSData', { 'NS.data': info }),
    })
    const body = decodeBody(keyedArchive(root))
    expect(body.ok && body.value.runs.map(({ start, length }) => [start, length])).toEqual([
      [0, 256],
      [256, 44],
    ])
  })

  it('with runs that do not cover the text is refused', () => {
    const fields = { NSString: 'four', NSAttributes: [partAt(0)] }
    const info = new Keyed('NSData', { 'NS.data': Uint8Array.of(3, 0) })
    expect(decodeBody(keyedArchive(new Keyed('NSAttributedString', { ...fields, NSAttributeInfo: info }))).ok).toBe(
      false,
    )
  })
})
