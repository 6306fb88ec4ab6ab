import { describe, expect, it } from 'vitest'
import type { AttributedString } from './archived-value.ts'
import {
  attachmentsOf,
  breadcrumbOf,
  fillBreadcrumb,
  linksOf,
  mentionsOf,
  oneTimeCodesOf,
  partsOf,
  plainText,
  stylesOf,
} from './attributed-text.ts'
import { detectedDataOf } from './detected-data.ts'
import { Keyed, keyedArchive } from './fixtures/plist-writer.ts'
import {
  archive,
  attributedString,
  data,
  dictionary,
  number,
  part,
  type RunOf,
  string,
  url,
} from './fixtures/typedstream-writer.ts'
import { decodeBody } from './message-body.ts'

function bodyOf(text: string, runs: RunOf[]): AttributedString {
  const body = decodeBody(archive(attributedString(text, runs, 'NSMutable')))
  if (!body.ok) throw new Error(body.reason)
  return body.value
}

describe('the parts of a body', () => {
  it('are its bubbles, however many runs a bubble consists of', () => {
    const body = bodyOf('\ufffcHello you', [
      [1, part(0)],
      [6, part(1)],
      [3, { ...part(1), __kIMTextBoldAttributeName: number(1) }],
    ])
    expect(partsOf(body)).toEqual([
      { index: 0, start: 0, length: 1, text: '\ufffc' },
      { index: 1, start: 1, length: 9, text: 'Hello you' },
    ])
  })

  it('keep their numbers after others were unsent', () => {
    const body = bodyOf('ab', [
      [1, part(0)],
      [1, part(3)],
    ])
    expect(partsOf(body).map(({ index }) => index)).toEqual([0, 3])
  })
})

it('attachments come in their order, with the details that Messages stores for each', () => {
  const transfer = (guid: string) => ({ __kIMFileTransferGUIDAttributeName: string(guid) })
  const picture = {
    ...part(0),
    ...transfer('at_0_A'),
    __kIMFilenameAttributeName: string('walk.png'),
    __kIMInlineMediaWidthAttributeName: number(952, 'd'),
    __kIMInlineMediaHeightAttributeName: number(1139.5, 'd'),
  }
  const voice = { ...part(1), ...transfer('B'), IMAudioTranscription: string('This is a test') }
  const emoji = { ...part(2), ...transfer('C'), __kIMEmojiImageAttributeName: number(1) }
  const body = bodyOf('\ufffc\ufffc:\ufffc', [
    [1, picture],
    [1, voice],
    [1, part(2)],
    [1, emoji],
  ])
  const none = { filename: null, size: null, isEmoji: false, transcript: null, length: 1 }
  expect(attachmentsOf(body)).toEqual([
    { ...none, guid: 'at_0_A', part: 0, start: 0, filename: 'walk.png', size: { width: 952, height: 1139.5 } },
    { ...none, guid: 'B', part: 1, start: 1, transcript: 'This is a test' },
    { ...none, guid: 'C', part: 2, start: 3, isEmoji: true },
  ])
})

describe('a link', () => {
  it('leads to the URL of its attribute, not to that of its text', () => {
    const rich = {
      __kIMLinkAttributeName: url('https://example.com/real'),
      __kIMLinkIsRichLinkAttributeName: number(1),
    }
    const body = bodyOf('see here', [
      [4, part(0)],
      [4, rich],
    ])
    expect(linksOf(body)).toEqual([{ start: 4, length: 4, url: 'https://example.com/real', isRich: true }])
  })

  it('stays one link where styles split it', () => {
    const link = url('tel:0123456789')
    const body = bodyOf('0123456789', [
      [6, { __kIMLinkAttributeName: link, __kIMTextBoldAttributeName: number(1) }],
      [4, { __kIMLinkAttributeName: link }],
    ])
    expect(linksOf(body)).toEqual([{ start: 0, length: 10, url: 'tel:0123456789', isRich: false }])
  })
})

it('a mention has the address and the displayed name', () => {
  const body = bodyOf('Hi Anna!', [
    [3, part(0)],
    [4, { __kIMMentionConfirmedMention: string('+15550100') }],
    [1, 1],
  ])
  expect(mentionsOf(body)).toEqual([{ start: 3, length: 4, address: '+15550100', name: 'Anna' }])
})

it('a one-time code is found together with its displayed form', () => {
  const code = dictionary({ code: string('123456'), displayCode: string('123 456') })
  const body = bodyOf('Your code is 123 456', [
    [13, part(0)],
    [7, { __kIMOneTimeCodeAttributeName: code }],
  ])
  expect(oneTimeCodesOf(body)).toEqual([{ start: 13, length: 7, code: '123456', displayCode: '123 456' }])
})

it('styles and animations are returned by name', () => {
  const bold = { __kIMTextBoldAttributeName: number(1), __kIMTextUnderlineAttributeName: number(1) }
  const body = bodyOf('abcd', [
    [1, bold],
    [1, { __kIMTextEffectAttributeName: number(9) }],
    [1, { __kIMTextEffectAttributeName: number(99) }],
    [1, part(0)],
  ])
  expect(stylesOf(body)).toEqual([
    { start: 0, length: 1, styles: ['Bold', 'Underline'], effect: null },
    { start: 1, length: 1, styles: [], effect: 'shake' },
    { start: 2, length: 1, styles: [], effect: 'effect 99' },
  ])
})

it('a breadcrumb names the people involved', () => {
  const text =
    '$(kIMTranscriptPluginBreadcrumbTextSenderIdentifier) beat $(kIMTranscriptPluginBreadcrumbTextReceiverIdentifier).'
  const body = bodyOf('\ufffd', [[1, { __kIMBreadcrumbTextMarkerAttributeName: string(text) }]])
  const breadcrumb = breadcrumbOf(body)
  expect(fillBreadcrumb(breadcrumb ?? '', { sender: 'Anna', receiver: '$&' })).toBe('Anna beat $&.')
})

describe('detected data', () => {
  const result = (T: string, MS: string, SR: unknown[] = []) => new Keyed('DDScannerResult', { T, MS, SR })
  const detected = (attribute: string, root: unknown) => ({ [attribute]: data(keyedArchive(root, 'dd-result')) })

  it('comes with its kind, its text and its components', () => {
    const address = result('FullAddress', '1 Main St, Springfield', [
      result('Street', '1 Main St'),
      result('City', 'Springfield'),
    ])
    const body = bodyOf('Go to 1 Main St, Springfield', [
      [6, part(0)],
      [22, detected('__kIMAddressAttributeName', address)],
    ])
    expect(detectedDataOf(body)).toEqual([
      {
        kind: 'address',
        start: 6,
        length: 22,
        type: 'FullAddress',
        text: '1 Main St, Springfield',
        parts: [
          { type: 'Street', text: '1 Main St', parts: [] },
          { type: 'City', text: 'Springfield', parts: [] },
        ],
      },
    ])
  })

  it('comes in the order of the text', () => {
    const body = bodyOf('$5 8pm', [
      [3, detected('__kIMMoneyAttributeName', result('Money', '$5'))],
      [3, detected('__kIMCalendarEventAttributeName', result('Time', '8pm'))],
    ])
    expect(detectedDataOf(body).map(({ kind }) => kind)).toEqual(['money', 'date'])
  })

  it('is left out when it cannot be read', () => {
    const body = bodyOf('$5', [[2, { __kIMMoneyAttributeName: data(Uint8Array.of(1, 2, 3)) }]])
    expect(detectedDataOf(body)).toEqual([])
  })
})

it('plain text omits the marks of attachments and plugins', () => {
  expect(plainText('\ufffcHello\ufffd you\ufffc')).toBe('Hello you')
})
