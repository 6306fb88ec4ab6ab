// Encodes bodies of messages as Messages archives them: the parts of a message with their attributes, and a fast path
// for plain text.

import { encodeTypedstream, type Run, type Value } from './typedstream.ts'

const textEffects = {
  ripple: 4,
  big: 5,
  bloom: 6,
  nod: 8,
  shake: 9,
  jitter: 10,
  small: 11,
  explode: 12,
} as const

export interface TextStyle {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strikethrough?: boolean
  effect?: keyof typeof textEffects
}

/** A piece of text with more attributes than the number of its part. */
export interface Span extends TextStyle {
  text: string
  /** The address of the mentioned person; `text` is the name that is shown. */
  mention?: string
  link?: { url: string; rich?: boolean }
  oneTimeCode?: { code: string; displayCode: string }
  /** An archived DDScannerResult, under the key of its kind. */
  detected?: { kind: 'DataDetected' | 'PhoneNumber' | 'Address' | 'Money' | 'CalendarEvent'; archive: Uint8Array }
}

export interface AttachmentPart {
  attachmentGuid: string
  filename?: string
  width?: number
  height?: number
  /** The transcript of a voice message. */
  transcript?: string
  /** Whether it is a Genmoji, Memoji or sticker inside a line. */
  emoji?: boolean
}

/** One bubble: text, styled text or an attachment. */
export type Part = string | readonly Span[] | AttachmentPart

export interface Body {
  /** The text, with U+FFFC in place of each attachment. */
  text: string
  bytes: Buffer
  partCount: number
}

const attachmentMark = '\ufffc'

const key = (name: string) => `__kIM${name}AttributeName`
const partNumber = (part: number): readonly [string, Value] => [key('MessagePart'), { int: part }]
const isAttachment = (part: Part): part is AttachmentPart => typeof part === 'object' && 'attachmentGuid' in part

type Attribute = readonly [string, Value]

const optional = <T>(value: T | undefined, attribute: (value: T) => Attribute[]): Attribute[] =>
  value === undefined ? [] : attribute(value)

function attachmentAttributes(part: AttachmentPart, index: number): Attribute[] {
  return [
    [key('FileTransferGUID'), { string: part.attachmentGuid }],
    ...optional(part.transcript, (transcript) => [['IMAudioTranscription', { string: transcript }]]),
    ...optional(part.height, (height) => [[key('InlineMediaHeight'), { double: height }]]),
    partNumber(index),
    ...optional(part.filename, (filename) => [[key('Filename'), { string: filename }]]),
    ...optional(part.width, (width) => [[key('InlineMediaWidth'), { double: width }]]),
    ...(part.emoji ? [[key('EmojiImage'), { int: 1 }] as const] : []),
  ]
}

const styleAttributes = ({ bold, italic, underline, strikethrough, effect }: TextStyle): Attribute[] => [
  ...Object.entries({ Bold: bold, Italic: italic, Underline: underline, Strikethrough: strikethrough })
    .filter(([, on]) => on)
    .map(([name]) => [key(`Text${name}`), { int: 1 }] as const),
  ...optional(effect, (name) => [[key('TextEffect'), { int: textEffects[name] }]]),
]

function spanAttributes(span: Span, index: number): Attribute[] {
  return [
    ...optional(span.mention, (address) => [['__kIMMentionConfirmedMention', { string: address }]]),
    ...optional(span.link?.rich, (rich) => [[key('LinkIsRichLink'), { int: Number(rich), type: 'c' }]]),
    ...optional(span.detected, ({ kind, archive }) => [[key(kind), { data: archive }]]),
    ...optional(span.oneTimeCode, ({ code, displayCode }) => [
      [
        key('OneTimeCode'),
        {
          dictionary: [
            ['code', { string: code }],
            ['displayCode', { string: displayCode }],
          ],
        },
      ],
    ]),
    partNumber(index),
    ...styleAttributes(span),
    ...optional(span.link?.url, (url) => [[key('Link'), { url }]]),
  ]
}

interface Piece extends Run {
  text: string
}

const textPiece = (text: string, attributes: readonly Attribute[]): Piece => ({ text, length: text.length, attributes })

function piecesOf(part: Part, index: number): Piece[] {
  if (typeof part === 'string') return [textPiece(part, [partNumber(index)])]
  if (isAttachment(part)) return [textPiece(attachmentMark, attachmentAttributes(part, index))]
  return part.map((span) => textPiece(span.text, spanAttributes(span, index)))
}

const template = (() => {
  const bytes = encodeTypedstream({ text: '?', runs: [{ length: 1, attributes: [partNumber(0)] }] })
  const text = bytes.indexOf('+\x01?', 0, 'latin1')
  const run = bytes.indexOf('iI\x01\x01', 0, 'latin1')
  return {
    beforeText: bytes.subarray(0, text + 1),
    betweenTextAndLength: bytes.subarray(text + 3, run + 3),
    afterLength: bytes.subarray(run + 4),
  }
})()

function writeLength(bytes: Buffer, at: number, value: number): number {
  if (value <= 0x7f) return bytes.writeUInt8(value, at)
  if (value <= 0x7fff) return bytes.writeUInt16LE(value, bytes.writeUInt8(0x81, at))
  return bytes.writeUInt32LE(value, bytes.writeUInt8(0x82, at))
}

/**
 * Encodes one part of plain text to the same bytes as the general path, for the many messages that contain nothing
 * else.
 */
export function plainBody(text: string): Body {
  const { beforeText, betweenTextAndLength, afterLength } = template
  const utf8Length = Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(
    beforeText.length + betweenTextAndLength.length + afterLength.length + utf8Length + 2 * 5,
  )
  let end = beforeText.copy(bytes)
  end = writeLength(bytes, end, utf8Length)
  end += bytes.write(text, end)
  end += betweenTextAndLength.copy(bytes, end)
  end = writeLength(bytes, end, text.length)
  end += afterLength.copy(bytes, end)
  return { text, bytes: bytes.subarray(0, end), partCount: 1 }
}

export interface BodyOptions {
  /** The part numbers, if some of the original parts are gone. */
  partNumbers?: readonly number[]
  /** Whether the string is immutable, as in the history of edits. */
  immutable?: boolean
}

export function bodyOf(parts: readonly Part[], { partNumbers, immutable }: BodyOptions = {}): Body {
  const [only] = parts
  if (typeof only === 'string' && only !== '' && parts.length === 1 && !partNumbers && !immutable)
    return plainBody(only)
  const pieces = parts.flatMap((part, index) => piecesOf(part, partNumbers?.[index] ?? index))
  const text = pieces.map((piece) => piece.text).join('')
  const runs = pieces.filter(({ length }) => length > 0)
  return { text, bytes: encodeTypedstream({ text, runs, mutable: !immutable }), partCount: parts.length }
}

/** Returns the body that remains of a message that was unsent as a whole. */
export const emptyBody = (): Buffer => encodeTypedstream({ text: '', runs: [], mutable: false })

/** Returns the text of an archived body, which has the same position in every body. */
export function textOf(bytes: Uint8Array): string {
  const body = Buffer.from(bytes)
  const at = body.indexOf('\x84\x01+', 0, 'latin1') + 3
  if (at < 3) return ''
  const [start, length] =
    body[at] === 0x81
      ? [at + 3, body.readUInt16LE(at + 1)]
      : body[at] === 0x82
        ? [at + 5, body.readUInt32LE(at + 1)]
        : [at + 1, body.readUInt8(at)]
  return body.toString('utf8', start, start + length)
}
