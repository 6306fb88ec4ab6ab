/** How long a message body takes to decode: ours, the least possible, and node-typedstream; `--fuzz N [FOLDER]` for mutated ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Unarchiver } from 'node-typedstream'
import { bodyOf, type Part } from '../simulator/formats/attributed-body.ts'
import { unforeseen } from '../src/apple/decoded.ts'
import { decodeBody, decodeText } from '../src/apple/message-body.ts'

const bodyCount = 20_000
const rounds = 5

export interface Figure {
  work: string
  /** Microseconds per body, the median of the rounds. */
  oursUs: number
  floorUs: number
  nodeTypedstreamUs: number
  /** How many times as long node-typedstream takes. */
  ratio: number
}

/** Measures both doors over the same bodies, after making sure that everyone reads the same text. */
export async function run(): Promise<Figure[]> {
  const bodies = makeBodies(bodyCount)
  for (const { text, bytes } of bodies) expectEqualTexts(text, bytes)
  const blobs = bodies.map(({ bytes }) => new Uint8Array(bytes))
  const floorUs = medianUs(blobs, cutTextOut)
  const nodeTypedstreamUs = medianUs(blobs, readWithNodeTypedstream)
  const figure = (work: string, decode: (blob: Uint8Array) => unknown): Figure => {
    const oursUs = medianUs(blobs, decode)
    return { work, oursUs, floorUs, nodeTypedstreamUs, ratio: nodeTypedstreamUs / oursUs }
  }
  return [figure('decodeText', decodeText), figure('decodeBody', decodeBody)]
}

function expectEqualTexts(text: string, bytes: Uint8Array): void {
  const alone = decodeText(bytes)
  const body = decodeBody(bytes)
  const theirs = readWithNodeTypedstream(bytes)
  const texts = [alone.ok && alone.value, body.ok && body.value.text, theirs]
  if (texts.some((it) => it !== text)) throw new Error(`${JSON.stringify(text)} was read as ${JSON.stringify(texts)}`)
}

/** The floor: the text cut out where it usually lies, with nothing checked. */
function cutTextOut(blob: Uint8Array): string {
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength)
  const at = bytes.indexOf(0x2b) + 1
  const long = bytes[at] === 0x81
  const start = at + (long ? 3 : 1)
  return bytes.toString('utf8', start, start + (long ? bytes.readUInt16LE(at + 1) : (bytes[at] ?? 0)))
}

function readWithNodeTypedstream(blob: Uint8Array): string {
  const [root] = Unarchiver.open(Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength)).decodeAll()
  return root.values[0].string
}

function medianUs(blobs: readonly Uint8Array[], decode: (blob: Uint8Array) => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const startMs = performance.now()
    for (const blob of blobs) decode(blob)
    return ((performance.now() - startMs) * 1000) / blobs.length
  })
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

/** A generator of numbers from 0 to 1 that are the same in every run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const words =
  'see you at the station tomorrow around eight then we can walk über Straße naïve 日本 привет 🎉 👍🏽 ok'.split(' ')

/** Bodies as a conversation has them: most of plain text, some with attachments, links, mentions and styles. */
function makeBodies(count: number) {
  const random = seededRandom(1)
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

/** Decodes damaged copies of the seeds. Surprises are failures that the decoder was not prepared for. */
function fuzz(seeds: readonly Uint8Array[], count: number) {
  const random = seededRandom(2)
  const heapBefore = process.memoryUsage().heapUsed
  let [accepted, surprises] = [0, 0]
  let slowest = { blob: new Uint8Array(), ms: 0 }
  for (let i = 0; i < count; i++) {
    const blob = mutate(seeds[i % seeds.length] ?? new Uint8Array(), random)
    const { ms, body, text } = timed(blob)
    if (ms > slowest.ms) slowest = { blob: new Uint8Array(blob), ms }
    if (body.ok) accepted++
    for (const it of [text, body]) if (!it.ok && it.reason.startsWith(unforeseen)) surprises++
  }
  const heapGrowthMb = (process.memoryUsage().heapUsed - heapBefore) / 2 ** 20
  // The pauses of a busy machine fall upon any blob: what the slowest one needs by itself is seen when it comes again.
  const againMs = Math.min(...Array.from({ length: 5 }, () => timed(slowest.blob).ms))
  return { count, accepted, surprises, slowestMs: slowest.ms, slowestAgainMs: againMs, heapGrowthMb }
}

function timed(blob: Uint8Array) {
  const startMs = performance.now()
  const [text, body] = [decodeText(blob), decodeBody(blob)]
  return { ms: performance.now() - startMs, text, body }
}

/** A few bytes changed, a piece cut out or doubled, or the end torn off. */
function mutate(seed: Uint8Array, random: () => number): Uint8Array {
  const at = (length: number) => Math.floor(random() * length)
  const kind = random()
  const [from, to] = [at(seed.length), at(seed.length)].sort((a, b) => a - b) as [number, number]
  if (kind < 0.1) return seed.subarray(0, from)
  if (kind < 0.2) return Buffer.concat([seed.subarray(0, from), seed.subarray(to)])
  if (kind < 0.3) return Buffer.concat([seed.subarray(0, to), seed.subarray(from)])
  const blob = new Uint8Array(seed)
  for (let i = 0; i <= at(4); i++) blob[at(blob.length)] = random() < 0.5 ? 0x80 + at(0x14) : at(0x100)
  return blob
}

function seedsOf(folder: string | undefined): Uint8Array[] {
  if (folder === undefined) return makeBodies(200).map(({ bytes }) => bytes)
  const lines = readFileSync(join(folder, 'typedstream.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => readFileSync(join(folder, JSON.parse(line).file)))
}

function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ work, oursUs, floorUs, nodeTypedstreamUs, ratio }) =>
    [work, ...[oursUs, floorUs, nodeTypedstreamUs, ratio].map((it) => it.toFixed(2))].join(' | '),
  )
  return [`work | ours µs | floor µs | node-typedstream µs | ratio`, ...rows].join('\n')
}

if (import.meta.main) {
  const [mode, count = '1000000', folder] = process.argv.slice(2)
  const result = mode === '--fuzz' ? JSON.stringify(fuzz(seedsOf(folder), Number(count))) : table(await run())
  process.stdout.write(`${result}\n`)
}
