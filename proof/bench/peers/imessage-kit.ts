/** Calls imessage-kit over a simulated Mac, as its README shows, with a time limit. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chatDbPath } from '../../../simulator/paths.ts'
import { installedPeers } from './peers.ts'

interface Answer<T> {
  rows: T[]
  /** The time within its own process. */
  ms: number
}

interface Watched {
  text: string
  /** Milliseconds since the epoch. */
  atMs: number
}

export interface ImessageKit extends AsyncDisposable {
  pid: number
  chats(query: object): Promise<Answer<{ chatId: string }>>
  /**
   * Returns undefined when it takes longer than `withinMs`: the process is then ended, and further calls are useless.
   */
  messages(query: object, withinMs?: number): Promise<Answer<{ rowId: number; text: string | null }> | undefined>
  watch(onMessage: (message: Watched) => void): Promise<void>
  kill(): Promise<void>
}

type Told = Partial<Watched & Answer<never>> & { id?: number }

export async function startImessageKit(home: string): Promise<ImessageKit> {
  const { bun, imessageKit } = installedPeers()
  const entry = fileURLToPath(new URL('imessage-kit-process.ts', import.meta.url))
  const child = fork(entry, [imessageKit, chatDbPath(home)], { execPath: bun, execArgv: [] })
  await once(child, 'message')
  const exited = once(child, 'exit')
  const waiting = new Map<number, (told: Told) => void>()
  let onMessage: ((message: Watched) => void) | undefined
  let asked = 0
  child.on('message', (told: Told) => {
    if (told.id !== undefined) waiting.get(told.id)?.(told)
    else if (told.text !== undefined && told.atMs !== undefined) onMessage?.({ text: told.text, atMs: told.atMs })
  })
  const ask = async <T>(work: string, query: object = {}): Promise<Answer<T>> => {
    const id = ++asked
    const { promise, resolve } = Promise.withResolvers<Told>()
    waiting.set(id, resolve)
    child.send({ id, work, query })
    const { rows = [], ms = Number.NaN } = await promise
    return { rows, ms }
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return {
    pid: child.pid ?? 0,
    chats: (query) => ask('chats', query),
    async messages(query, withinMs = 60_000) {
      const patience = new AbortController()
      const gaveUp = new Promise<undefined>((resolve) => {
        const timer = setTimeout(() => resolve(undefined), withinMs)
        patience.signal.addEventListener('abort', () => clearTimeout(timer))
      })
      const answer = await Promise.race([ask<{ rowId: number; text: string | null }>('messages', query), gaveUp])
      patience.abort()
      if (answer === undefined) await kill()
      return answer
    },
    async watch(each) {
      onMessage = each
      await ask('watch')
    },
    kill,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await kill()
    },
  }
}
