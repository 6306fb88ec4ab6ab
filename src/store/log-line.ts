/** One entry as one line of service.jsonl: bounded, and free of anything that could act on a terminal or fake a second line. */
import { stripVTControlCharacters } from 'node:util'
import { Value } from '@sinclair/typebox/value'
import { LogEntry } from '../contract/log-entry.ts'

export const maxLineBytes = 2_048
const maxSourceLength = 64
const ellipsis = '…'

/** The line with its line feed, at most `maxLineBytes` long. */
export function logLine({ ts, source, level, msg }: LogEntry): string {
  const safe = {
    ts,
    source: harmless(source.slice(0, maxSourceLength)),
    level,
    msg: harmless(msg.slice(0, maxLineBytes)),
  }
  const line = `${JSON.stringify(safe)}\n`
  if (msg.length <= maxLineBytes && Buffer.byteLength(line) <= maxLineBytes) return line
  const room = maxLineBytes - Buffer.byteLength(`${JSON.stringify({ ...safe, msg: ellipsis })}\n`)
  return `${JSON.stringify({ ...safe, msg: cutTo(safe.msg, room) + ellipsis })}\n`
}

/** Undefined for what is no entry, such as a line that a full disk has cut. */
export function readLogLine(line: string): LogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return Value.Check(LogEntry, entry) ? entry : undefined
  } catch {
    return undefined
  }
}

const spaces = /[\t\n\v\f\r\u2028\u2029]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Without escape sequences, control characters and marks that turn the direction of writing. */
const harmless = (text: string): string =>
  stripVTControlCharacters(text).replace(spaces, ' ').replace(controls, '').toWellFormed()

/** The beginning that takes at most `bytes` once it is written as JSON. */
function cutTo(text: string, bytes: number): string {
  let used = 0
  let end = 0
  for (const character of text) {
    used += Buffer.byteLength(JSON.stringify(character)) - 2
    if (used > bytes) break
    end += character.length
  }
  return text.slice(0, end)
}
