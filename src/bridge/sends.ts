/** Turns state changes of sends into events of the journal, whichever process recorded them. */
import { basename } from 'node:path'
import type { Clock } from '../base/clock.ts'
import type { MessageEvent } from '../contract/events.ts'
import type { Send } from '../contract/send.ts'
import { startPollLoop } from '../mac/poll-loop.ts'
import { watchDirectory } from '../mac/watch.ts'
import { toldSends } from '../store/journal/told-sends.ts'
import type { SendLedger } from '../store/send-ledger/ledger.ts'
import { isSqliteError } from '../store/sqlite-error.ts'
import type { BridgeStore } from './open-store.ts'

export interface SendEvents {
  stop(): Promise<void>
}

interface Parts {
  store: Pick<BridgeStore, 'dir' | 'journal' | 'log'> & {
    ledger: Pick<SendLedger, 'changedSince' | 'revision'>
  }
  clock: Clock
  onCrash(error: unknown): void
}

/** The tick is needed since file watchers can stop reporting. */
const tickMs = 1_000
const pageSize = 200

export function startSendEvents({ store, clock, onCrash }: Parts): SendEvents {
  const { dir, ledger, log } = store
  const told = toldSends(store.journal)
  let known = told.revision()

  /** Writes one page of events; returns whether there may be more. */
  function tellPage(): boolean {
    const newest = ledger.revision()
    if (newest === known) return false
    // A lower revision means that another ledger, which counts anew, replaced a broken one.
    const page = ledger.changedSince(newest < known ? 0 : known, pageSize)
    const revision = page.at(-1)?.revision ?? newest
    told.tell(
      page.map(({ send }) => eventOf(send)),
      { revision, nowMs: clock.nowMs() },
    )
    known = revision
    return true
  }

  async function turn(): Promise<void> {
    watch.arm()
    try {
      while (tellPage());
    } catch (error) {
      if (!isSqliteError(error)) throw error
      log.debug(`what became of sends could not be told: ${(error as Error).message}`)
    }
  }

  const isLedger = (file: string | null) => file === null || file.startsWith(basename(dir.echoLogFile))
  const watch = watchDirectory(dir.base, (file) => isLedger(file) && loop.stir())
  const loop = startPollLoop({ tickMs: () => tickMs, turn, onCrash })
  return {
    async stop() {
      watch.close()
      await loop.stop()
    },
  }
}

const eventOf = ({ id, state, chat_guid, rowid, error }: Send): MessageEvent => ({
  ...{ type: 'send_updated', id, state, chat_guid, rowid, error_code: error?.code ?? null },
})
