/** Declares the dependencies of sending, and its timings. */
import type { Config } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import { expiresAfterMs } from './decisions/expiry.ts'
import type { SendLedger } from './ledger/ledger.ts'
import type { MessagesApp } from './messages/messages-app.ts'
import type { Outgoing } from './messages/outgoing.ts'
import type { StagedFiles } from './messages/staged-files.ts'

export interface SendingDeps {
  ledger: SendLedger
  outgoing: Outgoing
  app: MessagesApp
  staging: StagedFiles
  settings: () => Config['send']
  /** `state/send.lock`. */
  lockFile: string
  /** Watched for changes by the other process. */
  ledgerFile: string
  /** Watched for changes by Messages. */
  messagesFolder: string
  log: Logger
  nowMs?: () => number
  timings?: Partial<Timings>
  /** Handles an error in our own code; by default it ends the process. */
  onCrash?(error: unknown): void
}

/** All values are milliseconds. */
export interface Timings {
  /** A send expires this long after it was requested. */
  expiresAfter: number
  /** How soon to try again when another process holds the lock. */
  lockAgain: number
  /** How soon to try again when a scheduled send is due and the limit of messages in a minute is reached. */
  releaseAgain: number
  /** How soon to try again after a transient error, such as a full disk or an unreadable chat.db. */
  retryAfter: number
  /** The longest time that a script may run; a script left behind by a dead sender is not waited for any longer. */
  scriptDeadline: number
  /** The pause between a file and the text after it: a minimum, and a maximum if the file has not landed by then. */
  betweenParts: { atLeast: number; atMost: number }
  /** The time from a script's end until its row is given up. */
  rowWithin: number
  /** The time that Messages has to complete a row that looks like a ghost. */
  ghostAfter: number
  /** The time that Messages has to join a file to its row, which it does before it uploads the file. */
  fileWithin: number
  /** The time that Messages has for its own attempt as SMS after error 22. */
  fallBackAfter: number
  /** How long the result of the last script counts as the current state. */
  troubleHolds: number
  /** How often chat.db is checked, besides file events, for sends younger than `youngFor` and for older ones. */
  check: { young: number; youngFor: number; old: number; idle: number }
}

const defaultTimings: Timings = {
  expiresAfter: expiresAfterMs,
  lockAgain: 50,
  releaseAgain: 500,
  retryAfter: 1_000,
  scriptDeadline: 30_000,
  betweenParts: { atLeast: 500, atMost: 1_000 },
  rowWithin: 60_000,
  ghostAfter: 2_000,
  fileWithin: 60_000,
  fallBackAfter: 1_500,
  troubleHolds: 60_000,
  check: { young: 100, youngFor: 120_000, old: 1_000, idle: 2_000 },
}

export const withDefaults = (deps: SendingDeps) => ({
  nowMs: Date.now,
  onCrash: endProcess,
  ...deps,
  timings: { ...defaultTimings, ...deps.timings },
})

/** Throws as an uncaught exception, which the process's own handlers see. */
function endProcess(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}
