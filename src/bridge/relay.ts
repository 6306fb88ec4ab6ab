/**
 * Relays: polls chat.db, ingests what is new into the journal, compares what is old, and tells plugins and rules what
 * there is to do.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import { untilSharedMoment } from '../base/steady-timer.ts'
import { atMostEvery } from '../base/throttle.ts'
import type { Contacts } from '../mac/contacts.ts'
import type { MessageSource } from '../mac/message-source.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { type PollLoop, startPollLoop } from '../mac/poll-loop.ts'
import { type DirectoryWatch, watchDirectory } from '../mac/watch.ts'
import type { PluginHost } from '../plugins/host.ts'
import type { Sending } from '../sending/sending.ts'
import { IngestStore } from '../store/journal/ingest-store.ts'
import { snapshotStore } from '../store/journal/snapshot-store.ts'
import { requirementOfThis } from '../store/program-record.ts'
import { setupNote } from '../store/setup-note.ts'
import { messageRecord } from './debug-mirror.ts'
import type { ChatRow, RelayContext } from './decide-row.ts'
import { PositionExport, recoverPosition } from './exported-position.ts'
import { findPosition } from './find-position.ts'
import { GrantWatch } from './grant-watch.ts'
import { BridgeHeartbeat } from './heartbeat.ts'
import { type CommittedPage, ingest } from './ingest.ts'
import { LaneWatch } from './lane-watch.ts'
import { comparedSinceMs, OldRows } from './old-rows.ts'
import type { BridgeStore } from './open-store.ts'
import { type BridgeState, PollFailures } from './poll-failures.ts'
import type { RelayScope } from './relay-scope.ts'
import { type Rules, startRules } from './rules/start-rules.ts'
import { StatusReport } from './status-report.ts'

export interface RelayDeps {
  home: string
  store: BridgeStore
  source: MessageSource
  contacts: Contacts
  /** The number of people on the whitelist. */
  people: () => number
  host: PluginHost
  scope: RelayScope
  sending: Pick<Sending, 'send' | 'get' | 'list'>
  clock: Clock
  onCrash(error: unknown): void
}

/** Names change rarely, and checking takes some calls of the file system. */
const contactsEveryMs = 5_000

export class Relay {
  readonly #deps: RelayDeps
  readonly #context: RelayContext
  readonly #rules: Rules
  readonly #oldRows: OldRows
  readonly #status: StatusReport
  readonly #grant: GrantWatch
  readonly #heartbeat: BridgeHeartbeat
  readonly #exported: PositionExport
  readonly #failures = new PollFailures()
  readonly #watch: DirectoryWatch
  readonly #loop: PollLoop
  readonly #startedMs: number
  readonly #mayCheckContacts: () => boolean
  /** Monotonic milliseconds before which no poll runs, after a failure. */
  #notBeforeMs = 0
  /** Whether a change still has to be ingested: chat.db reports a change only once, and ingesting may fail. */
  #hasChange = false

  /** Starts at once. */
  constructor(deps: RelayDeps) {
    this.#deps = deps
    const { home, store, source, contacts, host, scope, sending, clock, onCrash } = deps
    const { log, settings } = store
    const journal = new IngestStore(store.journal, store.installKey)
    const recovered = recoverPosition(store.dir.stateFile, journal)
    if (recovered !== undefined) log.warn(recovered)
    this.#exported = new PositionExport(store.dir.stateFile, log)
    settings.onChange((config) => {
      scope.applySettings(config)
      host.reconcile(config)
    })
    const rules = startRules({ store, clock, sending })
    this.#rules = rules
    const oldRows = new OldRows({ store: snapshotStore(store.journal), snapshots: source.snapshots, clock })
    this.#oldRows = oldRows
    this.#context = {
      rows: source.rows,
      newRows: (afterRowid, limit) => source.newRows({ afterRowid, limit, sinceMs: comparedSinceMs(clock.nowMs()) }),
      chatOfPerson: source.chats.ofPerson,
      conversationOf: source.chats.conversationOf,
      inOneState: source.inOneState,
      journal,
      lanes: new LaneWatch(() => settings.current().relay.max_age_s * 1000),
      scope: () => scope.current,
      nameOf: contacts.nameOf,
      isEcho: (row, isSelfChat) => store.ledger.claim({ ...possibleEcho(row), isSelfChat }, clock.nowMs()),
      recipients: () => ({
        integrations: host.enabled().map(({ name }) => name),
        rules: rules.inForce(),
        selfHandles: scope.current.selfHandles,
      }),
      remember: (snapshots) => oldRows.remember(snapshots),
    }
    this.#status = new StatusReport({ store, journal, contacts, people: deps.people, clock })
    const requirement = requirementOfThis(store.dir.programRecordFile)
    this.#grant = new GrantWatch({ note: setupNote(store.dir.setupFile), log, requirement, nowMs: clock.nowMs })
    this.#startedMs = clock.nowMs()
    this.#mayCheckContacts = atMostEvery(contactsEveryMs, clock.monotonicMs)
    this.#heartbeat = new BridgeHeartbeat({
      clock,
      lastAliveMs: store.lastAliveMs ?? this.#startedMs,
      write: (nowMs) => this.#status.heartbeat(nowMs),
      onSleep: (sleep) => this.#noticeSleep(sleep),
    })
    this.#watch = watchDirectory(messagesPaths(home).folder, () => this.#loop.stir())
    this.#loop = startPollLoop({
      tickMs: () => untilSharedMoment(settings.current().relay.poll_interval_s * 1000),
      poll: () => this.#poll(),
      onCrash,
    })
  }

  async stop(): Promise<void> {
    this.#watch.close()
    await this.#loop.stop()
    this.#exported.flush()
    await this.#rules.stop()
  }

  async #poll(): Promise<void> {
    const { clock, store } = this.#deps
    const nowMs = clock.nowMs()
    this.#heartbeat.beat(nowMs)
    if (clock.monotonicMs() < this.#notBeforeMs) return
    try {
      await this.#pollMessages(nowMs)
      this.#failures.over()
      this.#report('polling', null)
    } catch (error) {
      const failure = this.#failures.after(error)
      if (failure === undefined) throw error
      this.#notBeforeMs = clock.monotonicMs() + failure.retryInMs
      this.#report(failure.state, failure.reason, failure.code)
      if (failure.state !== 'polling') store.log.warn(failure.reason)
    }
  }

  async #pollMessages(nowMs: number): Promise<void> {
    const { source, host } = this.#deps
    const { journal } = this.#context
    const change = source.check()
    this.#watch.arm()
    this.#hasChange ||= change !== 'unchanged'
    // Another database may have been written into this file, which also shows only as a change.
    if (this.#hasChange) this.#findPosition(nowMs, change === 'fresh')
    if (change !== 'unchanged') this.#oldRows.databaseChanged()
    if (this.#hasChange || journal.waiting().length > 0) {
      await host.known()
      this.#updateAccounts()
      await this.#ingest(nowMs)
      this.#hasChange = false
    }
    const position = journal.position()
    if (position === undefined || !this.#oldRows.isDue()) return
    if (await this.#oldRows.compare(position)) await this.#ingest(nowMs)
  }

  #findPosition(nowMs: number, isFresh: boolean): void {
    const { source, store } = this.#deps
    const { journal } = this.#context
    const found = findPosition(
      journal.position(),
      { ...source.end(nowMs), guidAt: source.guidAt },
      { known: this.#oldRows.sample(), sinceMs: this.#startedMs },
    )
    if (found.is === 'rebuilt') this.#oldRows.forget()
    if (found.is !== 'kept') journal.moveTo(found.position)
    if (isFresh || found.is !== 'kept') store.log.info(positionSentences[found.is](found.position.rowid))
  }

  #updateAccounts(): void {
    const { contacts, scope, source } = this.#deps
    if (this.#mayCheckContacts()) contacts.refreshIfChanged()
    // The user's own card in Contacts names addresses that Messages is not signed in with at the moment.
    scope.setAccounts([...source.chats.selfHandles(), ...(contacts.me()?.handles ?? [])])
  }

  async #ingest(nowMs: number): Promise<void> {
    for await (const page of ingest(this.#context, nowMs)) {
      this.#handOver()
      // Frames are gathered until the current work is done: they leave before anything else is written to the disk.
      await yieldToOthers()
      this.#keepCopies(page)
      this.#exported.put(page.position)
      if (this.#heartbeat.beatIfDue()) this.#report('polling', null)
    }
  }

  /** The deliveries and the firings of rules are in the journal with the page. */
  #handOver(): void {
    this.#deps.host.kick()
    this.#rules.kick()
  }

  /** Writes copies for which nobody waits. */
  #keepCopies({ rows }: CommittedPage): void {
    const { store } = this.#deps
    try {
      for (const { message } of rows) if (message !== null) store.mirror.append(messageRecord(message))
    } catch (error) {
      // These are only copies: the journal holds everything.
      store.log.warn(`the mirror could not be written: ${(error as Error).message}`)
    }
  }

  #report(state: BridgeState, reason: string | null, code?: string): void {
    this.#status.report(state, this.#grant.explain(state, reason), code)
  }

  #noticeSleep(sleep: { lengthMs: number; nowMs: number }): void {
    const { journal, lanes } = this.#context
    const position = journal.position()
    if (position !== undefined) lanes.gapEnded({ ...sleep, newestMs: position.newestMs })
  }
}

const possibleEcho = ({ chat, attachments, attachmentsExpected, ...row }: ChatRow) => ({
  ...row,
  conversation: chat.conversation,
  hasAttachments: attachments.length > 0 || attachmentsExpected > 0,
})

const positionSentences = {
  first: (rowid: number) => `relaying what comes after row ${rowid}; nothing older is relayed`,
  kept: (rowid: number) => `going on after row ${rowid}`,
  rebuilt: (rowid: number) =>
    `Messages has a new database; going on after row ${rowid}, unknown recent messages included`,
}
