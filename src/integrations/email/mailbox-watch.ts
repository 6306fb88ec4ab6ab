/** Polls the mailbox and hands over every new mail, one after another. */
import type { PluginContext } from '../../plugin-api/index.ts'
import { pause } from '../shared/until-aborted.ts'
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
  readonly #stopping = new AbortController()
  /** How often the mail that failed last was tried. */
  readonly #tries = { uid: 0, count: 0 }
  #running: Promise<void> | undefined

  constructor(deps: MailboxWatchDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { everyMs, log } = this.#deps
    const { signal } = this.#stopping
    let failures = 0
    let loggedProblem = ''
    while (!signal.aborted) {
      try {
        await this.#poll(signal)
        failures = 0
        loggedProblem = ''
      } catch (error) {
        if (signal.aborted) return
        failures++
        const problem = error instanceof ImapProblem ? error.message : 'unexpected failure'
        if (problem !== loggedProblem) log.log_warn(`No answers can be fetched: ${problem}.`)
        loggedProblem = problem
      }
      const pauseMs = failures === 0 ? everyMs : Math.min(everyMs * 2 ** (failures - 1), longestPauseMs)
      await pause(pauseMs, signal)
    }
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
