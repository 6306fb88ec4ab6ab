/**
 * Recognises the strings that recur in nearly every body: comparing a few bytes is much faster than creating the
 * string.
 */
import { Buffer } from 'node:buffer'

const attributes = ['MessagePart', 'BaseWritingDirection', 'FileTransferGUID', 'Filename', 'InlineMediaHeight']
  .concat(['InlineMediaWidth', 'EmojiImage', 'Link', 'LinkIsRichLink', 'DataDetected', 'PhoneNumber', 'Address'])
  .concat(['Money', 'CalendarEvent', 'OneTimeCode', 'TextBold', 'TextItalic', 'TextUnderline', 'TextStrikethrough'])
  .concat(['TextEffect', 'PluginPayload', 'BreadcrumbTextMarker'])
  .map((name) => `__kIM${name}AttributeName`)

const classes = ['Object', 'String', 'MutableString', 'AttributedString', 'MutableAttributedString', 'Dictionary']
  .concat(['Number', 'Value', 'URL', 'Data', 'MutableData'])
  .map((name) => `NS${name}`)

const typeEncodings = [...'@+*iqdcf', 'iI']

/** Groups strings of equal length, which are few enough to try one after the other. */
const byLength: { text: string; bytes: Buffer }[][] = []
for (const text of [...attributes, ...classes, ...typeEncodings, '__kIMMentionConfirmedMention']) {
  const sameLength = byLength[text.length] ?? []
  sameLength.push({ text, bytes: Buffer.from(text, 'latin1') })
  byLength[text.length] = sameLength
}

/** Returns the known string at this position; undefined where there is another. */
export function knownString(bytes: Buffer, start: number, length: number): string | undefined {
  const candidates = byLength[length]
  if (candidates === undefined) return undefined
  for (const known of candidates) if (isAt(bytes, start, known.bytes)) return known.text
  return undefined
}

function isAt(bytes: Buffer, start: number, known: Buffer): boolean {
  for (let i = 0; i < known.length; i++) if (bytes[start + i] !== known[i]) return false
  return true
}
