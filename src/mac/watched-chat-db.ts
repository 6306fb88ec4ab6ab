/** chat.db held open as long as it is the same file: opened when it can be, asked whether it changed, left when replaced. */
import { ServiceError } from '../domain/service-error.ts'
import { type ChatDb, explain, type FileIdentity, fileIdentity, openChatDb, sameDatabase, sameFile } from './chat-db.ts'

/** What `look` found. `fresh`: opened just now, for the first time or again. */
type Glance = 'unchanged' | 'changed' | 'fresh'

export interface WatchedChatDb<T> {
  /** Cheap: one `stat` and one pragma while nothing has changed. Throws a ServiceError when chat.db cannot be read. */
  look(): Glance
  /** Only after `look` succeeded. */
  open(): T
  /** Runs a read; a failure comes out as a ServiceError, and one that the file is to blame for opens it anew next time. */
  reading<R>(read: (opened: T) => R): R
  close(): void
}

interface Opened<T> {
  chatDb: ChatDb
  parts: T
  dataVersion(): number
}

interface WatchOptions {
  /** Whoever uses it looks first, every time, and does not look for minutes: it must not be held meanwhile. */
  isAskedRarely?: boolean
}

/**
 * SQLite has one index of a log for all connections of a process. As long as one of them holds a deleted one, or that of a
 * deleted log, a new one gets it as well and is deaf, or reads rubbish: all have to leave before any comes back.
 */
const leaveWithinMs = 500
const comeBackAfterMs = 1_500

/** `build` prepares what is asked of the file, once for each opening. */
export function watchChatDb<T>(
  path: string,
  build: (chatDb: ChatDb) => T,
  { isAskedRarely = false }: WatchOptions = {},
): WatchedChatDb<T> {
  let opened: Opened<T> | undefined
  let version: number | undefined
  let leaving: NodeJS.Timeout | undefined
  let restsUntilMs = 0

  const close = () => {
    clearInterval(leaving)
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
  /** Whoever looks next is told why it cannot be read. */
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
    if (isAskedRarely) leaving = setInterval(leaveQuietly, leaveWithinMs).unref()
    return anew
  }
  return {
    look: () =>
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

/** Another file in the place of the database has an index of its own. */
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
