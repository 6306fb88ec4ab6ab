/** Decodes the characters of an archived string: UTF-8, or UTF-16 where they begin with its byte order mark. */
import { type Buffer, isUtf8 } from 'node:buffer'
import { knownString } from './known-strings.ts'

const replacement = '\ufffd'

/** Returns null where the bytes are not valid text. */
export function decodeCharacters(bytes: Buffer, start: number, end: number): string | null {
  if (bytes[start] === 0xff && bytes[start + 1] === 0xfe && end - start >= 2) {
    return (end - start) % 2 === 0 ? bytes.toString('utf16le', start + 2, end) : null
  }
  const known = knownString(bytes, start, end - start)
  if (known !== undefined) return known
  const text = bytes.toString('utf8', start, end)
  // Decoding is lenient, and validating first costs more, so only text with the replacement character is checked.
  return text.includes(replacement) && !isUtf8(bytes.subarray(start, end)) ? null : text
}
