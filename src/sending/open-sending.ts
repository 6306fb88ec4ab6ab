/**
 * Opens sending: accepts orders, works the queue in one process, follows results in both, and returns sends to callers.
 */
import { basename, dirname } from 'node:path'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Logger } from '../contract/log-entry.ts'
import type { Send } from '../contract/send.ts'
import { ServiceError } from '../domain/service-error.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { type PollLoop, startPollLoop } from '../mac/poll-loop.ts'
import type { Programs } from '../mac/programs.ts'
import { watchDirectory } from '../mac/watch.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import type { Settings } from '../store/settings.ts'
import { accept, requireSendable } from './accept.ts'
import { type SendingDeps, withDefaults } from './deps.ts'
import { Follower } from './following/follower.ts'
import { ledgerChanges } from './following/ledger-changes.ts'
import { waitForOutcome } from './following/wait-for-outcome.ts'
import { Waiters } from './following/waiters.ts'
import type { Job, SendLedger } from './ledger/ledger.ts'
import { openMessagesApp } from './messages/messages-app.ts'
import { openOutgoing } from './messages/outgoing.ts'
import { stageFiles } from './messages/staged-files.ts'
import { handOver, waitBeforeNextPart } from './queue/hand-over.ts'
import { RecentTrouble } from './queue/recent-trouble.ts'
import { settleOrphans } from './queue/recover.ts'
import { SendWorker } from './queue/worker.ts'
import type { ScheduledChange, Sending, SendOrder } from './sending.ts'
import { StagedCopies } from './staged-copies.ts'
import { isTransient } from './transient.ts'
import { UploadedFiles } from './uploaded-files.ts'

interface OverMessages {
  home: string
  dir: ServiceDir
  ledger: SendLedger
  settings: Settings
  programs: Programs
  log: Logger
  selfHandles(): readonly string[]
  nowMs(): number
  onCrash?(error: unknown): void
}

/** Opens sending over the Messages of this Mac and the ledger of this service; both processes do it this way. */
export function openSendingOverMessages({
  home,
  dir,
  programs,
  settings,
  selfHandles,
  ...deps
}: OverMessages): Sending {
  const outgoing = openOutgoing({ home, selfHandles })
  return new MessagesSending(
    {
      ...deps,
      outgoing,
      app: openMessagesApp({ programs }),
      staging: stageFiles({ home }),
      settings: () => settings.current().send,
      lockFile: dir.sendLockFile,
      ledgerFile: dir.echoLogFile,
      messagesFolder: messagesPaths(home).folder,
    },
    outgoing.close,
  )
}

export const openSending = (deps: SendingDeps): Sending => new MessagesSending(deps)

class MessagesSending implements Sending {
  readonly #deps: ReturnType<typeof withDefaults> & { stopping: AbortSignal; waiters: Waiters; copies: StagedCopies }
  readonly #ending = new AbortController()
  readonly #waiters = new Waiters()
  readonly #uploads: UploadedFiles
  readonly #trouble: RecentTrouble
  readonly #follower: Follower
  readonly #worker: SendWorker
  readonly #notifyOfChanges: () => boolean
  readonly #watches: ReturnType<typeof watchDirectory>[]
  readonly #loop: PollLoop
  readonly #onStopped: () => void
  /** The time of the next scheduled send, as of the last poll. */
  #nextDueMs: number | undefined
  /** The last transient error; it is logged once, however often it occurs again. */
  #reportedReason: string | undefined

  constructor(given: SendingDeps, onStopped = () => {}) {
    const whole = withDefaults(given)
    const stopping = this.#ending.signal
    const deps = { ...whole, stopping, waiters: this.#waiters, copies: new StagedCopies(whole) }
    this.#deps = deps
    this.#onStopped = onStopped
    this.#uploads = new UploadedFiles(deps.ledger)
    this.#trouble = new RecentTrouble(deps.nowMs, deps.timings.troubleHolds)
    this.#follower = new Follower(deps)
    this.#notifyOfChanges = ledgerChanges(deps.ledger, (send) => this.#waiters.notify(send))
    this.#worker = new SendWorker({
      ...deps,
      recover: () => settleOrphans({ ...deps, scriptDeadline: deps.timings.scriptDeadline }),
      handOver: (job) => this.#handOver(job),
    })
    const isOfLedger = (file: string | null) => file === null || file.startsWith(basename(deps.ledgerFile))
    this.#watches = [
      watchDirectory(deps.messagesFolder, () => this.#follower.isFollowing() && this.#loop.stir()),
      watchDirectory(dirname(deps.ledgerFile), (file) => isOfLedger(file) && this.#loop.stir()),
    ]
    this.#loop = startPollLoop({
      tickMs: () => Math.min(this.#follower.dueInMs(), this.#scheduledInMs()),
      poll: () => this.#poll(),
      onCrash: deps.onCrash,
    })
  }

  async send(order: SendOrder): Promise<Send> {
    if (order.file) this.#uploads.keep(order.file.path)
    try {
      const send = this.#accept(order)
      if (send.state === 'scheduled') this.#loop.stir()
      this.#worker.kick()
      const timeoutMs = this.#deps.settings().confirm_timeout_s * 1000
      return await waitForOutcome(send, timeoutMs, {
        ...this.#deps,
        mayFallBack: (id) => this.#follower.mayFallBack(id),
      })
    } finally {
      this.#uploads.deleteUnused()
    }
  }

  get(id: string): Send | undefined {
    return this.#deps.ledger.findSend(id)
  }

  list(query: Parameters<Sending['list']>[0]): Send[] {
    return this.#deps.ledger.list(query)
  }

  cancel(id: string): Send | undefined {
    const { ledger, nowMs } = this.#deps
    ledger.cancel(id, nowMs())
    this.#loop.stir()
    return ledger.findSend(id)
  }

  listScheduled(limit: number) {
    return this.#deps.ledger.listScheduled(limit)
  }

  findScheduled(id: string) {
    return this.#deps.ledger.findScheduled(id)
  }

  changeScheduled(id: string, change: ScheduledChange): boolean {
    const { ledger, nowMs, settings } = this.#deps
    if (change.text !== undefined) requireSendable(change.text)
    const isChanged = ledger.changeScheduled(id, change, {
      nowMs: nowMs(),
      sameTextPeople: settings().same_text_people,
    })
    this.#loop.stir()
    return isChanged
  }

  listHeld(limit: number) {
    const { ledger, nowMs } = this.#deps
    return ledger.listHeld(limit, nowMs())
  }

  findHeld(id: string) {
    const { ledger, nowMs } = this.#deps
    return ledger.findHeld(id, nowMs())
  }

  releaseHeld(id: string, { version, text }: { version: string; text?: string }): void {
    const { ledger, nowMs, settings, timings } = this.#deps
    if (text !== undefined) requireSendable(text)
    ledger.releaseHeld(id, {
      version,
      ...(text !== undefined && { text }),
      nowMs: nowMs(),
      perMinute: settings().per_minute,
      expiresAfterMs: timings.expiresAfter,
    })
    this.#worker.kick()
    this.#loop.stir()
  }

  refuseHeld(id: string): void {
    const { ledger, nowMs } = this.#deps
    ledger.refuseHeld(id, nowMs())
    this.#loop.stir()
  }

  requesterOf(id: string) {
    return this.#deps.ledger.requesterOf(id)
  }

  ledgerId() {
    return this.#deps.ledger.id()
  }

  health() {
    const { ledger, nowMs } = this.#deps
    const { length, oldestMs } = ledger.queue()
    return { waiting: length, oldestWaitsS: oldestMs === null ? null : Math.max(0, nowMs() - oldestMs) / 1000 }
  }

  trouble(): string | null {
    const { app, outgoing } = this.#deps
    if (!app.isAvailable) return 'Messages is driven by osascript, which is not on this machine.'
    return reasonOfFailure(() => outgoing.newestRowid()) ?? this.#trouble.sentence()
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    for (const watch of this.#watches) watch.close()
    await this.#loop.stop()
    await this.#worker.ended()
    this.#waiters.release()
    // Gives the waiters a chance to read the ledger, and their callers to read chat.db, once more.
    await yieldToOthers()
    await yieldToOthers()
    this.#onStopped()
  }

  #accept(order: SendOrder): Send {
    const { app, timings } = this.#deps
    if (!app.isAvailable) throw new ServiceError('not_macos', 'Nothing can be sent from here.')
    if (order.from !== undefined) throw notOfOneLine()
    return accept(order, { ...this.#deps, expiresAfter: timings.expiresAfter }).send
  }

  async #handOver(job: Job): Promise<void> {
    await handOver(job, {
      ...this.#deps,
      changed: () => this.#followSoon(),
      onVerdict: (verdict) => this.#trouble.note(verdict),
    })
    await waitBeforeNextPart(job, { ...this.#deps, betweenParts: this.#deps.timings.betweenParts })
  }

  /**
   * Runs after each action of the worker. It must not fail, because nothing may fail between a handover and its script.
   */
  #followSoon(): void {
    this.#follower.readAgain()
    this.#loop.stir()
  }

  /** Checks the ledger and chat.db: at once after a file event in either folder, and at intervals besides. */
  async #poll(): Promise<void> {
    for (const watch of this.#watches) watch.arm()
    const works = [() => this.#releaseDue(), () => this.#follower.check(), () => this.#reportChanges()]
    const [reason] = works.flatMap((work) => transientFailureOf(work) ?? [])
    if (reason !== undefined && reason !== this.#reportedReason)
      this.#deps.log.warn(`what became of sent messages cannot be seen for now: ${reason}`)
    this.#reportedReason = reason
    // A result may allow another part to go, and a process that died may have left a script behind.
    this.#worker.kick()
  }

  /** Milliseconds until a scheduled send is due; a while for one that waits because of the limits. */
  #scheduledInMs(): number {
    if (this.#nextDueMs === undefined) return Number.POSITIVE_INFINITY
    const leftMs = this.#nextDueMs - this.#deps.nowMs()
    return leftMs > 0 ? leftMs : this.#deps.timings.releaseAgain
  }

  /**
   * Both processes do this; the ledger releases each send once. A time that comes, a Mac that wakes and a clock that was
   * set are all noticed by the next poll, since the loop never rests for longer than seconds.
   */
  #releaseDue(): void {
    const { ledger, nowMs, settings, timings, log } = this.#deps
    const { per_minute: perMinute, missed_after_min } = settings()
    const { missed } = ledger.releaseDue({
      nowMs: nowMs(),
      perMinute,
      missedAfterMs: missed_after_min * 60_000,
      expiresAfterMs: timings.expiresAfter,
    })
    if (missed > 0) log.warn(`${missed} scheduled messages missed their time and wait for a decision`)
    this.#nextDueMs = ledger.nextDueMs()
  }

  #reportChanges(): void {
    if (this.#notifyOfChanges()) this.#uploads.deleteUnused()
  }
}

const notOfOneLine = () =>
  new ServiceError('invalid_request', 'It cannot be sent like this.', {
    in: 'body',
    path: 'from',
    reason: 'is for a hub: this service has one line',
  })

function reasonOfFailure(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'The Messages database cannot be read.'
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
