/**
 * Stores messages for the next digest: they are on the disk before they are acknowledged, and stay there until the mail
 * server has accepted the digest.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PluginContext } from '../../plugin-api/index.ts'
import { appendToFile, replaceFile } from '../shared/durable-file.ts'

export interface DigestEntry {
  delivery_id: string
  conversation_id: string
  /** The name of the conversation. */
  name: string
  sender: string
  ts: string
  text: string | null
  files: string[]
  /** When the message arrived here, in Unix milliseconds. */
  atMs: number
}

export interface Digest {
  /** Returns once the entry is on the disk; throws when there is no more room. */
  add(entry: DigestEntry): void
  close(): void
}

export interface DigestDeps {
  dataDir: string
  everyMs: number
  /** Called with the same entries, and no others, until it succeeds. */
  send(entries: readonly DigestEntry[]): Promise<void>
  log: Pick<PluginContext, 'log_warn'>
}

const mostWaiting = 5_000
const mostInOne = 500
const firstPauseMs = 60_000
const longestPauseMs = 1_800_000
/** The longest interval that the settings allow. */
const longestWaitMs = 86_400_000

export function openDigest({ dataDir, everyMs, send, log }: DigestDeps): Digest {
  const path = join(dataDir, 'digest.jsonl')
  const batchPath = join(dataDir, 'digest-batch')
  let waiting = read(path)
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  const schedule = (): void => {
    const [first] = waiting
    if (isClosed || timer !== undefined || first === undefined) return
    // Limits the wait when the clock was set back.
    const dueMs = Math.min(Math.max(first.atMs + everyMs - Date.now(), 0), everyMs)
    wait(batch() > 0 ? 0 : dueMs)
  }
  const wait = (ms: number): void => {
    timer = setTimeout(() => void run(), Math.min(ms, longestWaitMs))
  }

  /**
   * How many of the first entries belong to a digest that may already have been sent: that digest must stay the same.
   */
  const batch = (): number => Math.min(Number(readText(batchPath)) || 0, waiting.length)

  const run = async (): Promise<void> => {
    const size = batch() || Math.min(waiting.length, mostInOne)
    try {
      replaceFile(batchPath, String(size))
      await send(waiting.slice(0, size))
      waiting = waiting.slice(size)
      replaceFile(path, waiting.map(line).join(''))
      rmSync(batchPath, { force: true })
      failures = 0
      timer = undefined
      schedule()
    } catch (error) {
      log.log_warn(`The digest waits: ${(error as Error).message}.`)
      if (!isClosed) wait(Math.min(firstPauseMs * 2 ** failures++, longestPauseMs))
    }
  }

  schedule()
  return {
    add(entry) {
      if (waiting.some(({ delivery_id }) => delivery_id === entry.delivery_id)) return
      if (waiting.length >= mostWaiting) throw new Error('Too many messages wait for a digest that cannot be sent')
      appendToFile(path, line(entry))
      waiting.push(entry)
      schedule()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const line = (entry: DigestEntry): string => `${JSON.stringify(entry)}\n`

/** A line that a crash cut off was never acknowledged. */
const read = (path: string): DigestEntry[] => readText(path).split('\n').flatMap(parsed)

function parsed(text: string): DigestEntry[] {
  try {
    return [JSON.parse(text) as DigestEntry]
  } catch {
    return []
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
