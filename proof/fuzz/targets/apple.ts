/** Tries Apple's formats: message bodies, summaries, previews, polls and drawings. */
import { deepStrictEqual, ok } from 'node:assert'
import { pick } from '../../../simulator/random.ts'
import { decodeAppBalloon } from '../../../src/apple/app-balloon.ts'
import { type ArchivedValue, AttributedString, isRecord } from '../../../src/apple/archived-value.ts'
import { attachmentsOf, linksOf, mentionsOf, partsOf, stylesOf } from '../../../src/apple/attributed-text.ts'
import { type Decoded, limits, unforeseen } from '../../../src/apple/decoded.ts'
import { detectedDataOf } from '../../../src/apple/detected-data.ts'
import { decodeDigitalTouch } from '../../../src/apple/digital-touch.ts'
import { decodeLinkPreview } from '../../../src/apple/link-preview.ts'
import { decodeBody, decodeText } from '../../../src/apple/message-body.ts'
import { decodePoll } from '../../../src/apple/poll.ts'
import { decodeArchive, decodePropertyList } from '../../../src/apple/property-list.ts'
import { decodeSummaryInfo } from '../../../src/apple/summary-info.ts'
import { mutatedBytes } from '../mutate.ts'
import type { Target } from '../run.ts'
import { bodies, lists } from './apple-seeds.ts'

export const typedstream: Target = {
  name: 'typedstream',
  claim: 'a damaged body is read or refused, never thrown at; its text is the same by both ways',
  open: () => ({
    attempt(random) {
      const [, bytes] = pick(random, bodies)
      const mutated = mutatedBytes(random, bytes)
      const [text, body] = [foreseen(decodeText(mutated)), foreseen(decodeBody(mutated))]
      if (!body.ok) return
      deepStrictEqual(text, { ok: true, value: body.value.text })
      deepStrictEqual(
        body.value.runs.reduce((end, { length }) => end + length, 0),
        body.value.text.length,
      )
      for (const read of [partsOf, attachmentsOf, linksOf, mentionsOf, stylesOf, detectedDataOf])
        ok(read(body.value).length <= limits.items)
      for (const { attributes } of body.value.runs) ok(sizeOf(attributes) <= 2 * limits.items)
    },
  }),
}

const decoders: readonly ((bytes: Uint8Array) => Decoded<unknown>)[] = [
  decodeBody,
  decodeText,
  decodeSummaryInfo,
  decodeLinkPreview,
  decodeAppBalloon,
  decodePoll,
]

export const propertyLists: Target = {
  name: 'plists',
  claim: 'a damaged property list is read or refused by each that reads one, and stays small',
  open: () => ({
    attempt(random) {
      const [, bytes] = pick(random, lists)
      const mutated = mutatedBytes(random, bytes)
      for (const decode of decoders) foreseen(decode(mutated))
      for (const decode of [decodePropertyList, decodeArchive]) {
        const decoded = foreseen(decode(mutated))
        if (decoded.ok) ok(sizeOf(decoded.value) <= 2 * limits.items)
      }
    },
  }),
}

const touch = Uint8Array.of(0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1a, 2, 9, 9, 0x08, 4)

export const digitalTouch: Target = {
  name: 'digital-touch',
  claim: 'a damaged drawing has a name or is refused',
  open: () => ({
    attempt(random) {
      const decoded = foreseen(decodeDigitalTouch(mutatedBytes(random, touch)))
      if (decoded.ok) ok(/^[A-Z]/.test(decoded.value))
    },
  }),
}

/** Counts the values that a walk of the whole result visits. */
function sizeOf(value: ArchivedValue): number {
  if (value instanceof AttributedString) return value.runs.length + 1
  if (Array.isArray(value)) return value.reduce<number>((size, item) => size + sizeOf(item), 1)
  return isRecord(value) ? Object.values(value).reduce<number>((size, item) => size + sizeOf(item), 1) : 1
}

/** Checks that the input was decoded, or refused for a declared reason. */
function foreseen<T>(decoded: Decoded<T>): Decoded<T> {
  if (!decoded.ok && decoded.reason.startsWith(unforeseen)) throw new Error(decoded.reason)
  return decoded
}
