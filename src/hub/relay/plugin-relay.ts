/**
 * Relays to the plugins of a hub: commits arrivals of all Macs to the journal, with their deliveries and the position in one
 * transaction, and runs plugins and rules on that journal, as the bridge of a Mac does with the rows of Messages.
 */
import type { AnySending } from '../../actions/services.ts'
import { type Clock, systemClock } from '../../base/clock.ts'
import { messageOf } from '../../base/errors.ts'
import { corePlugins } from '../../bridge/core/core-plugins.ts'
import { messageRecord } from '../../bridge/debug-mirror.ts'
import { startHousekeeping } from '../../bridge/housekeeping.ts'
import { openRelayStore, type RelayStore } from '../../bridge/open-store.ts'
import { type Rules, startRules } from '../../bridge/rules/start-rules.ts'
import { StatusReport } from '../../bridge/status-report.ts'
import type { ArrivalPosition } from '../../domain/arrival-position.ts'
import { OpenedResources } from '../../domain/closing.ts'
import { takesLine } from '../../domain/plugin-configuration.ts'
import { PluginHost } from '../../plugins/host.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { IngestStore } from '../../store/journal/ingest-store.ts'
import { journalId } from '../../store/journal/journal-id.ts'
import { journalWriters } from '../../store/journal/writers.ts'
import { pausedPlugins } from '../../store/paused-plugins.ts'
import { pluginConsents } from '../../store/plugin-consents.ts'
import { openUploads } from '../../store/uploads.ts'
import type { MacQuestions } from '../services/mac-questions.ts'
import {
  type ArrivalEntry,
  arrivalsAfter,
  endOfArrivals,
  resumeArrivals,
  tellPosition,
  toldPosition,
} from '../store/arrivals.ts'
import type { Database, Sql } from '../store/database.ts'
import { ofHubGuid } from '../store/ids.ts'
import { noteRelay, readerSaysMs, relayAliveMs } from '../store/readers.ts'
import { findSend } from '../store/sends.ts'
import { type Arrival, ingestedArrival, isNoteIn } from './decide-arrival.ts'
import { hubCalls } from './hub-calls.ts'
import { readArrivals } from './read-arrivals.ts'
import { RelayAlerts } from './relay-alerts.ts'
import { RelayHeldNotices } from './relay-held-notices.ts'

export interface PluginRelayOptions {
  /** The folder of the hub. */
  base: string
  database: Database
  questions: MacQuestions
  sending: RelaySending
  clock?: Clock
}

/** The part of sending that plugins, rules and notices need. */
export type RelaySending = Pick<AnySending, 'send' | 'get' | 'list' | 'listHeld'>

/** Arrivals per page. Each has at most the events of an envelope, so a page has no more than a few thousand. */
const pageSize = 50
/** Well below the ten seconds after which other processes consider a relay dead. */
const heartbeatMs = 1_000
/** The shortest interval between writes of the position to PostgreSQL. */
const tellEveryMs = 1_000
const mostSendsKept = 500

export class PluginRelay {
  readonly #store: RelayStore
  readonly #database: Database
  readonly #clock: Clock
  readonly #journal: IngestStore
  readonly #host: PluginHost
  readonly #rules: Rules
  readonly #status: StatusReport
  readonly #alerts: RelayAlerts
  readonly #opened = new OpenedResources()
  /** Sends of plugins that are told of their progress. */
  readonly #sends = new Set<string>()
  #trouble: string | null = null
  #told: { position: string; atMs: number } = { position: '', atMs: 0 }
  #saidMs = 0

  /** Throws `already_running`, and any error of opening the files. */
  constructor({ base, database, questions, sending, clock = systemClock }: PluginRelayOptions) {
    this.#database = database
    this.#clock = clock
    this.#store = openRelayStore({ base, source: 'hub' })
    const { dir, log, settings, journal, installKey, mirror } = this.#store
    this.#opened.adopt(this.#store, (store) => store.close())
    try {
      this.#journal = new IngestStore(journal, installKey)
      this.#host = this.#opened.use(
        new PluginHost({
          journal,
          installKey,
          log,
          clock,
          paths: { serviceDir: base },
          core: corePlugins,
          mirror: (plugin, event, fields) => mirror.append({ event, source: plugin, fields }),
          consents: pluginConsents(dir.consentsDir),
          paused: pausedPlugins(dir.pausedDir),
          calls: hubCalls({
            sql: database,
            questions,
            sending,
            onSend: (id) => this.#follow(id),
            uploads: openUploads({ folder: dir.uploadsDirOf('bridge'), needed: () => new Set() }),
            audit: openAuditLog({
              path: dir.auditFile,
              onTrouble: (reason) => log.error(`audit.jsonl cannot be written: ${reason}`),
            }),
          }),
        }),
      )
      settings.onChange((config) => this.#host.reconcile(config))
      this.#rules = this.#opened.use(startRules({ store: this.#store, clock, sending }))
      this.#status = new StatusReport({
        store: this.#store,
        clock,
        contacts: { problems: () => [] },
        journal: { position: () => undefined },
        people: () => settings.current().whitelist.handles.length,
      })
      startHousekeeping(this.#store, clock, this.#opened.signal)
      this.#alerts = this.#opened.use(new RelayAlerts({ store: this.#store, host: this.#host, database, clock }))
      this.#opened.use(new RelayHeldNotices({ store: this.#store, host: this.#host, sending, clock }))
      this.#opened.adopt(
        setInterval(() => this.#beat(), heartbeatMs),
        clearInterval,
      )
      this.#opened.use(database.listen('hub_send', (id) => void this.#tellSend(id)))
      this.#beat()
      log.info(`the relay of the hub works, process ${process.pid}`)
    } catch (error) {
      void this.#opened.close().catch(() => undefined)
      throw error
    }
  }

  /** Finishes deliveries in progress; those that take too long are repeated after the next start. */
  stop(): Promise<void> {
    return this.#opened.close()
  }

  /**
   * Returns where to continue: after the last arrival in the journal. A relay that never ran begins at the end, since older
   * messages are not relayed. If the journal is not that of the last relay (lost, or on another machine), it begins where
   * the last relay was.
   */
  async begin(sql: Sql): Promise<ArrivalPosition> {
    this.#alerts.noteLastRelay(await relayAliveMs(sql))
    const own = this.#journal.arrivalPosition()
    const told = await toldPosition(sql)
    const known = [own, told?.position].filter((one) => one !== undefined)
    const position = known.length === 0 ? await endOfArrivals(sql) : await resumeArrivals(sql, known)
    this.#journal.commitArrivals({ rows: [], events: [], position, nowMs: this.#clock.nowMs() }, noRecipients)
    await this.#tell(sql, position)
    await this.#host.known()
    return position
  }

  /** Commits all arrivals after a position, and returns the new position. */
  async takeIn(sql: Sql, after: ArrivalPosition): Promise<ArrivalPosition> {
    let position = after
    for (;;) {
      const entries = await arrivalsAfter(sql, position, pageSize)
      if (entries.length === 0) break
      position = positionAfter(position, entries)
      await this.#commit(sql, entries, position)
      await this.#sayThatItWorks(sql)
    }
    await this.#tell(sql, position)
    await this.#sayThatItWorks(sql)
    this.#trouble = null
    return position
  }

  /** Notes what keeps new arrivals out. Deliveries of earlier ones go on. */
  noteTrouble(reason: string): void {
    this.#trouble = reason
  }

  async #commit(sql: Sql, entries: readonly ArrivalEntry[], position: ArrivalPosition): Promise<void> {
    const { messages, events } = await readArrivals(sql, entries)
    const { settings, mirror, log } = this.#store
    const config = settings.current()
    const nowMs = this.#clock.nowMs()
    const echoes = await echoesAmong(sql, messages, config.self_handles)
    const context = {
      config,
      nowMs,
      hasTwin: (text: string, sentAtMs: number) => this.#journal.twins(text, sentAtMs, 0) > 0,
      isEcho: ({ message }: Arrival) => echoes.has(message.rowid),
    }
    const rows = messages.map((one) => ingestedArrival(one, context))
    this.#journal.commitArrivals(
      { rows, events, position, nowMs },
      {
        integrations: this.#host.enabled().map(({ name }) => name),
        takes: (name, { guid }) => takesLine(config.integrations, name, ofHubGuid(guid)?.line),
        rules: this.#rules.inForce(),
        selfHandles: config.self_handles,
      },
    )
    this.#host.kick()
    this.#rules.kick()
    try {
      for (const { message } of rows) if (message !== null) mirror.append(messageRecord(message))
    } catch (error) {
      // These are only copies: the journal holds everything.
      log.warn(`the mirror could not be written: ${messageOf(error)}`)
    }
  }

  async #tell(sql: Sql, position: ArrivalPosition): Promise<void> {
    const [text, nowMs] = [JSON.stringify(position), this.#clock.nowMs()]
    if (text === this.#told.position || Math.abs(nowMs - this.#told.atMs) < tellEveryMs) return
    await tellPosition(sql, journalId(this.#store.journal) ?? '', position, nowMs)
    this.#told = { position: text, atMs: nowMs }
  }

  /** Reports that the relay works, once it has committed arrivals or found none: a relay that only fails does not work. */
  async #sayThatItWorks(sql: Sql): Promise<void> {
    const nowMs = this.#clock.nowMs()
    if (Math.abs(nowMs - this.#saidMs) < readerSaysMs) return
    await noteRelay(sql, nowMs)
    this.#saidMs = nowMs
  }

  #beat(): void {
    this.#status.heartbeat(this.#clock.nowMs())
    this.#status.report(this.#trouble === null ? 'polling' : 'degraded', this.#trouble)
  }

  #follow(id: string): void {
    this.#sends.add(id)
    const [oldest] = this.#sends
    if (this.#sends.size > mostSendsKept && oldest !== undefined) this.#sends.delete(oldest)
  }

  /** Tells plugins about the progress of a send; an empty id stands for all sends. */
  async #tellSend(id: string): Promise<void> {
    if (!this.#sends.has(id)) return
    try {
      const send = await findSend(this.#database, id)
      if (send === undefined) return
      const { state, chat_guid, rowid, error } = send
      journalWriters(this.#store.journal).event(
        { type: 'send_updated', id, state, chat_guid, rowid, error_code: error?.code ?? null },
        this.#clock.nowMs(),
      )
      this.#host.kick()
    } catch (error) {
      this.#store.log.debug(`plugins could not be told of a send: ${messageOf(error)}`)
    }
  }
}

const noRecipients = { integrations: [], rules: [], selfHandles: [] }

const positionAfter = (position: ArrivalPosition, entries: readonly ArrivalEntry[]): ArrivalPosition => ({
  ...position,
  ...Object.fromEntries(entries.map(({ part, seq, token }) => [part, { seq, token }])),
})

/**
 * Returns which notes to yourself were sent by the hub: the ledger of the Mac names their row, or still looks for it.
 */
async function echoesAmong(
  sql: Sql,
  messages: readonly Arrival[],
  selfHandles: readonly string[],
): Promise<Set<number>> {
  const notes = messages.filter(({ conversation }) => isNoteIn(conversation, selfHandles))
  const echoes = new Set<number>()
  for (const { line, message } of notes) {
    const found = await sql.query(
      `SELECT 1 FROM send WHERE line = $1 AND (guid = $2 OR (guid IS NULL AND text = $3 AND created_at_ms > $4)) LIMIT 1`,
      [line.id, message.guid, message.text, Date.parse(message.ts) - echoWindowMs],
    )
    if (found.length > 0) echoes.add(message.rowid)
  }
  return echoes
}

const echoWindowMs = 5 * 60_000
