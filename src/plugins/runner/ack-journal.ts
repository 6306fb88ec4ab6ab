/**
 * acks.log records what this plugin has done and the host may not know yet, one line each: `+id` begun, `=id` done,
 * `-id` failed. "Done" is on the disk before anyone is told; "begun" only has to survive the death of this process.
 */

import { closeSync, constants, openSync, readFileSync, renameSync, write, writeSync } from 'node:fs'
import { hasErrno } from '../../base/errors.ts'

/** The name of the file in the plugin's own folder. */
export const acksFile = 'acks.log'

const line = /^[+=-]\S{1,128}$/
/** The number of superfluous lines that the file may hold before it is rewritten. */
const slackLines = 2_000

export class AckJournal {
  /** Deliveries that were begun by a process that is gone, and never answered. */
  readonly begun: readonly string[]
  readonly #path: string
  readonly #acked: string[]
  #files: Files
  #lineCount: number
  #batch: Waiter[] = []
  #isWriting = false

  constructor(path: string) {
    const lines = readLines(path)
    const { acked, begun } = replay(lines)
    const tidied = rewritten(path, acked)
    this.begun = begun
    this.#path = path
    this.#acked = acked
    this.#files = tidied ?? opened(path)
    this.#lineCount = tidied === undefined ? lines.length : acked.length
  }

  /** Deliveries that are done and not trimmed yet, oldest first. */
  get acked(): string[] {
    return [...this.#acked]
  }

  begin(id: string): void {
    this.#note(`+${id}\n`)
  }

  fail(id: string): void {
    this.#note(`-${id}\n`)
  }

  /** Resolves once the line is on the disk. */
  ack(id: string): Promise<void> {
    this.#lineCount++
    this.#acked.push(id)
    return new Promise((resolve, reject) => {
      this.#batch.push({ id, resolve, reject })
      if (!this.#isWriting) this.#writeBatch()
    })
  }

  /** Forgets the oldest `count` acknowledgements. */
  trim(count: number): void {
    this.#acked.splice(0, count)
    // The file must not be replaced while a batch is being written to it.
    if (this.#lineCount < this.#acked.length + slackLines || this.#isWriting) return
    const tidied = rewritten(this.#path, this.#acked)
    if (tidied === undefined) return
    closeSync(this.#files.plain)
    closeSync(this.#files.synced)
    this.#files = tidied
    this.#lineCount = this.#acked.length
  }

  #note(text: string): void {
    this.#lineCount++
    try {
      writeSync(this.#files.plain, text)
    } catch {
      // The disk is full: the delivery continues, but a repeat of it will look like a first attempt.
    }
  }

  /** Writes one batch; acknowledgements that arrive meanwhile make up the next one. */
  #writeBatch(): void {
    const waiters = this.#batch
    this.#batch = []
    this.#isWriting = true
    // The batch begins on a new line: a write that was cut short (full disk) must not swallow what comes after it.
    const bytes = Buffer.from(`\n${waiters.map(({ id }) => `=${id}\n`).join('')}`)
    write(this.#files.synced, bytes, (error, written) => {
      this.#isWriting = false
      const failure = error ?? (written < bytes.length ? new Error('the disk is full') : undefined)
      for (const { resolve, reject } of waiters) failure ? reject(failure) : resolve()
      if (this.#batch.length > 0) this.#writeBatch()
    })
  }
}

interface Waiter {
  id: string
  resolve(): void
  reject(error: Error): void
}

function readLines(path: string): string[] {
  try {
    // The last piece is dropped: it is empty, or a line that was never finished.
    return readFileSync(path, { encoding: 'utf8', flag: O_RDONLY | unfollowed })
      .split('\n')
      .slice(0, -1)
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return []
    throw error
  }
}

function replay(lines: readonly string[]): { acked: string[]; begun: string[] } {
  const acked = new Set<string>()
  const begun = new Set<string>()
  for (const text of lines.filter((one) => line.test(one))) {
    const id = text.slice(1)
    if (text.startsWith('+')) begun.add(id)
    else begun.delete(id)
    if (text.startsWith('=')) acked.add(id)
  }
  return { acked: [...acked], begun: [...begun] }
}

/** A write to `synced` returns when it is on the disk: the permission model allows that, although it forbids fsync. */
interface Files {
  plain: number
  synced: number
}

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_TRUNC, O_DSYNC, O_NOFOLLOW, O_NONBLOCK } = constants
/** Opens without following a link or waiting for the other end of a pipe. */
const unfollowed = O_NOFOLLOW | O_NONBLOCK
const appending = O_WRONLY | O_APPEND | O_CREAT | unfollowed

const opened = (path: string): Files => ({
  synced: openSync(path, appending | O_DSYNC, 0o600),
  plain: openSync(path, appending, 0o600),
})

/**
 * Rewrites the file without what is no longer needed. Returns undefined where there is no room for it: the file stays
 * unchanged and valid.
 */
function rewritten(path: string, acked: readonly string[]): Files | undefined {
  const bytes = Buffer.from(acked.map((id) => `=${id}\n`).join(''))
  let synced: number | undefined
  try {
    synced = openSync(`${path}.new`, appending | O_TRUNC | O_DSYNC, 0o600)
    if (writeSync(synced, bytes) === bytes.length) {
      const plain = openSync(`${path}.new`, O_WRONLY | O_APPEND | unfollowed)
      renameSync(`${path}.new`, path)
      return { synced, plain }
    }
  } catch {
    // The next trim tries again.
  }
  if (synced !== undefined) closeSync(synced)
  return undefined
}
