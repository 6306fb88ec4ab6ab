/**
 * Measures how long a message body takes to decode, the text only and all of it, beside a minimal floor and the
 * libraries on npm.
 */
import { Unarchiver } from 'node-typedstream'
import { bodyOf, type Part } from '../../../simulator/formats/attributed-body.ts'
import { seededRandom } from '../../../simulator/random.ts'
import type { Decoded } from '../../../src/apple/decoded.ts'
import { decodeBody, decodeText } from '../../../src/apple/message-body.ts'
import { median } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { parseapleUnarchiver, peers, type UnarchiverClass } from '../peers/peers.ts'
import { works } from '../works.ts'

const bodyCount = 20_000
const rounds = 5
/** The factor by which it has to be faster than node-typedstream. */
const wanted = { text: 25, body: 10 }

type Decode = (blob: Uint8Array<ArrayBuffer>) => unknown

export async function bodyDecoding(): Promise<Figure[]> {
  const textAlone = textBy(decodeText, (text) => text)
  const wholeText = textBy(decodeBody, ({ text }) => text)
  const bodies = makeBodies(bodyCount).map(({ text, bytes }) => ({ text, blob: new Uint8Array(bytes) }))
  const theirs = [
    { by: peers.nodeTypedstream, decode: readWith(Unarchiver as UnarchiverClass) },
    { by: peers.parseaple, decode: readWith(await parseapleUnarchiver()) },
  ]
  for (const { text, blob } of bodies)
    expectEqualTexts(text, [textAlone(blob), wholeText(blob), ...theirs.map(({ decode }) => decode(blob))])
  const blobs = bodies.map(({ blob }) => blob)
  const floor = { what: 'cutting the text out', measured: medianUs(blobs, cutTextOut) }
  const others = theirs.map(({ by, decode }) => ({ by, measured: medianUs(blobs, decode), unit: 'µs' as const }))
  const reference = others[0]?.measured ?? Number.NaN
  const body = 'a body with all that is in it'
  return [
    { work: works.text, measured: medianUs(blobs, decodeText), unit: 'µs', target: reference / wanted.text, floor },
    { work: body, measured: medianUs(blobs, decodeBody), unit: 'µs', target: reference / wanted.body, floor },
    // The other libraries have no shorter way to the text.
    ...[works.text, body].flatMap((work) => others.map((other) => ({ work, ...other }))),
  ]
}

function expectEqualTexts(text: string, read: readonly unknown[]): void {
  if (read.some((it) => it !== text)) throw new Error(`${JSON.stringify(text)} was read as ${JSON.stringify(read)}`)
}

/** Returns what is read as the text, or false where the body is refused. */
const textBy =
  <Value>(decode: (blob: Uint8Array) => Decoded<Value>, textOf: (value: Value) => string) =>
  (blob: Uint8Array): unknown => {
    const read = decode(blob)
    return read.ok && textOf(read.value)
  }

/** The floor: cuts the text out where it usually is, without any check. */
function cutTextOut(blob: Uint8Array<ArrayBuffer>): string {
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength)
  const at = bytes.indexOf(0x2b) + 1
  const long = bytes[at] === 0x81
  const start = at + (long ? 3 : 1)
  return bytes.toString('utf8', start, start + (long ? bytes.readUInt16LE(at + 1) : (bytes[at] ?? 0)))
}

const readWith =
  (unarchiver: UnarchiverClass): Decode =>
  (blob) => {
    const [root] = unarchiver.open(Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength)).decodeAll()
    const [string] = root?.values ?? []
    return string?.string ?? string?.value
  }

function medianUs(blobs: readonly Uint8Array<ArrayBuffer>[], decode: Decode): number {
  const times = Array.from({ length: rounds }, () => {
    const startMs = performance.now()
    for (const blob of blobs) decode(blob)
    return ((performance.now() - startMs) * 1000) / blobs.length
  })
  return median(times)
}

const words =
  'see you at the station tomorrow around eight then we can walk über Straße naïve 日本 привет 🎉 👍🏽 ok'.split(' ')

/** Most are plain text; some have attachments, links, mentions and styles. */
function makeBodies(count: number) {
  const random = seededRandom('bodies')
  return Array.from({ length: count }, () => {
    const text = makeText(random, 1 + Math.floor(random() ** 2 * 399))
    return bodyOf(makeParts(random(), text))
  })
}

function makeText(random: () => number, length: number): string {
  let text = ''
  while (text.length < length) text += `${words[Math.floor(random() * words.length)]} `
  return text.slice(0, length).toWellFormed()
}

function makeParts(kind: number, text: string): Part[] {
  if (kind < 0.8) return [text]
  if (kind < 0.88)
    return [{ attachmentGuid: 'at_0_0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F1', width: 952, height: 1139 }, text]
  if (kind < 0.94)
    return [[{ text: 'https://example.com/walk', link: { url: 'https://example.com/walk', rich: true } }, { text }]]
  if (kind < 0.98) return [[{ text: 'Anna', mention: '+15550100' }, { text }]]
  return [[{ text: 'now ', bold: true }, { text: 'or never ', italic: true, effect: 'shake' }, { text }]]
}
