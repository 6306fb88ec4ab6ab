/** Checks the decoders against a folder of real blobs and their expected values. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type ArchivedValue, AttributedString, isRecord } from '../../src/apple/archived-value.ts'
import { decodeBody, decodeText } from '../../src/apple/message-body.ts'
import { decodeArchive, decodePropertyList } from '../../src/apple/property-list.ts'
import { refuse } from '../terminal.ts'

interface Expected {
  file: string
  error?: string
  text?: string
  runs?: { start: number; len: number; attrs: unknown }[]
  value?: unknown
}

/** Returns every mismatch in one sentence; empty if there is none. */
function checkCorpus(folder: string): { checked: number; mismatches: string[] } {
  const lists = [
    { list: 'typedstream.jsonl', check: checkBody },
    { list: 'plist.jsonl', check: checkPlist },
  ]
  const results = lists.flatMap(({ list, check }) =>
    readFileSync(join(folder, list), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Expected => JSON.parse(line))
      .map((expected) =>
        check(readFileSync(join(folder, expected.file)), expected).map((it) => `${expected.file}: ${it}`),
      ),
  )
  return { checked: results.length, mismatches: results.flat() }
}

function checkBody(bytes: Uint8Array, expected: Expected): string[] {
  const body = decodeBody(bytes)
  if (expected.error !== undefined) return body.ok ? [`decoded, though ${expected.error}`] : []
  if (!body.ok) return [`refused: ${body.reason}`]
  const text = decodeText(bytes)
  return [
    ...(text.ok && text.value === expected.text ? [] : [`the text alone is ${JSON.stringify(text)}`]),
    ...compare(body.value, { text: expected.text, runs: expected.runs }, ''),
  ]
}

function checkPlist(bytes: Uint8Array, expected: Expected): string[] {
  const archive = decodeArchive(bytes)
  const decoded = archive.ok ? archive : decodePropertyList(bytes)
  if (expected.error !== undefined) return decoded.ok ? [`decoded, though ${expected.error}`] : []
  return decoded.ok ? compare(decoded.value, expected.value, '') : [`refused: ${decoded.reason}`]
}

/** Compares a decoded value with the notation of the lists, where `$bytes` and similar keys express what JSON lacks. */
function compare(value: ArchivedValue | undefined, expected: unknown, path: string): string[] {
  if (value instanceof Uint8Array) return compareBytes(value, expected, path)
  if (value instanceof AttributedString) return compareText(value, expected, path)
  if (value instanceof Date) return difference(value.toISOString(), String(expected).replace(/Z$/, '.000Z'), path)
  if (Array.isArray(value)) return compareLists(value, expected, path)
  if (value !== undefined && isRecord(value))
    return compareLists(Object.entries(value).flat(), entries(value, expected), path)
  return difference(value, notationOf(expected), path)
}

/** Returns the expected entries in the order in which they were decoded, since property lists have no order. */
function entries(value: object, expected: unknown): unknown[] {
  const map = new Map(Object.entries(expected ?? {}))
  const known = Object.keys(value).flatMap((key) => [key, map.get(key)])
  return [...known, ...[...map].filter(([key]) => !(key in value)).flat()]
}

function compareLists(values: readonly ArchivedValue[], expected: unknown, path: string): string[] {
  const list = Array.isArray(expected) ? expected : [expected]
  if (list.length !== values.length) return difference(values, expected, path)
  return values.flatMap((value, i) => compare(value, list[i], `${path}/${i}`))
}

function compareText(value: AttributedString, expected: unknown, path: string): string[] {
  const wanted = fields(expected)
  const { text, runs } = '$typedstream' in wanted ? fields(wanted.$typedstream) : wanted
  const list = Array.isArray(runs) ? runs : []
  const ranges = (run: { start: number; len?: number; length?: number }) => [run.start, run.len ?? run.length]
  return [
    ...difference(value.text, text, `${path}/text`),
    ...difference(value.runs.map(ranges), list.map(ranges), `${path}/runs`),
    ...value.runs.flatMap((run, i) => compare(run.attributes, list[i]?.attrs, `${path}/runs/${i}`)),
  ]
}

function compareBytes(bytes: Uint8Array, expected: unknown, path: string): string[] {
  const { data, $bytes, $head, $utf8, $bplist, $typedstream } = fields(expected)
  const contents = Buffer.from(bytes)
  if ($typedstream !== undefined) return nested(decodeBody(bytes), expected, path)
  if ($bplist !== undefined) return nested(decodeArchive(bytes), $bplist, path)
  if ($utf8 !== undefined) {
    const start = String($utf8).replace(/\.\.\.$/, '')
    return difference(contents.toString('utf8').slice(0, start.length), start, path)
  }
  const length = data === undefined ? $bytes : Number.parseInt(String(data), 10)
  const head = $head === undefined ? undefined : contents.toString('hex').slice(0, String($head).length)
  return difference([bytes.length, head], [length, $head], path)
}

function nested(decoded: ReturnType<typeof decodeArchive>, expected: unknown, path: string): string[] {
  return decoded.ok ? compare(decoded.value, expected, path) : [`${path} refused: ${decoded.reason}`]
}

/** URLs and UUIDs are strings in our values. */
function notationOf(expected: unknown): unknown {
  const { url, $uuid } = fields(expected)
  if (url !== undefined) return url
  return typeof $uuid === 'string'
    ? $uuid.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : expected
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const difference = (value: unknown, expected: unknown, path: string): string[] =>
  isDeepStrictEqual(value, expected)
    ? []
    : [`${path} is ${JSON.stringify(value)}, expected ${JSON.stringify(expected)}`]

const usage = `npm run proof -- corpus FOLDER

Compares what the decoders make of the blobs in this folder with the values in its typedstream.jsonl and plist.jsonl.`

export async function prove(args: readonly string[]): Promise<boolean> {
  const [folder] = args
  if (folder === undefined || folder.startsWith('-')) refuse(usage)
  const { checked, mismatches } = checkCorpus(folder)
  process.stdout.write([...mismatches, `${checked} blobs, ${mismatches.length} mismatches`, ''].join('\n'))
  return mismatches.length === 0
}
