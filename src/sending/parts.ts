/** What sending is made of, and how long it waits for what. */
import type { Config } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { MessagesApp } from '../mac/sending/messages-app.ts'
import type { Outgoing } from '../mac/sending/outgoing.ts'
import type { StagedFiles } from '../mac/sending/staged-files.ts'
import type { SendLedger } from '../store/send-ledger/ledger.ts'

export interface SendingParts {
  ledger: SendLedger
  outgoing: Outgoing
  app: MessagesApp
  staging: StagedFiles
  settings: () => Config['send']
  /** `state/send.lock`. */
  lockFile: string
  /** Watched for what the other process writes. */
  ledgerFile: string
  /** Watched for what Messages writes. */
  messagesFolder: string
  log: Logger
  nowMs?: () => number
  timings?: Partial<Timings>
  /** A broken promise of our own code; by default it ends the process. */
  onCrash?(error: unknown): void
}

/** All in milliseconds. */
export interface Timings {
  /** Not handed over later than so long after it was asked for. */
  expiresAfter: number
  /** Another process sends: when to look again whether it still does. */
  lockAgain: number
  /** A full disk or an unreadable chat.db: when to try again. */
  weather: number
  /** How long a script may run: what its sender's death left running is waited for no longer. */
  scriptDeadline: number
  /** Between a file and the text after it: at least, and at most until the file has landed. */
  betweenParts: { atLeast: number; atMost: number }
  /** From a script's end until its row is given up. */
  rowWithin: number
  /** Messages may still complete a row that looks like a ghost. */
  ghostAfter: number
  /** Error 22 may be followed by Messages' own attempt as SMS. */
  fallBackAfter: number
  /** What the last script met is taken for the state of things for so long. */
  troubleHolds: number
  /** How often chat.db is looked at, beside its stirs, for what is younger than `youngFor` and for the rest. */
  look: { young: number; youngFor: number; old: number; idle: number }
}

const defaultTimings: Timings = {
  expiresAfter: 5 * 60_000,
  lockAgain: 50,
  weather: 1_000,
  scriptDeadline: 30_000,
  betweenParts: { atLeast: 500, atMost: 1_000 },
  rowWithin: 60_000,
  ghostAfter: 2_000,
  fallBackAfter: 1_500,
  troubleHolds: 60_000,
  look: { young: 100, youngFor: 120_000, old: 1_000, idle: 2_000 },
}

export const withDefaults = (parts: SendingParts) => ({
  nowMs: Date.now,
  onCrash: endProcess,
  ...parts,
  timings: { ...defaultTimings, ...parts.timings },
})

/** As an uncaught exception, which the process's own handlers see. */
function endProcess(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}
