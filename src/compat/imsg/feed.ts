/**
 * Follows the event stream of the service once for all subscriptions, through restarts of the service, and tells them
 * which rows are new.
 */
import { pause } from '../../base/pause.ts'
import type { StreamEvent } from '../../contract/events.ts'
import type { StoredRow } from '../../contract/stored-row.ts'
import { guidOfRow } from '../wire/lines.ts'
import { isAbsent } from './rpc-error.ts'
import type { Service } from './service.ts'

export interface Listener {
  /** A message or a reaction that was just written. */
  onRow(rowid: number): void
  /** The service will not answer again, for example because the key was revoked. */
  onEnd(error: unknown): void
}

interface Options {
  service: Service
  /** The delay before the stream is opened again. */
  waitMs?: (attempt: number) => number
  checkEveryMs?: number
}

const openWithinMs = 10_000
const longestWaitMs = 5_000
/** Rows that no event named are news only if they are as recent as this. */
const recentMs = 15 * 60_000
const mostFilled = 1_000

const ofNews = ['new_message', 'message_sent', 'tapback_added', 'tapback_removed']

export class Feed {
  readonly #options: Options
  readonly #listeners = new Set<Listener>()
  readonly #life = new AbortController()
  #opened: Promise<void> | undefined
  #checking: Promise<void> | undefined
  /** The highest ROWID of which an event has told. */
  #known = 0
  /** The highest ROWID at the last check. */
  #seen = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** The highest ROWID of now. */
  async newestRowid(): Promise<number> {
    const { newest_rowid } = await this.#options.service.list_rows({ order: 'rowid', limit: 1 })
    return newest_rowid
  }

  /** Resolves once every recent row after this one was told, and every later one will be. */
  async add(listener: Listener, after: number): Promise<void> {
    this.#opened ??= this.#open()
    try {
      await this.#opened
      this.#listeners.add(listener)
      const { rows } = await this.#rowsBetween(after)
      for (const row of rows) if (isRecent(row)) listener.onRow(row.rowid)
    } catch (error) {
      this.#listeners.delete(listener)
      throw error
    }
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  close(): void {
    this.#life.abort()
  }

  async #open(): Promise<void> {
    try {
      // Fails at once where the service does not run, while the stream would be tried again.
      this.#known = this.#seen = await this.newestRowid()
      const { promise, resolve } = Promise.withResolvers<void>()
      void this.#follow(resolve)
      this.#checking ??= this.#check()
      await Promise.race([promise, pause(openWithinMs, this.#life.signal)])
    } catch (error) {
      this.#opened = undefined
      throw error
    }
  }

  async #follow(onOpen: () => void): Promise<void> {
    const { service, waitMs = (attempt) => Math.min(longestWaitMs, 250 * 2 ** attempt) } = this.#options
    try {
      const events = service.events({}, { signal: this.#life.signal, onId: onOpen, waitMs })
      const isHub = await isOfHub(service)
      for await (const { value } of events) {
        if (value.type === 'reset') await this.#fill(this.#known, await this.newestRowid()).catch(() => undefined)
        if (!('rowid' in value) || value.rowid === null) continue
        if (isHub && !ofNews.includes(value.type)) continue
        const rowid = isHub ? await rowOnHub(service, value) : value.rowid
        if (rowid === undefined) continue
        this.#known = Math.max(this.#known, rowid)
        if (ofNews.includes(value.type)) this.#tell(rowid)
      }
    } catch (error) {
      onOpen()
      for (const listener of this.#listeners) listener.onEnd(error)
      this.#listeners.clear()
      this.#opened = undefined
    }
  }

  /** Finds rows of which no event tells, as long as relaying has stopped. */
  async #check(): Promise<void> {
    const { signal } = this.#life
    while (!signal.aborted) {
      await pause(this.#options.checkEveryMs ?? 5_000, signal)
      if (this.#listeners.size === 0 || signal.aborted) continue
      try {
        const newest = await this.newestRowid()
        // Rows that were there at the last check have had time to get their event.
        if (this.#seen > this.#known) await this.#fill(this.#known, this.#seen)
        this.#seen = Math.max(this.#seen, newest)
      } catch {
        // A service that does not answer is asked again.
      }
    }
  }

  async #fill(after: number, upTo: number): Promise<void> {
    if (upTo <= after) return
    const { rows } = await this.#rowsBetween(after, upTo + 1)
    this.#known = Math.max(this.#known, rows.length < mostFilled ? upTo : (rows.at(-1)?.rowid ?? upTo))
    for (const row of rows) if (isRecent(row)) this.#tell(row.rowid)
  }

  #tell(rowid: number): void {
    for (const listener of this.#listeners) listener.onRow(rowid)
  }

  #rowsBetween(after: number, before?: number) {
    return this.#options.service.list_rows({
      after_rowid: after,
      ...(before !== undefined && { before_rowid: before }),
      order: 'rowid',
      newest_first: false,
      limit: mostFilled,
    })
  }
}

/** A hub numbers its rows in the order in which they came there, and messages otherwise. */
async function isOfHub(service: Pick<Service, 'version'>): Promise<boolean> {
  const { answers } = await service.version().catch(() => ({ answers: undefined }))
  return answers !== undefined
}

type News = Pick<Extract<StreamEvent, { rowid: number | null }>, 'rowid'> & {
  chat_guid?: string | null
  target_guid?: string
}

/** Undefined for what is gone by now. */
async function rowOnHub(service: Service, { rowid, chat_guid = null, target_guid: target }: News) {
  const newest = { order: 'rowid', newest_first: true, limit: 1 } as const
  if (target !== undefined) {
    const { rows } = await service.list_rows({ ...newest, about: guidOfRow(chat_guid, target), reactions: 'only' })
    return rows[0]?.rowid
  }
  const found = await service.get_message({ message: String(rowid) }).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
  if (found === undefined) return undefined
  const { rows } = await service.list_rows({ ...newest, guids: guidOfRow(found.conversation_guid, found.message.guid) })
  return rows[0]?.rowid
}

const isRecent = ({ sent_at, item_type }: StoredRow): boolean =>
  item_type === 0 && Date.parse(sent_at) > Date.now() - recentMs
