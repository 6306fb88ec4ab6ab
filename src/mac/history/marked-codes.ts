/** Reads texts without the one-time codes that Messages itself has marked in them, for views in which codes do not exist. */
import { Buffer } from 'node:buffer'
import type { AttributedString } from '../../apple/archived-value.ts'
import { oneTimeCodesOf, plainText } from '../../apple/attributed-text.ts'
import { decodeBody } from '../../apple/message-body.ts'
import { hiddenCode } from '../../domain/grant/one-time-codes.ts'

interface WithText {
  text: string | null
  body: Uint8Array | null
}

export const oneTimeCodeMark = '__kIMOneTimeCodeAttributeName'

/** A row with a marked code keeps only its plain text; without the body nothing else can tell the code. */
export function withoutMarkedCodes<R extends WithText>(row: R): R {
  const { body } = row
  if (
    body === null ||
    !Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(oneTimeCodeMark, 0, 'latin1')
  )
    return row
  return { ...row, body: null, text: textWithoutCodes(body) }
}

function textWithoutCodes(bytes: Uint8Array): string {
  const decoded = decodeBody(bytes)
  // The position of the code is unknown.
  if (!decoded.ok) return hiddenCode
  const { text } = decoded.value
  return plainText(
    markedCodes(decoded.value).reduce((left, code) => (code === '' ? left : left.replaceAll(code, hiddenCode)), text),
  )
}

/** Returns the codes in every spelling that they have in the text. */
export const markedCodes = (body: AttributedString): string[] =>
  oneTimeCodesOf(body).flatMap(({ start, length, code, displayCode }) => [
    body.text.slice(start, start + length),
    displayCode,
    code,
  ])
