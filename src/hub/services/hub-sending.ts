/**
 * Sends through the Macs of a hub: chooses the line, keeps sends that wait for their time or their owner, and turns all
 * others into orders. It has the interface of a Mac's own sending, so that the actions of sends serve both.
 */
import { randomUUID } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import type { AnySending } from '../../actions/services.ts'
import { timestamp } from '../../base/timestamp.ts'
import type { Config } from '../../contract/config.ts'
import type { Send } from '../../contract/send.ts'
import { canBeWrittenTo } from '../../domain/handles.ts'
import { conversationKey, conversationsMeant, identifierIn } from '../../domain/history/chat-guid.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { filePartBytes } from '../../envelope/fields.ts'
import { partsOf, requireOpen, requireReach, requireSendable, unknownConversation } from '../../sending/accept.ts'
import { askerShown } from '../../sending/decisions/asker-shown.ts'
import { expiresAfterMs, expiryOf, heldMs } from '../../sending/decisions/expiry.ts'
import { invalidSchedule, requireReachable } from '../../sending/decisions/reachable.ts'
import { waitForOutcome } from '../../sending/following/wait-for-outcome.ts'
import { Waiters } from '../../sending/following/waiters.ts'
import { contentHash, keyHash, shownHash } from '../../sending/ledger/hashes.ts'
import type { SendOrder, SendPermit, ShownHeld, UploadedFile } from '../../sending/sending.ts'
import type { Database } from '../store/database.ts'
import { findConversation } from '../store/history.ts'
import { ofHubGuid } from '../store/ids.ts'
import { conversationsWith, type Line, lineFor } from '../store/lines.ts'
import { acceptSend, cancelSend, findSend, listSends, macSendOf, requesterOf, waitingSends } from '../store/sends.ts'
import {
  changeScheduled,
  chatOf,
  findHeld,
  findScheduled,
  listHeld,
  listScheduled,
  refuseHeld,
  releaseHeld,
  type WaitingSend,
} from '../store/waiting-sends.ts'
import type { MacQuestions } from './mac-questions.ts'

export interface HubSendingOptions {
  database: Database
  questions: Pick<MacQuestions, 'ask'>
  settings: () => Config['send']
  nowMs(): number
}

const longestMs = 12 * 3_600_000
/** A Mac that falls back to SMS does so within this time. */
const fallBackMs = 3_000

export class HubSending implements AnySending {
  readonly #options: HubSendingOptions
  readonly #waiters = new Waiters()
  /** The requests that wait for a send, each with the latest state that it was told. */
  readonly #waiting = new Map<string, Set<{ latest: Send }>>()
  readonly #heard: ReturnType<Database['listen']>

  constructor(options: HubSendingOptions) {
    this.#options = options
    this.#heard = options.database.listen('hub_send', (id) => void this.#hear(id))
  }

  async close(): Promise<void> {
    this.#waiters.release()
    await this.#heard.close()
  }

  async send(order: SendOrder): Promise<Send> {
    const { database, nowMs, settings } = this.#options
    const createdAtMs = nowMs()
    if (order.permit !== undefined) requireOpen(order.permit, order.sendAtMs ?? createdAtMs)
    if (order.sendAtMs !== undefined) requireReachable(order.sendAtMs, createdAtMs)
    const content = await contentOf(order)
    const { line, ...recipient } = await this.#resolve(order)
    const { permit } = order
    const mustAsk = permit !== undefined && requireReach(permit, order, { ...recipient, line: line.id }) === 'ask'
    const asks = mustAsk ? { label: permit.label, reason: permit.reason } : (order.asks ?? null)
    const isHeld = asks !== null
    const expiresAtMs = expiryOf({ createdAtMs, isHeld, expiresAtMs: order.expiresAtMs })
    const key = order.idempotencyKey ?? null
    const { send } = await acceptSend(database, {
      id: randomUUID(),
      by: order.by,
      line: line.id,
      ...content,
      asks,
      createdAtMs,
      keyHash: keyHash({ by: order.by, idempotencyKey: key }),
      contentHash: contentHash({ service: content.service, parts: partsOf(order) }),
      isLineNamed: order.from !== undefined,
      handle: recipient.handle,
      guid: recipient.guid,
      isConfirmed: order.isConfirmed ?? false,
      expiresAtMs: Math.min(expiresAtMs, createdAtMs + (isHeld ? heldMs : longestMs)),
      sendAtMs: order.sendAtMs ?? null,
      perHour: permit?.perHour ?? null,
    })
    return this.#outcomeOf(send, settings().confirm_timeout_s * 1000)
  }

  get = (id: string) => findSend(this.#options.database, id)

  list({ limit, state, by, key }: Parameters<AnySending['list']>[0]) {
    return listSends(this.#options.database, { limit, state, by, ...(key && { keyHash: keyHash(key) }) })
  }

  async cancel(id: string): Promise<Send | undefined> {
    const { database, nowMs, questions } = this.#options
    if (!(await cancelSend(database, id, nowMs()))) {
      // The ledger of its Mac has the send, and may not have handed it over yet.
      const there = await macSendOf(database, id)
      if (there !== undefined) await questions.ask(there.mac, 'cancel_send', { input: { id: there.send } })
    }
    return findSend(database, id)
  }

  listScheduled = (limit: number) => listScheduled(this.#options.database, limit)
  findScheduled = (id: string) => findScheduled(this.#options.database, id)

  async changeScheduled(
    id: string,
    { text, sendAtMs }: Parameters<AnySending['changeScheduled']>[1],
  ): Promise<boolean> {
    const { database, nowMs } = this.#options
    if (text !== undefined) requireSendable(text)
    if (sendAtMs !== undefined) requireReachable(sendAtMs, nowMs())
    const became = await changeScheduled(database, id, { text, sendAtMs }, nowMs())
    if (became === 'no_text') throw invalidSchedule('text', 'is not part of this message')
    return became === 'changed'
  }

  async listHeld(limit: number): Promise<ShownHeld[]> {
    const { database, nowMs } = this.#options
    return Promise.all((await listHeld(database, limit, nowMs())).map((held) => this.#shownHeld(held)))
  }

  async findHeld(id: string): Promise<ShownHeld | undefined> {
    const { database, nowMs } = this.#options
    const held = await findHeld(database, id, nowMs())
    return held && this.#shownHeld(held)
  }

  releaseHeld(id: string, { version, text }: { version: string; text?: string }): Promise<void> {
    const { database, nowMs } = this.#options
    if (text !== undefined) requireSendable(text)
    const check = (held: WaitingSend) => {
      if (versionOf(held) !== version)
        throw new ServiceError('conflict', 'The message has changed since it was shown.', { id })
    }
    return releaseHeld(database, id, { check, text, nowMs: nowMs(), expiresAfterMs })
  }

  refuseHeld = (id: string) => refuseHeld(this.#options.database, id, this.#options.nowMs())
  requesterOf = (id: string) => requesterOf(this.#options.database, id)

  async health() {
    const { database, nowMs } = this.#options
    const { waiting, oldestMs } = await waitingSends(database)
    return { waiting, oldestWaitsS: oldestMs === null ? null : Math.max(0, nowMs() - oldestMs) / 1000 }
  }

  trouble = () => null
  ledgerId = () => null

  async #resolve(order: SendOrder): Promise<Resolved> {
    const { database } = this.#options
    const { to, from, permit, file } = order
    const named = 'guid' in to ? to.guid : to.handle
    const chat = ofHubGuid(named) ?? ('guid' in to ? await this.#chatOf(named) : undefined)
    if (chat !== undefined) {
      if ('handle' in to && file === undefined)
        throw invalid('handle', 'is the GUID of a chat: send the text by POST /api/v1/send/chat')
      return this.#inChat(chat, { named, from, permit })
    }
    if (!('handle' in to)) throw unknownConversation()
    if (conversationsMeant(to.handle).length > 0) throw invalid('handle', 'is a chat without the number of its line')
    if (!canBeWrittenTo(to.handle)) throw invalid('handle', 'is no phone number, e-mail address or short code')
    const line = await lineFor(database, { handle: to.handle, from, maySendAs: permit?.maySendAs })
    const [known] = await conversationsWith(database, to.handle, [line.id])
    return {
      line,
      handle: to.handle,
      guid: null,
      isGroup: false,
      conversation: conversationKey(false, to.handle),
      ...(known && { addresses: known.addresses }),
    }
  }

  /** Finds a conversation by its number. */
  async #chatOf(written: string): Promise<{ line: number; guid: string } | undefined> {
    const found = await findConversation(this.#options.database, written)
    return found && ofHubGuid(found.guid)
  }

  /** Returns the line and GUID of a chat. A chat that the hub has not heard of may exist on the Mac, which decides. */
  async #inChat(
    { line: id, guid }: { line: number; guid: string },
    { named, from, permit }: { named: string; from: string | undefined; permit: SendPermit | undefined },
  ): Promise<Resolved> {
    const { database } = this.#options
    const [line] = await database.query<Line>('SELECT id, name FROM line WHERE id = $1', [id])
    if (line === undefined || permit?.maySendAs(line.name) === false) throw unknownConversation()
    if (from !== undefined && from !== line.name) throw invalid('from', 'is not the line of that conversation')
    const identifier = identifierIn(guid)
    if (identifier === undefined) throw unknownConversation()
    const conversation = await findConversation(database, named)
    const isGroup = conversation?.is_group ?? /;\+;/.test(guid)
    const handle = conversation?.handle ?? identifier
    return {
      line,
      guid,
      isGroup,
      handle,
      conversation: conversationKey(isGroup, handle),
      ...(conversation && {
        addresses: conversation.addresses,
        members: conversation.participants.map((one) => one.handle),
      }),
    }
  }

  async #shownHeld(held: WaitingSend): Promise<ShownHeld> {
    const { database } = this.#options
    const guid = chatOf(held)
    const conversation = guid === null ? undefined : await findConversation(database, guid)
    const [known] = guid === null ? await conversationsWith(database, held.handle, [held.line]) : []
    return {
      id: held.id,
      version: versionOf(held),
      asker: askerShown(held.asked_by, held.asker_label ?? ''),
      reason: held.asked_reason,
      kind: held.kind,
      handle: held.handle,
      chat_guid: guid,
      service: held.asked_service,
      text: held.text,
      file_name: held.file_name,
      send_at: timestamp(held.send_at_ms),
      created_at: timestamp(held.created_at_ms),
      expires_at: timestamp(held.expires_at_ms),
      recipient: {
        isGroup: conversation?.is_group ?? false,
        name: conversation?.display_name ?? known?.name ?? null,
        addresses: [
          held.handle,
          ...(conversation?.addresses ?? known?.addresses ?? []),
          ...(conversation?.participants ?? []).map((one) => one.handle),
        ],
      },
    }
  }

  /** Waits as long as a Mac does. An order whose Mac is away is still queued after that. */
  async #outcomeOf(send: Send, timeoutMs: number): Promise<Send> {
    if (send.state === 'held' || send.state === 'scheduled') return send
    const { id } = send
    const { nowMs } = this.#options
    const waiter = { latest: send }
    const waiters = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, waiters.add(waiter))
    const outcome = waitForOutcome(send, timeoutMs, {
      ledger: { findSend: () => waiter.latest },
      waiters: this.#waiters,
      nowMs,
      mayFallBack: () => nowMs() - Date.parse(waiter.latest.updated_at) < fallBackMs,
    })
    // Nobody here was told of changes from before the wait began.
    await this.#hear(id)
    await outcome
    waiters.delete(waiter)
    if (waiters.size === 0) this.#waiting.delete(id)
    return (await findSend(this.#options.database, id)) ?? send
  }

  /** Reads the state of a send for those who wait for it; an empty id stands for all sends. */
  async #hear(id: string): Promise<void> {
    if (id === '') return void (await Promise.all([...this.#waiting.keys()].map((one) => this.#hear(one))))
    if (!this.#waiting.has(id)) return
    const send = await findSend(this.#options.database, id).catch(() => undefined)
    if (send === undefined) return
    for (const waiter of this.#waiting.get(id) ?? []) waiter.latest = send
    this.#waiters.notify(id)
    if (send.error?.code === 'recipient_unreachable') setTimeout(() => this.#waiters.notify(id), fallBackMs).unref()
  }
}

interface Resolved {
  line: Line
  handle: string
  guid: string | null
  isGroup: boolean
  conversation: ReturnType<typeof conversationKey>
  addresses?: readonly string[]
  members?: readonly string[]
}

async function contentOf({ to, text, file }: SendOrder) {
  return {
    text: text ?? null,
    file: file === undefined ? null : { name: file.name, sha256: file.sha256, ...(await uploaded(file)) },
    service: ('service' in to ? to.service : undefined) ?? null,
  }
}

const uploaded = async ({ path }: UploadedFile) => ({
  bytes: (await stat(path)).size,
  async *parts(): AsyncGenerator<Uint8Array> {
    await using file = await open(path)
    const stream = file.createReadStream({ highWaterMark: filePartBytes })
    for await (const part of stream) yield part as Uint8Array
  },
})

/**
 * Covers everything that decides what is sent and to whom, so that a release can only mean the version that its owner
 * saw.
 */
const versionOf = (held: WaitingSend): string => {
  const { id, asked_by, line, kind, handle, to_guid, asked_service, send_at_ms, text, file_name, file_sha256 } = held
  return shownHash([id, asked_by, line, kind, handle, to_guid, asked_service, send_at_ms, text, file_name, file_sha256])
}

const invalid = (path: string, reason: string): ServiceError =>
  new ServiceError('invalid_request', `The ${path} cannot be sent.`, { in: 'body', path, reason })
