/**
 * acks.log records what this plugin has done and the host may not know yet, one line each: `+id` begun, `=id` done,
 * `-id` failed. "Done" is on the disk before anyone is told; "begun" only has to survive the death of this process.
 */

import { closeSync, constants, openSync, readFileSync, renameSync, write, writeSync } from 'node:fs'
import { hasErrno } from '../../base/errors.ts'

/** The name of the file in the plugin's own folder. */
export const acksFile = 'acks.log'

export interface AckJournal {
  /** Deliveries that are done and not trimmed yet, oldest first. */
  acked(): string[]
  /** Deliveries that were begun by a process that is gone, and never answered. */
  readonly begun: readonly string[]
  begin(id: string): void
  /** Resolves once the line is on the disk. */
  ack(id: string): Promise<void>
  fail(id: string): void
  /** Forgets the oldest `count` acknowledgements. */
  trim(count: number): void
}

const line = /^[+=-]\S{1,128}$/
/** The number of superfluous lines that the file may hold before it is rewritten. */
const slackLines = 2_000

export function openAckJournal(path: string): AckJournal {
  const kept = readLines(path)
  const { acked, begun } = replay(kept)
  const tidied = rewritten(path, acked)
  let files = tidied ?? opened(path)
  let lines = tidied === undefined ? kept.length : acked.length
  let batch: Waiter[] = []
  let writing = false

  const note = (text: string): void => {
    lines++
    try {
      writeSync(files.plain, text)
    } catch {
      // The disk is full: the delivery continues, but a repeat of it will look like a first attempt.
    }
  }

  /** Writes one batch; acknowledgements that arrive meanwhile make up the next one. */
  const writeBatch = (): void => {
    const waiters = batch
    batch = []
    writing = true
    // The batch begins on a new line: a write that was cut short (full disk) must not swallow what comes after it.
    const bytes = Buffer.from(`\n${waiters.map(({ id }) => `=${id}\n`).join('')}`)
    write(files.synced, bytes, (error, written) => {
      writing = false
      const failure = error ?? (written < bytes.length ? new Error('the disk is full') : undefined)
      for (const { resolve, reject } of waiters) failure ? reject(failure) : resolve()
      if (batch.length > 0) writeBatch()
    })
  }

  return {
    acked: () => [...acked],
    begun,
    begin: (id) => note(`+${id}\n`),
    fail: (id) => note(`-${id}\n`),
    ack(id) {
      lines++
      acked.push(id)
      return new Promise((resolve, reject) => {
        batch.push({ id, resolve, reject })
        if (!writing) writeBatch()
      })
    },
    trim(count) {
      acked.splice(0, count)
      // The file must not be replaced while a batch is being written to it.
      if (lines < acked.length + slackLines || writing) return
      const tidied = rewritten(path, acked)
      if (tidied === undefined) return
      closeSync(files.plain)
      closeSync(files.synced)
      files = tidied
      lines = acked.length
    },
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
