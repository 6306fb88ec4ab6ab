/** Tries forms with files, whole and damaged, in pieces of any size. */
import { deepStrictEqual, ok } from 'node:assert'
import { chance, type Random, wholeNumber } from '../../../simulator/random.ts'
import { hasCode } from '../../../src/domain/service-error.ts'
import { formParts } from '../../../src/web/request/form-parts.ts'
import { mutatedBytes, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

const boundary = 'xyz'
const mostPieces = 1_000
const contentType = `multipart/form-data; boundary=${boundary}`

export const forms: Target = {
  name: 'forms',
  claim: 'a form is the same in whatever pieces it comes; a damaged one is read or refused, and never grows',
  open: () => ({
    async attempt(random) {
      const whole = formOf(random)
      const sent = chance(random, 0.2) ? whole : Buffer.from(mutatedBytes(random, whole))
      const [one, other] = [await read(sent, sent.length || 1), await read(sent, pieceOf(random, sent))]
      deepStrictEqual(other, one)
      ok((one ?? []).reduce((sum, { length }) => sum + length, 0) <= sent.length)
    },
  }),
}

/** A long form comes in a limited number of pieces, or cutting it would take longer than reading it. */
const pieceOf = (random: Random, { length }: Uint8Array): number =>
  Math.max(wholeNumber(random, 1, 64), Math.ceil(length / mostPieces))

function formOf(random: Random): Buffer {
  const parts = Array.from({ length: wholeNumber(random, 0, 4) }, () => {
    const filename = chance(random, 0.5) ? `; filename="${encodeURI(strangeText(random).toWellFormed())}"` : ''
    return `--${boundary}\r\nContent-Disposition: form-data; name="a"${filename}\r\n\r\n${strangeText(random)}\r\n`
  })
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
}

/** Returns undefined when the form is refused. */
async function read(bytes: Buffer, pieceLength: number) {
  const parts: { name: string; filename: string | undefined; length: number }[] = []
  try {
    for await (const part of formParts(inPieces(bytes, pieceLength), contentType)) {
      let length = 0
      for await (const piece of part.bytes) length += piece.length
      parts.push({ name: part.name, filename: part.filename, length })
    }
    return parts
  } catch (error) {
    if (hasCode(error, 'invalid_request')) return undefined
    throw error
  }
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
