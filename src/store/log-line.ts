/**
 * Formats one entry as one line of service.jsonl: bounded, and free of anything that could control a terminal or fake a
 * second line.
 */
import { Value } from '@sinclair/typebox/value'
import { LogEntry } from '../contract/log-entry.ts'
import { harmless } from './harmless.ts'

export const maxLineBytes = 2_048
const maxSourceLength = 64
const ellipsis = '…'

/** Returns the line with its line feed, at most `maxLineBytes` long. */
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

/** Returns undefined for a line that is not an entry, such as one cut short by a full disk. */
export function readLogLine(line: string): LogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return Value.Check(LogEntry, entry) ? entry : undefined
  } catch {
    return undefined
  }
}

/** Returns the longest beginning that takes at most `bytes` when written as JSON. */
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
