/**
 * Decides when to check the ledger and chat.db: at once after a file event in either folder, and at intervals besides.
 */
import { basename, dirname } from 'node:path'
import type { Logger } from '../../contract/log-entry.ts'
import { startPollLoop } from '../../mac/poll-loop.ts'
import { watchDirectory } from '../../mac/watch.ts'
import type { Worker } from '../queue/worker.ts'
import { isTransient } from '../transient.ts'
import type { Follower } from './follower.ts'

interface RoundsParts {
  ledgerFile: string
  messagesFolder: string
  follow: Follower
  worker: Worker
  log: Logger
  /** Notifies the waiters of sends that have changed. */
  tell(): void
  onCrash(error: unknown): void
}

export interface Rounds {
  /** Requests a check, since there is something new to follow. */
  soon(): void
  stop(): Promise<void>
}

export function startRounds(parts: RoundsParts): Rounds {
  const { ledgerFile, messagesFolder, follow, worker, log } = parts

  /** The last transient error; it is logged once, however often it occurs again. */
  let toldReason: string | undefined

  async function round(): Promise<void> {
    for (const watch of watches) watch.arm()
    const [reason] = [follow.look, parts.tell].flatMap((work) => transientFailureOf(work) ?? [])
    if (reason !== undefined && reason !== toldReason)
      log.warn(`what became of sent messages cannot be seen for now: ${reason}`)
    toldReason = reason
    // A result may allow another part to go, and a process that died may have left a script behind.
    worker.kick()
  }

  const isOurs = (file: string | null) => file === null || file.startsWith(basename(ledgerFile))
  const watches = [
    watchDirectory(messagesFolder, () => follow.isFollowing() && loop.stir()),
    watchDirectory(dirname(ledgerFile), (file) => isOurs(file) && loop.stir()),
  ]
  const loop = startPollLoop({ tickMs: follow.dueInMs, poll: round, onCrash: parts.onCrash })
  return {
    soon: loop.stir,
    async stop() {
      for (const watch of watches) watch.close()
      await loop.stop()
    },
  }
}

/** Returns the message of a transient error; any other error is thrown. */
function transientFailureOf(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (isTransient(error)) return (error as Error).message
    throw error
  }
}
