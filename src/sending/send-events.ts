/** Turns state changes of sends into events of the journal, whichever process recorded them. */
import { basename, dirname } from 'node:path'
import { untilSharedMoment } from '../base/steady-timer.ts'
import type { MessageEvent } from '../contract/events.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { Send } from '../contract/send.ts'
import { startPollLoop } from '../mac/poll-loop.ts'
import { watchDirectory } from '../mac/watch.ts'
import type { ToldSends } from '../store/journal/told-sends.ts'
import { isTransientSqliteError } from '../store/sqlite-error.ts'
import type { SendLedger } from './ledger/ledger.ts'

export interface SendEvents {
  stop(): Promise<void>
}

export interface SendEventsDeps {
  ledger: Pick<SendLedger, 'changedSince' | 'revision'>
  /** Watched for changes by either process. */
  ledgerFile: string
  told: ToldSends
  log: Logger
  nowMs(): number
  onCrash(error: unknown): void
}

/** The tick is needed since file watchers can stop reporting. */
const tickMs = 1_000
const pageSize = 200

export function startSendEvents({ ledger, ledgerFile, told, log, nowMs, onCrash }: SendEventsDeps): SendEvents {
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
      { revision, nowMs: nowMs() },
    )
    known = revision
    return true
  }

  async function poll(): Promise<void> {
    watch.arm()
    try {
      while (tellPage());
    } catch (error) {
      if (!isTransientSqliteError(error)) throw error
      log.debug(`what became of sends could not be told: ${(error as Error).message}`)
    }
  }

  const isLedger = (file: string | null) => file === null || file.startsWith(basename(ledgerFile))
  const watch = watchDirectory(dirname(ledgerFile), (file) => isLedger(file) && loop.stir())
  const loop = startPollLoop({ tickMs: () => untilSharedMoment(tickMs), poll, onCrash })
  return {
    async stop() {
      watch.close()
      await loop.stop()
    },
  }
}

const eventOf = ({ id, state, chat_guid, rowid, error }: Send): MessageEvent => ({
  type: 'send_updated',
  id,
  state,
  chat_guid,
  rowid,
  error_code: error?.code ?? null,
})
