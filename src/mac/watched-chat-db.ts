/**
 * Holds chat.db open as long as it is the same file: opens it when possible, detects changes, and closes it when
 * replaced.
 */
import { SteadyTimer } from '../base/steady-timer.ts'
import { ServiceError } from '../domain/service-error.ts'
import { type ChatDb, explain, type FileIdentity, fileIdentity, openChatDb, sameDatabase, sameFile } from './chat-db.ts'

/** The result of `look`. `fresh`: the file was opened just now, for the first time or again. */
type DatabaseChange = 'unchanged' | 'changed' | 'fresh'

export interface WatchedChatDb<T> {
  /** Cheap: one `stat` and one pragma while nothing has changed. Throws a ServiceError when chat.db cannot be read. */
  check(): DatabaseChange
  /** May be called only after `check` has succeeded. */
  open(): T
  /** Runs a read. After a failure the file is opened again next time; a failure of chat.db is thrown as a ServiceError. */
  reading<R>(read: (opened: T) => R): R
  close(): void
}

interface Opened<T> {
  chatDb: ChatDb
  parts: T
  dataVersion(): number
}

interface WatchOptions {
  /** The caller calls `look` before every read, and may not do so for minutes; the file must not be held meanwhile. */
  isAskedRarely?: boolean
}

/**
 * SQLite shares one index of a log among all connections of a process. As long as one of them holds a deleted index, or
 * that of a deleted log, a new connection gets it as well and sees no changes, or reads rubbish: all have to close
 * before any opens again.
 */
const leaveWithinMs = 500
const comeBackAfterMs = 1_500

/** `build` prepares the statements for the file, once for each opening. */
export function watchChatDb<T>(
  path: string,
  build: (chatDb: ChatDb) => T,
  { isAskedRarely = false }: WatchOptions = {},
): WatchedChatDb<T> {
  let opened: Opened<T> | undefined
  let version: number | undefined
  let leaving: SteadyTimer | undefined
  let restsUntilMs = 0

  const close = () => {
    leaving?.stop()
    opened?.chatDb.close()
    opened = undefined
    version = undefined
  }
  const guarded = <R>(work: () => R): R => {
    try {
      return work()
    } catch (error) {
      close()
      throw explain(error, path)
    }
  }
  const current = (): T => {
    if (opened === undefined) throw new Error('chat.db was asked before it was looked at.')
    return opened.parts
  }
  const leaveIfReplaced = () => {
    const held = opened?.chatDb.identity
    const now = fileIdentity(path)
    if (held === undefined || sameFile(held, now)) return
    if (lostItsLog(held, now)) restsUntilMs = performance.now() + comeBackAfterMs
    close()
  }
  /** Ignores errors, since the next `look` reports why the file cannot be read. */
  const leaveQuietly = () => {
    try {
      leaveIfReplaced()
    } catch {
      close()
    }
  }
  const openAnew = (): Opened<T> => {
    if (performance.now() < restsUntilMs) throw new ServiceError('messages_busy', 'Messages has just begun a new log.')
    const anew = openWith(openChatDb(path), build)
    if (isAskedRarely) leaving = new SteadyTimer(leaveWithinMs, leaveQuietly).unref()
    return anew
  }
  return {
    check: () =>
      guarded(() => {
        leaveIfReplaced()
        const glance = opened === undefined ? 'fresh' : undefined
        opened ??= openAnew()
        const now = opened.dataVersion()
        if (now === version) return 'unchanged'
        version = now
        return glance ?? 'changed'
      }),
    open: current,
    reading: (read) => guarded(() => read(current())),
    close,
  }
}

/** A replacement of the database file itself has an index of its own. */
const lostItsLog = (held: FileIdentity, now: FileIdentity): boolean =>
  sameDatabase(held, now) && held.logInode !== undefined

function openWith<T>(chatDb: ChatDb, build: (chatDb: ChatDb) => T): Opened<T> {
  try {
    const dataVersion = chatDb.db.prepare('PRAGMA data_version')
    return { chatDb, parts: build(chatDb), dataVersion: () => Number(dataVersion.get()?.data_version) }
  } catch (error) {
    chatDb.close()
    throw error
  }
}
