/** When to look at the ledger and at chat.db: at once when one of them stirs, and every now and then besides. */
import { basename, dirname } from 'node:path'
import type { Logger } from '../contract/log-entry.ts'
import { startPollLoop } from '../mac/poll-loop.ts'
import { watchDirectory } from '../mac/watch.ts'
import type { Follower } from './follow.ts'
import { isWeather } from './weather.ts'
import type { Worker } from './worker.ts'

interface RoundsParts {
  ledgerFile: string
  messagesFolder: string
  follow: Follower
  worker: Worker
  log: Logger
  /** Tells whoever waits of what became of a send. */
  tell(): void
  onCrash(error: unknown): void
}

export interface Rounds {
  /** There is something new to follow. */
  soon(): void
  stop(): Promise<void>
}

export function startRounds(parts: RoundsParts): Rounds {
  const { ledgerFile, messagesFolder, follow, worker, log } = parts

  /** What stood in the way last time: said once, however often one looks meanwhile. */
  let toldReason: string | undefined

  async function round(): Promise<void> {
    for (const watch of watches) watch.arm()
    const [reason] = [follow.look, parts.tell].flatMap((work) => weatherDuring(work) ?? [])
    if (reason !== undefined && reason !== toldReason)
      log.warn(`what became of sent messages cannot be seen for now: ${reason}`)
    toldReason = reason
    // What landed or failed may give another part its turn, and a process that died may have left one.
    worker.kick()
  }

  const isOurs = (file: string | null) => file === null || file.startsWith(basename(ledgerFile))
  const watches = [
    watchDirectory(messagesFolder, () => follow.isFollowing() && loop.stir()),
    watchDirectory(dirname(ledgerFile), (file) => isOurs(file) && loop.stir()),
  ]
  const loop = startPollLoop({ tickMs: follow.dueInMs, turn: round, onCrash: parts.onCrash })
  return {
    soon: loop.stir,
    async stop() {
      for (const watch of watches) watch.close()
      await loop.stop()
    },
  }
}

/** What stood in its way and passes by itself; everything else is thrown. */
function weatherDuring(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (isWeather(error)) return (error as Error).message
    throw error
  }
}
