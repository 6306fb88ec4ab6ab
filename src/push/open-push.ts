/**
 * Opens Web Push: browsers subscribe, and are notified of new messages and of problems while no page is open. Nothing is
 * stored, watched or sent before the first browser has subscribed.
 */
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Backoff } from '../base/backoff.ts'
import { messageOf } from '../base/errors.ts'
import { atMostEvery } from '../base/throttle.ts'
import type { Category } from '../contract/categories.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { PushChoices, Pushed, PushedAlert, PushTest } from '../contract/push.ts'
import { type PushReach, publicReach } from '../domain/push/reach.ts'
import { type HeldNews, heldShownOf, isTold, shortened, shownOf, unreadIn } from '../domain/push/told.ts'
import { type Bucket, takeToken } from '../domain/rate-bucket.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { History } from '../mac/history/history.ts'
import { installKey } from '../store/install-key.ts'
import { readEvents } from '../store/journal/events-reader.ts'
import {
  type NewPushSubscriber,
  PushFile,
  type PushOwner,
  type PushSubscriber,
  type QueuedPush,
} from '../store/push-file.ts'
import { type PushKey, pushKey } from '../store/push-key.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { type PostPushDeps, postPush, troubleOf } from './post-push.ts'
import { PushNews } from './push-news.ts'
import { PushQueue } from './push-queue.ts'
import { isSealable } from './seal.ts'

export interface PushSettings {
  /** How long a push waits for the message to be read on the Mac or on a page. */
  graceMs: number
  /** Between the attempts of one push. */
  pauses: Backoff
  reach: PushReach
}

const usualPush: PushSettings = {
  graceMs: 1_500,
  pauses: { firstMs: 2_000, longestMs: 15 * 60_000 },
  reach: publicReach,
}

export interface PushDeps {
  dir: Pick<ServiceDir, 'pushFile' | 'pushKeyFile' | 'installKeyFile' | 'journalFile' | 'stateDir'>
  log: Logger
  nowMs(): number
  history: Pick<History, 'conversation' | 'conversations' | 'messages'>
  shownCategories(): readonly Category[]
  /** A message that waits for its owner; undefined once it was decided about. */
  held(id: string): HeldNews | undefined
  /** Whether a session or key is still valid and may read messages. */
  mayRead(owner: PushOwner): boolean
  settings?: PushSettings
}

const testsPerMinute = 10
const mostWithdrawn = 8
/** The number of conversations that the page counts for its icon. */
const mostCounted = 200
const longestGuidWithdrawn = 80
const topicLength = 32
/** The process ends within a second. */
const graceAtEndMs = 400
const longestSummary = 600
const troubleEveryMs = 600_000

interface Opened {
  file: PushFile
  news: PushNews
  queue: PushQueue
}

export class Push {
  readonly #deps: PushDeps
  readonly #settings: PushSettings
  #opened: Opened | undefined
  #key: PushKey | undefined
  #tests: Bucket | undefined
  readonly #ending = new AbortController()

  constructor(deps: PushDeps) {
    this.#deps = deps
    this.#settings = deps.settings ?? usualPush
  }

  /** Goes on where the process before this one stopped. The page does not depend on it. */
  resume(): void {
    const { dir, log } = this.#deps
    if (this.#ending.signal.aborted || !existsSync(dir.pushFile)) return
    try {
      const { file, news, queue } = this.#open()
      if (file.all().length === 0) return
      news.begin()
      queue.run()
    } catch (error) {
      log.error(`browsers are not notified: ${messageOf(error)}`)
    }
  }

  publicKey = (): string => this.#ownKey().publicKey

  /** The subscriptions whose session or key is still valid; the others are dropped. */
  list(): PushSubscriber[] {
    if (this.#opened === undefined) return []
    const { file } = this.#opened
    const [alive, over] = [[] as PushSubscriber[], [] as PushSubscriber[]]
    for (const each of file.all()) (this.#deps.mayRead(each.owner) ? alive : over).push(each)
    for (const { id } of over) file.drop(id)
    return alive
  }

  ofEndpoint = (endpoint: string): PushSubscriber | undefined => this.#opened?.file.ofEndpoint(endpoint)

  /** Throws `invalid_request` for an address that is none of a push service. */
  add(subscriber: NewPushSubscriber): PushSubscriber {
    this.#requireReachable(subscriber)
    const { file, news } = this.#open()
    const [nowMs, event] = [this.#deps.nowMs(), news.newest()]
    if (file.all().length === 0) file.advance(event, [], { nowMs, dueMs: nowMs })
    const added = file.add(subscriber, { nowMs, event })
    news.begin()
    return added
  }

  /** Throws `not_found`. */
  choose(id: string, change: Partial<PushChoices>): PushSubscriber {
    const { file, subscriber } = this.#found(id)
    const choices = { ...subscriber.choices, ...change }
    file.choose(id, choices)
    return { ...subscriber, choices }
  }

  /** Throws `not_found`. */
  remove(id: string): void {
    const { file, news } = this.#found(id)
    file.drop(id)
    if (file.all().length === 0) news.end()
  }

  /** Throws `not_found` and `rate_limited`. */
  async test(id: string): Promise<PushTest> {
    const { file, subscriber } = this.#found(id)
    const token = takeToken(this.#tests, { perMinute: testsPerMinute, nowMs: this.#deps.nowMs() })
    if (token.is === 'empty')
      throw new ServiceError('rate_limited', 'Too many test notifications.', { retry_after_s: token.retryAfterS })
    this.#tests = token.bucket
    const contents = { type: 'test', language: subscriber.choices.language } as const
    const outcome = await postPush(subscriber, { contents, ttlS: 60, urgency: 'high' }, this.#posting())
    const trouble = troubleOf(outcome)
    if (outcome.verdict === 'gone') file.drop(id)
    else file.note(id, trouble, this.#deps.nowMs())
    return { state: trouble === null ? 'sent' : 'failed', trouble }
  }

  /** Notifies the browsers that want alerts. */
  notify({ id, summary, kind, since, plugin }: Omit<PushedAlert, 'is_over'>, isOver: boolean): void {
    if (this.#opened === undefined) return
    const { file, queue } = this.#opened
    const told = { id, summary: shortened(summary, longestSummary), kind, since, plugin }
    const about = { type: 'alert' as const, ...told, is_over: isOver }
    const topic = this.#topicOf(`alert ${id}`)
    const nowMs = this.#deps.nowMs()
    const pushes = this.list()
      .filter(({ choices }) => choices.alerts)
      .map((subscriber) => ({ subscription: subscriber.id, topic, about }))
    file.queue(pushes, { nowMs, dueMs: nowMs })
    queue.run()
  }

  async close(): Promise<void> {
    const opened = this.#opened
    opened?.news.end()
    // A push whose response is lost would be repeated.
    const late = setTimeout(() => this.#ending.abort(), graceAtEndMs)
    await opened?.queue.stop()
    clearTimeout(late)
    this.#ending.abort()
    opened?.news.close()
    opened?.file.close()
    this.#opened = undefined
  }

  #ownKey(): PushKey {
    const { dir, log } = this.#deps
    this.#key ??= pushKey(dir.pushKeyFile, (path) =>
      log.error(`push.key was damaged and lies at ${path}; browsers have to turn notifications on again`),
    )
    return this.#key
  }

  #posting(): PostPushDeps {
    const { nowMs } = this.#deps
    return { key: () => this.#ownKey(), reach: this.#settings.reach, nowMs, signal: this.#ending.signal }
  }

  #open(): Opened {
    this.#opened ??= this.#openAnew()
    return this.#opened
  }

  #openAnew(): Opened {
    const { dir, log, nowMs, mayRead } = this.#deps
    const file = new PushFile({
      path: dir.pushFile,
      onQuarantine: ({ path }) =>
        log.error(`push.db was damaged and lies at ${path}; browsers have to turn notifications on again`),
    })
    const contentsOf = (about: QueuedPush['about'], subscriber: PushSubscriber) =>
      this.#contentsOf(about, subscriber, file)
    const queue = new PushQueue({ ...this.#posting(), file, log, pauses: this.#settings.pauses, mayRead, contentsOf })
    const mayWarn = atMostEvery(troubleEveryMs)
    const news = new PushNews({
      file,
      reader: readEvents(dir.journalFile),
      folder: dir.stateDir,
      nowMs,
      graceMs: this.#settings.graceMs,
      topicOf: (guid) => this.#topicOf(guid),
      onQueued: () => queue.run(),
      onTrouble(error) {
        if (mayWarn()) log.warn(`notifications are delayed: ${messageOf(error)}`)
      },
    })
    return { file, news, queue }
  }

  #found(id: string): Opened & { subscriber: PushSubscriber } {
    const subscriber = this.list().find((each) => each.id === id)
    if (this.#opened === undefined || subscriber === undefined)
      throw new ServiceError('not_found', 'No browser is notified under that id.')
    return { ...this.#opened, subscriber }
  }

  #requireReachable({ endpoint, p256dh }: NewPushSubscriber): void {
    const url = URL.parse(endpoint)
    const reason = url === null ? 'is not a URL' : this.#settings.reach.refusalOfEndpoint(url)
    if (reason !== undefined) throw invalid('endpoint', `The address ${reason}`)
    if (!isSealable({ p256dh })) throw invalid('keys.p256dh', 'The key is not a point of the curve P-256')
  }

  #contentsOf(about: QueuedPush['about'], { id, choices }: PushSubscriber, file: PushFile): Pushed | undefined {
    const { level, language } = choices
    if (about.type === 'alert') return { ...about, language }
    if (about.type === 'held') {
      const news = this.#deps.held(about.id)
      return news && { ...about, level, language, ...heldShownOf(level, news) }
    }
    const { history, nowMs, shownCategories } = this.#deps
    const { guid, rowid } = about
    const conversation = history.conversation(guid)
    const message = history.messages(guid, { limit: 1, around_rowid: rowid })?.find((one) => one.rowid === rowid)
    if (conversation === undefined || message === undefined) return undefined
    const news = { conversation, message }
    if (!isTold(choices, news, { nowMs: nowMs(), shownCategories: shownCategories() })) return undefined
    const isRead = (told: string) => (history.conversation(told)?.unread_count ?? 0) === 0
    const withdraw = file
      .toldTo(id)
      .map((told) => told.guid)
      .filter((told) => told !== guid && told.length <= longestGuidWithdrawn && isRead(told))
      .slice(0, mostWithdrawn)
    const unread = unreadIn(history.conversations({ limit: mostCounted, offset: 0, isUnread: true }), choices.muted)
    return { type: 'message', guid, rowid, level, language, ...shownOf(level, news), unread, withdraw }
  }

  /** Tells the push service nothing about the conversation. */
  #topicOf(name: string): string {
    const key = installKey(this.#deps.dir.installKeyFile)
    return createHmac('sha256', key).update(`push ${name}`).digest('base64url').slice(0, topicLength)
  }
}

const invalid = (path: string, reason: string) =>
  new ServiceError('invalid_request', `${reason}.`, { in: 'body', path, reason })
