/** Polls the mailbox and hands over every new mail, one after another. */
import type { PluginContext } from '../../plugin-api/index.ts'
import { Polling } from '../shared/polling.ts'
import { ImapConnection, ImapProblem, type ImapServer, type MailHead } from './imap.ts'
import type { MailboxPosition } from './mailbox-position.ts'

export interface MailboxWatchDeps {
  server: ImapServer
  mailbox: string
  position: MailboxPosition
  everyMs: number
  /** Rejects when a later attempt may succeed. */
  handle(mail: MailHead, fetch: () => Promise<Buffer | undefined>): Promise<void>
  log: Pick<PluginContext, 'log_warn' | 'log_error' | 'log_info'>
}

const longestPauseMs = 600_000
const mostTries = 5

export class MailboxWatch {
  readonly #deps: MailboxWatchDeps
  readonly #polling: Polling
  /** The number of attempts for the mail that failed last. */
  readonly #tries = { uid: 0, count: 0 }

  constructor(deps: MailboxWatchDeps) {
    const { everyMs, log } = deps
    this.#deps = deps
    this.#polling = new Polling({
      poll: (signal) => this.#poll(signal),
      problemOf: (error) => (error instanceof ImapProblem ? error.message : 'unexpected failure'),
      pauseMs: (failures) => (failures === 0 ? everyMs : Math.min(everyMs * 2 ** (failures - 1), longestPauseMs)),
      log,
    })
  }

  start(): void {
    this.#polling.start()
  }

  async stop(): Promise<void> {
    await this.#polling.stop()
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { server, mailbox, position, log } = this.#deps
    const imap = await ImapConnection.open(server, signal)
    try {
      const { uidValidity, uidNext } = await imap.examine(mailbox)
      const next = position.next(uidValidity)
      if (next === undefined) {
        // Mails that were there before the first poll are ignored.
        position.store(uidValidity, uidNext)
        log.log_info('Answers are looked for from now on.')
        return
      }
      const heads = await imap.heads(next)
      for (const head of heads.sort((a, b) => a.uid - b.uid)) {
        if (signal.aborted || !(await this.#handle(head, () => imap.message(head.uid)))) return
        position.store(uidValidity, head.uid + 1)
      }
    } finally {
      imap.close()
    }
  }

  /** Returns whether the mail is done. One that fails repeatedly is given up, so that it does not block others. */
  async #handle(head: MailHead, fetch: () => Promise<Buffer | undefined>): Promise<boolean> {
    const { handle, log } = this.#deps
    this.#tries.count = this.#tries.uid === head.uid ? this.#tries.count + 1 : 1
    this.#tries.uid = head.uid
    try {
      await handle(head, fetch)
    } catch {
      if (this.#tries.count < mostTries) return false
      log.log_error('An answer was given up.')
    }
    return true
  }
}
