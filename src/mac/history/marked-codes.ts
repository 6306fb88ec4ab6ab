/** Reads texts without the one-time codes that Messages itself has marked in them, for views in which codes do not exist. */
import { Buffer } from 'node:buffer'
import { oneTimeCodesOf, plainText } from '../../apple/attributed-text.ts'
import { decodeBody } from '../../apple/message-body.ts'
import { hiddenCode } from '../../domain/grant/one-time-codes.ts'

interface WithText {
  text: string | null
  body: Uint8Array | null
}

const mark = '__kIMOneTimeCodeAttributeName'

/** A row with a marked code keeps only its plain text; without the body nothing else can tell the code. */
export function withoutMarkedCodes<R extends WithText>(row: R): R {
  const { body } = row
  if (body === null || !Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(mark, 0, 'latin1'))
    return row
  return { ...row, body: null, text: textWithoutCodes(body) }
}

function textWithoutCodes(bytes: Uint8Array): string {
  const decoded = decodeBody(bytes)
  // Where the code stands cannot be told.
  if (!decoded.ok) return hiddenCode
  const { text } = decoded.value
  const secrets = oneTimeCodesOf(decoded.value).flatMap(({ start, length, code, displayCode }) => [
    text.slice(start, start + length),
    displayCode,
    code,
  ])
  return plainText(secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, hiddenCode)), text))
}
