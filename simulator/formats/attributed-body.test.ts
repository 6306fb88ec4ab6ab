import { describe, expect, it } from 'vitest'
import { decodeBody } from '../../src/apple/message-body.ts'
import { bodyOf, emptyBody, plainBody, textOf } from './attributed-body.ts'
import { encodeTypedstream } from './typedstream.ts'

/** Reads the body back with the product's decoder, which knows nothing of this encoder. */
function decode(bytes: Uint8Array) {
  const decoded = decodeBody(bytes)
  if (!decoded.ok) throw new Error('not a body')
  return decoded.value
}

describe('a body of plain text', () => {
  it.each([1, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536])('of %i bytes keeps its text', (length) => {
    const text = 'x'.repeat(length)
    expect(textOf(plainBody(text).bytes)).toBe(text)
    expect(decode(plainBody(text).bytes)).toMatchObject({ text, runs: [{ start: 0, length }] })
  })

  it.each(['hello', 'ü', '👩‍👩‍👧‍👦'.repeat(40), 'مرحبا\nبكم', 'x'.repeat(40_000)])(
    'has the same bytes from the fast path and the general path',
    (text) => {
      const part = ['__kIMMessagePartAttributeName', { int: 0 }] as const
      const general = encodeTypedstream({ text, runs: [{ length: text.length, attributes: [part] }] })
      expect(plainBody(text).bytes.equals(general)).toBe(true)
    },
  )
})

describe('a body of many parts', () => {
  const body = bodyOf([
    'look ',
    { attachmentGuid: 'at_1_G', filename: 'a.png', width: 40, height: 20.5 },
    [
      { text: '@Ada', mention: '+15550100' },
      { text: ' bold', bold: true },
    ],
  ])

  it('marks the position of the attachment and counts the parts', () => {
    expect(body.text).toBe('look \ufffc@Ada bold')
    expect(body.partCount).toBe(3)
  })

  it('has the attributes of each part', () => {
    expect(decode(body.bytes).runs.map(({ length, attributes }) => ({ length, ...attributes }))).toEqual([
      { length: 5, __kIMMessagePartAttributeName: 0 },
      {
        length: 1,
        __kIMMessagePartAttributeName: 1,
        __kIMFileTransferGUIDAttributeName: 'at_1_G',
        __kIMFilenameAttributeName: 'a.png',
        __kIMInlineMediaWidthAttributeName: 40,
        __kIMInlineMediaHeightAttributeName: 20.5,
      },
      { length: 4, __kIMMessagePartAttributeName: 2, __kIMMentionConfirmedMention: '+15550100' },
      { length: 5, __kIMMessagePartAttributeName: 2, __kIMTextBoldAttributeName: 1 },
    ])
  })

  it('keeps the numbers of the parts that remain', () => {
    const left = bodyOf(['one', 'four'], { partNumbers: [0, 3] })
    const numbers = decode(left.bytes).runs.map(({ attributes }) => attributes.__kIMMessagePartAttributeName)
    expect(numbers).toEqual([0, 3])
  })

  it('can have more references than one byte can count', () => {
    const parts = Array.from({ length: 150 }, (_, index) => ({ attachmentGuid: `at_${index}`, width: index + 0.5 }))
    expect(decode(bodyOf(parts).bytes).runs).toHaveLength(150)
  })
})

it('a link keeps its URL, and a code its value', () => {
  const { bytes } = bodyOf([
    [
      { text: 'here', link: { url: 'https://example.com/x', rich: true } },
      { text: '123', oneTimeCode: { code: '123', displayCode: '1 2 3' } },
    ],
  ])
  expect(decode(bytes).runs.map(({ attributes }) => attributes)).toEqual([
    expect.objectContaining({ __kIMLinkAttributeName: 'https://example.com/x' }),
    expect.objectContaining({ __kIMOneTimeCodeAttributeName: { code: '123', displayCode: '1 2 3' } }),
  ])
})

it('an unsent message has a body without text and without runs', () => {
  expect(textOf(emptyBody())).toBe('')
  expect(emptyBody().includes('iI')).toBe(false)
})
