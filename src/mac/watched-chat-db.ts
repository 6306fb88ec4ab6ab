/** chat.db held open as long as it is the same file: opened when it can be, asked whether it changed, left when replaced. */
import { type ChatDb, explain, fileIdentity, openChatDb, sameFile } from './chat-db.ts'

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

/** `build` prepares what is asked of the file, once for each opening. */
export function watchChatDb<T>(path: string, build: (chatDb: ChatDb) => T): WatchedChatDb<T> {
  let opened: Opened<T> | undefined
  let version: number | undefined

  const close = () => {
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
  return {
    look: () =>
      guarded(() => {
        if (opened !== undefined && !sameFile(opened.chatDb.identity, fileIdentity(path))) close()
        const glance = opened === undefined ? 'fresh' : undefined
        opened ??= openWith(openChatDb(path), build)
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

function openWith<T>(chatDb: ChatDb, build: (chatDb: ChatDb) => T): Opened<T> {
  try {
    const dataVersion = chatDb.db.prepare('PRAGMA data_version')
    return { chatDb, parts: build(chatDb), dataVersion: () => Number(dataVersion.get()?.data_version) }
  } catch (error) {
    chatDb.close()
    throw error
  }
}
