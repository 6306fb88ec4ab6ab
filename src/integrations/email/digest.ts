/**
 * Stores messages for the next digest: they are on the disk before they are acknowledged, and stay there until the mail
 * server has accepted the digest.
 */

import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PluginContext } from '../../plugin-api/index.ts'
import { appendToFile, replaceFile } from '../shared/durable-file.ts'
import { type Mail, replyMark } from './mail.ts'
import type { MessageIds } from './message-id.ts'

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

export class Digest {
  readonly #deps: DigestDeps
  readonly #path: string
  readonly #batchPath: string
  #waiting: DigestEntry[]
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #isClosed = false

  constructor(deps: DigestDeps) {
    this.#deps = deps
    this.#path = join(deps.dataDir, 'digest.jsonl')
    this.#batchPath = join(deps.dataDir, 'digest-batch')
    this.#waiting = readEntries(this.#path)
    this.#schedule()
  }

  /** Returns once the entry is on the disk; throws when there is no more room. */
  add(entry: DigestEntry): void {
    if (this.#waiting.some(({ delivery_id }) => delivery_id === entry.delivery_id)) return
    if (this.#waiting.length >= mostWaiting) throw new Error('Too many messages wait for a digest that cannot be sent')
    appendToFile(this.#path, line(entry))
    this.#waiting.push(entry)
    this.#schedule()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    const [first] = this.#waiting
    if (this.#isClosed || this.#timer !== undefined || first === undefined) return
    const { everyMs } = this.#deps
    // Limits the wait when the clock was set back.
    const dueMs = Math.min(Math.max(first.atMs + everyMs - Date.now(), 0), everyMs)
    this.#sendAfter(this.#batchSize() > 0 ? 0 : dueMs)
  }

  #sendAfter(ms: number): void {
    this.#timer = setTimeout(() => void this.#send(), Math.min(ms, longestWaitMs))
  }

  /**
   * Returns how many of the first entries belong to a digest that may already have been sent: that digest must stay the
   * same.
   */
  #batchSize(): number {
    return Math.min(Number(readText(this.#batchPath)) || 0, this.#waiting.length)
  }

  async #send(): Promise<void> {
    const { send, log } = this.#deps
    const size = this.#batchSize() || Math.min(this.#waiting.length, mostInOne)
    try {
      replaceFile(this.#batchPath, String(size))
      await send(this.#waiting.slice(0, size))
      this.#waiting = this.#waiting.slice(size)
      replaceFile(this.#path, this.#waiting.map(line).join(''))
      rmSync(this.#batchPath, { force: true })
      this.#failures = 0
      this.#timer = undefined
      this.#schedule()
    } catch (error) {
      log.log_warn(`The digest waits: ${(error as Error).message}.`)
      if (!this.#isClosed) this.#sendAfter(Math.min(firstPauseMs * 2 ** this.#failures++, longestPauseMs))
    }
  }
}

const line = (entry: DigestEntry): string => `${JSON.stringify(entry)}\n`

/** A line that a crash cut off was never acknowledged. */
const readEntries = (path: string): DigestEntry[] => readText(path).split('\n').flatMap(parsed)

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

interface DigestMailOptions {
  ids: MessageIds
  canAnswer: boolean
}

/** Builds the mail that lists many messages, grouped by conversation. */
export function digestMail(entries: readonly DigestEntry[], { ids, canAnswer }: DigestMailOptions): Mail {
  const conversations = Map.groupBy(entries, ({ conversation_id }) => conversation_id)
  const names = [...conversations.values()].map(([first]) => first?.name ?? '')
  const only = conversations.size === 1 ? (entries[0]?.conversation_id ?? null) : null
  const sections = [...conversations.values()].map(sectionOf)
  const mark = canAnswer && only !== null ? [replyMark, ''] : []
  return {
    messageId: ids.of(idOf(entries), only),
    references: only === null ? [] : [ids.thread(only)],
    fromName: shortList(names),
    subject: `${entries.length === 1 ? '1 message' : `${entries.length} messages`} from ${shortList(names)}`,
    text: [...mark, ...sections, `(${zone})`, ''].join('\n'),
    files: [],
    automatic: 'auto-generated',
  }
}

/** Returns the same id for the same messages. */
const idOf = (entries: readonly DigestEntry[]): string =>
  createHash('sha256')
    .update(entries.map(({ delivery_id }) => delivery_id).join('\n'))
    .digest('hex')
    .slice(0, 32)

function sectionOf(entries: readonly DigestEntry[]): string {
  const lines = entries.map(({ sender, ts, text, files, name }) => {
    const who = sender === name ? '' : `${sender}: `
    const what = [...(text === null ? [] : [text]), ...files.map((file) => `[${file}]`)].join('\n  ')
    return `${time.format(new Date(ts))}  ${who}${what}`
  })
  return `${entries[0]?.name}\n\n${lines.join('\n')}\n`
}

const namesShown = 3
const shortList = (names: readonly string[]): string =>
  names.length > namesShown
    ? `${names.slice(0, namesShown).join(', ')} and ${names.length - namesShown} more`
    : names.join(', ')

const time = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const zone = `times: ${time.resolvedOptions().timeZone}`
