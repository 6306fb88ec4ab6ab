import { describe, expect, it } from 'vitest'
import { isRecord } from './archived-value.ts'
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
import { decodeBody, decodeText } from './message-body.ts'

/** Returns the attributes of a body with one run, after writing and reading its bytes. */
function attributesOf(attributes: Record<string, unknown>, options = {}) {
  const body = decodeBody(archive(attributedString('x', [[1, attributes]]), options))
  return body.ok ? body.value.runs[0]?.attributes : body
}

const texts: [title: string, text: string][] = [
  ['plain', 'hello'],
  ['empty', ''],
  ['with emoji', 'ok 👍🏽 👨‍👩‍👧 🇨🇭'],
  ['from right to left', 'مرحبا بالعالم'],
  ['of mathematical letters', '𝖍𝖊𝖑𝖑𝖔'],
  ['with a NUL', 'before\0after'],
  ['that holds the bytes of an end', 'a\u0106b'],
  ['that begins with a byte order mark', '\ufeffhello'],
  ['of attachments', '\ufffc\ufffc'],
  ['with the replacement character', 'a\ufffdb'],
  ['that is a number', '+2a'],
]

describe('the text of a body', () => {
  it.each(texts)('%s is the same by decodeText and decodeBody', (_, text) => {
    const bytes = plainBody(text)
    expect(decodeText(bytes)).toEqual({ ok: true, value: text })
    expect(decodeBody(bytes)).toMatchObject({ ok: true, value: { text } })
  })

  it.each([43, 127, 128, 129, 134, 146, 255, 256, 32_767, 32_768, 65_535, 65_536, 100_000])(
    'of %i bytes is complete',
    (length) => {
      const text = 'abcdefghij'.repeat(length / 10 + 1).slice(0, length)
      expect(decodeText(plainBody(text))).toEqual({ ok: true, value: text })
      expect(decodeBody(plainBody(text))).toMatchObject({ ok: true, value: { text, runs: [{ start: 0, length }] } })
    },
  )

  it('in UTF-16 is recognised by its byte order mark', () => {
    const text = 'grüße 👍'
    const bytes = archive(attributedString(Buffer.from(`\ufeff${text}`, 'utf16le'), [[text.length, part(0)]]))
    expect(decodeText(bytes)).toEqual({ ok: true, value: text })
    expect(decodeBody(bytes)).toMatchObject({ ok: true, value: { text } })
  })

  it('of a mutable string is read the fast way as well', () => {
    const bytes = archive(attributedString('hi', [[2, part(0)]], 'NSMutable'))
    expect(decodeText(bytes)).toEqual({ ok: true, value: 'hi' })
    expect(decodeBody(bytes)).toMatchObject({ ok: true, value: { text: 'hi', runs: [{ length: 2 }] } })
  })

  it('of a class that descends from a known one is read the slow way', () => {
    const bytes = archive(attributedString('hi', [[2, part(0)]], 'NSConcrete'))
    expect(decodeText(bytes)).toEqual({ ok: true, value: 'hi' })
  })

  it('is read with numbers in the other byte order', () => {
    const text = 'x'.repeat(300)
    const bytes = archive(attributedString(text, [[300, { width: number(1.5, 'd'), height: number(700) }]]), {
      bigEndian: true,
    })
    expect(decodeText(bytes)).toEqual({ ok: true, value: text })
    expect(decodeBody(bytes)).toMatchObject({
      value: { runs: [{ length: 300, attributes: { width: 1.5, height: 700 } }] },
    })
  })

  it.each([
    ['no bytes', new Uint8Array()],
    ['something else', Buffer.from('{"text":"hi"}')],
    ['an archive of something else', archive(string('hi'))],
    ['a signature that names a property of objects', Buffer.from('\x04\x0bconstructor\x81\xe8\x03', 'latin1')],
    ['text that is not UTF-8', archive(attributedString(Uint8Array.of(0x61, 0xc3, 0x28), [[3, part(0)]]))],
    ['half a UTF-16 character', archive(attributedString(Uint8Array.of(0xff, 0xfe, 0x61), [[1, part(0)]]))],
    ['more bytes than any message', Buffer.concat([plainBody('hi'), Buffer.alloc(17 * 1024 * 1024)])],
  ])('is refused in %s', (_, bytes) => {
    expect(decodeText(bytes).ok).toBe(false)
    expect(decodeBody(bytes).ok).toBe(false)
  })
})

describe('the runs of a body', () => {
  it('share the attributes of an earlier run that they refer to', () => {
    const body = decodeBody(
      archive(
        attributedString('a👍b', [
          [1, part(0)],
          [2, part(1)],
          [1, 1],
        ]),
      ),
    )
    const runs = body.ok ? body.value.runs : []
    expect(runs.map(({ start, length }) => [start, length])).toEqual([
      [0, 1],
      [1, 2],
      [3, 1],
    ])
    expect(runs[2]?.attributes).toBe(runs[0]?.attributes)
  })

  it.each([
    ['less than', 3],
    ['more than', 5],
  ])('that cover %s the text are damage', (_, length) => {
    expect(decodeBody(archive(attributedString('four', [[length, part(0)]]))).ok).toBe(false)
  })

  it('that are missing are damage, unless the text is empty, too', () => {
    expect(decodeBody(archive(attributedString('four', []))).ok).toBe(false)
    expect(decodeBody(archive(attributedString('', [])))).toEqual({ ok: true, value: { text: '', runs: [] } })
  })

  it('of negative length are damage', () => {
    const root = object('NSAttributedString', ['@', string('ab')], ['ii', 1, 3], ['@', dictionary({})], ['ii', 1, -1])
    expect(decodeBody(archive(root)).ok).toBe(false)
  })
})

describe('an attribute', () => {
  it.each<[title: string, archived: unknown, value: unknown]>([
    ['a small number', number(5), 5],
    ['a negative number', number(-1, 'q'), -1],
    ['the lowest number of one byte', number(-110), -110],
    ['a number just below it', number(-111), -111],
    ['a number of two bytes', number(-30_000), -30_000],
    ['an unsigned number of two bytes', number({ value: 40_000, width: 2 }, 'I'), 40_000],
    ['a number of four bytes', number(-2_000_000_000), -2_000_000_000],
    ['a number of eight bytes', number({ value: 7, width: 8 }, 'q'), 7],
    ['a number that JavaScript does not hold exactly', number(2n ** 62n + 1n, 'q'), 2n ** 62n + 1n],
    ['the largest unsigned number', number({ value: 2n ** 64n - 1n, width: 8 }, 'Q'), 2n ** 64n - 1n],
    ['a character', number(-5, 'c'), -5],
    ['a truth', number(1, 'B'), 1],
    ['a float', number(0.5, 'f'), 0.5],
    ['a double', number(0.1, 'd'), 0.1],
    ['a whole double, stored as a number', number(1139, 'd'), 1139],
    ['text', string('Anna'), 'Anna'],
    ['a URL', url('https://example.com/ä?q=1#a'), 'https://example.com/ä?q=1#a'],
    ['a URL within another', url('b/c?d', url('https://example.com/a/')), 'https://example.com/a/b/c?d'],
    ['a dictionary', dictionary({ code: string('123456'), n: number(2) }), { code: '123456', n: 2 }],
    ['a list', list(number(1), string('a'), null), [1, 'a', null]],
    ['a list in lists', list(list(list())), [[[]]]],
    ['a date', date(0.5), new Date('2001-01-01T00:00:00.500Z')],
    ['a date that no calendar has', date(1e300), null],
    ['nothing', null, null],
    ['a null object', object('NSNull'), null],
    ['a range', object('NSValue', ['*', '{_NSRange=QQ}'], ['{_NSRange=QQ}', [3, 4]]), [3, 4]],
    [
      'an object of an unknown class',
      object('NSFont', ['ff', 1, 2.5], ['@', string('Helvetica')]),
      { $class: 'NSFont' },
    ],
    [
      'fields of rare types',
      object('X', ['[2i]', [1, 2]], ['*:%#!i', 'a', 'b', 'c', ['NSURL'], null, 5]),
      { $class: 'X' },
    ],
  ])('can be %s', (_, archived, value) => {
    const attributes = attributesOf({ it: archived, after: string('after') })
    expect(attributes).toEqual({ it: value, after: 'after' })
  })

  it('of data keeps its bytes', () => {
    const bytes = Uint8Array.from({ length: 700 }, (_, i) => i & 0xff)
    const attributes = attributesOf({ it: data(bytes), empty: data(new Uint8Array()) })
    expect(attributes).toMatchObject({ it: Buffer.from(bytes), empty: new Uint8Array() })
  })

  it('is resolved when it is referred to again, even after a hundred objects', () => {
    const shared = string('shared')
    const many = Array.from({ length: 300 }, (_, i) => string(`item ${i}`))
    expect(attributesOf({ first: shared, many: list(...many), again: shared, last: many.at(-1) })).toMatchObject({
      again: 'shared',
      last: 'item 299',
    })
  })

  it('with the name of a property of every object is a plain attribute', () => {
    const attributes = attributesOf(JSON.parse('{"__proto__":null,"constructor":null}'))
    expect(Object.keys(attributes ?? {})).toEqual(['__proto__', 'constructor'])
    expect(attributes !== undefined && 'ok' in attributes).toBe(false)
  })

  it('that contains itself has null in its place', () => {
    const circle = list(string('a'))
    circle.groups.push(['@', circle])
    circle.groups[0] = ['i', 2]
    expect(attributesOf({ it: circle })).toEqual({ it: ['a', null] })
  })
})

describe('hostile bytes', () => {
  it('cut off anywhere are refused, or keep their text', () => {
    const rich = { link: url('https://example.com'), code: dictionary({ code: string('1') }), size: number(0.5, 'd') }
    const bytes = archive(
      attributedString(
        'some text',
        [
          [4, part(0)],
          [5, rich],
        ],
        'NSMutable',
      ),
    )
    for (let length = 0; length < bytes.length; length++) {
      expect(decodeBody(bytes.subarray(0, length)).ok).toBe(false)
      const text = decodeText(bytes.subarray(0, length))
      if (text.ok) expect(text.value).toBe('some text')
    }
  })

  it('nested too deeply are refused', () => {
    let nested = list()
    for (let i = 0; i < 40; i++) nested = list(nested)
    expect(attributesOf({ it: nested })).toMatchObject({ ok: false })
  })

  it('that multiply by references are refused', () => {
    let bomb = list(string('a'))
    for (let i = 0; i < 20; i++) bomb = list(...Array(10).fill(bomb))
    expect(attributesOf({ it: bomb })).toMatchObject({ ok: false })
  })

  it.each([
    '[999999999!]',
    '[9999[9999!]]',
    `[1${'0'.repeat(400)}i]`,
    '{a='.repeat(1000),
    '{a=',
    '[]',
    '[3',
    '^v',
    'b4',
    '{x}',
  ])('of type %s are refused', (encoding) => {
    expect(attributesOf({ it: object('X', [encoding]) })).toMatchObject({ ok: false })
  })

  it('with a class that descends from itself are refused', () => {
    const bytes = Buffer.from(archive(attributedString('hi', [[2, part(0)]])))
    const rootOfClasses = bytes.indexOf('NSObject\0\x85', 0, 'latin1') + 'NSObject\0'.length
    const itself = 0x94
    bytes[rootOfClasses] = itself
    expect(decodeBody(bytes).ok).toBe(false)
  })

  it('never lead to a prototype', () => {
    const attributes = attributesOf({ it: dictionary({ a: null }) })
    const it = attributes && 'it' in attributes ? attributes.it : undefined
    expect(isRecord(it) && Object.getPrototypeOf(it)).toBeNull()
  })
})
