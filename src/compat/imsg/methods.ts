/**
 * The table of RPC methods: for each one its lane, its params and what it does. Methods that only a private helper could
 * answer stand in it by name, so that a client is told why they fail.
 */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Conversation } from '../../contract/conversation.ts'
import { fields } from '../../contract/endpoint.ts'
import { reactionEmoji, reactionNames } from '../wire/row-values.ts'
import { type ChatNames, onlyChat } from './conversations.ts'
import type { LineWriter } from './line-writer.ts'
import type { HistoryAsked } from './reading.ts'
import { invalid, RpcError } from './rpc-error.ts'
import type { Call, Lane, RpcMethod } from './rpc-server.ts'
import type { SendAsked } from './sending.ts'
import type { Readiness, Session } from './session.ts'
import { Subscription, type WatchAsked } from './watch.ts'

const maybe = <S extends TSchema>(schema: S) => Type.Optional(schema)
const text = Type.String({ minLength: 1 })
const yesOrNo = Type.Boolean()
const rowid = Type.Integer({ minimum: 1 })
const count = (maximum = 100_000) => Type.Integer({ minimum: 1, maximum })
const time = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$`,
})
const people = Type.Array(text)

const chat = { chat_id: maybe(rowid), chat_identifier: maybe(text), chat_guid: maybe(text) }
const files = { attachments: maybe(yesOrNo), convert_attachments: maybe(yesOrNo) }
const wanted = { participants: maybe(people), start: maybe(time), end: maybe(time) }
const target = {
  ...chat,
  message_id: maybe(Type.Union([text, rowid])),
  part_index: maybe(Type.Integer({ minimum: 0 })),
}
const targetSpelled = {
  messageId: 'message_id',
  message_guid: 'message_id',
  messageGuid: 'message_id',
  message: 'message_id',
  partIndex: 'part_index',
}

/** Infers the params of a method from their declaration. */
const method = <S extends TObject>(row: {
  lane: Lane
  params: S
  spelled?: Readonly<Record<string, string>>
  run(params: Static<S>, call: Call): unknown
}): RpcMethod => row as unknown as RpcMethod

const bridgeOnly = [
  'send.tracked',
  'send.rich',
  'send.attachment',
  'send.multipart',
  'send.sticker',
  'poll.send',
  'poll.vote',
  'poll.unvote',
  'polls.unvote',
  'messages.poll.send',
  'messages.poll.vote',
  'messages.poll.unvote',
  'message.delete',
  'message.notifyAnyways',
  'chats.create',
  'chats.delete',
  'chats.markUnread',
  'group.rename',
  'group.setIcon',
  'group.addParticipant',
  'group.removeParticipant',
  'group.leave',
  'handles.check',
  'contacts.shouldShareContact',
  'contacts.shareContactCard',
  'bridge.events.subscribe',
] as const

/** Methods that depend on what this Mac allows. */
const abilities = {
  tapback: 'send_tapbacks',
  'message.edit': 'send_edits',
  'message.unsend': 'send_unsends',
  typing: 'typing',
  read: 'read_receipts',
} as const

export interface Served {
  session: Session
  version: string
  output: LineWriter
}

const mostSubscriptions = 64

export class Methods {
  readonly table: Readonly<Record<string, RpcMethod>>
  readonly #session: Session
  readonly #version: string
  readonly #output: LineWriter
  readonly #subscriptions = new Map<number, Subscription>()
  #opening = 0
  #lastSubscription = 0
  #isClosed = false

  constructor({ session, version, output }: Served) {
    this.#session = session
    this.#version = version
    this.#output = output
    this.table = { ...this.#reading(), ...this.#changing(), ...this.#watching(), ...unavailable() }
  }

  /** Ends all subscriptions. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#subscriptions.values()].map((subscription) => subscription.end()))
    this.#session.feed.close()
  }

  #reading() {
    const { reader } = this.#session
    return {
      initialize: method({
        lane: 'control',
        params: fields({ protocol_version: maybe(Type.Literal(1)) }),
        run: () => this.#status(),
      }),
      status: method({ lane: 'read', params: fields({}), run: () => this.#status() }),
      'chats.list': method({
        lane: 'read',
        params: fields({ limit: maybe(count()), unread_only: maybe(yesOrNo) }),
        spelled: { unreadOnly: 'unread_only' },
        run: async ({ limit = 20, unread_only = false }) => ({ chats: await reader.chats(limit, unread_only) }),
      }),
      'chats.get': method({
        lane: 'read',
        params: fields({ chat_id: rowid }),
        run: async ({ chat_id }) => ({ chat: await reader.chat(chat_id) }),
      }),
      'messages.history': method({
        lane: 'read',
        params: fields({ chat_id: rowid, limit: maybe(count()), ...wanted, ...files }),
        run: async ({ limit = 50, ...asked }) => ({
          messages: await reader.history({ ...asked, limit } as HistoryAsked),
        }),
      }),
      'messages.after': method({
        lane: 'read',
        params: fields({
          since_rowid: Type.Integer({ minimum: 0 }),
          chat_id: maybe(rowid),
          limit: maybe(count(500)),
          include_reactions: maybe(yesOrNo),
          ...files,
        }),
        run: ({ limit = 100, ...asked }) => reader.after({ ...asked, limit }),
      }),
      'messages.search': method({
        lane: 'read',
        params: fields({
          query: text,
          match: maybe(Type.Union([Type.Literal('contains'), Type.Literal('exact')])),
          limit: maybe(count(100)),
        }),
        run: async ({ query, match = 'contains', limit = 50 }) => ({
          messages: await reader.search(query, match, limit),
        }),
      }),
      'messages.stats': method({
        lane: 'read',
        params: fields({ chat_id: maybe(rowid), time_zone: maybe(text), include_media: maybe(yesOrNo) }),
        run: (asked) => {
          if (asked.time_zone !== undefined && !isTimeZone(asked.time_zone)) throw invalid('time_zone is not known')
          return reader.stats(asked)
        },
      }),
      'messages.scheduled': method({
        lane: 'read',
        params: fields({ limit: maybe(count()) }),
        run: async ({ limit = 50 }) => ({ messages: await reader.scheduled(limit) }),
      }),
      'message.send_status': method({
        lane: 'read',
        params: fields({ guid: text }),
        run: ({ guid }) => reader.sendStatus(guid),
      }),
    }
  }

  #changing() {
    const { sender, service, reader } = this.#session
    const messageRowid = async ({ message_id }: { message_id?: string | number }): Promise<number> => {
      if (message_id === undefined) throw invalid('message_id: is required')
      if (typeof message_id === 'number') {
        const { rows } = await service.list_rows({
          after_rowid: message_id - 1,
          before_rowid: message_id + 1,
          order: 'rowid',
          limit: 1,
        })
        return rows[0]?.message_rowid ?? message_id
      }
      const row = await reader.byGuid(message_id.replace(/^(?:p:\d+\/|bp:)/, ''))
      if (row === undefined) throw invalid('message_id: there is no such message')
      return row.message_rowid ?? row.rowid
    }
    return {
      send: method({
        lane: 'write',
        params: fields({
          to: maybe(text),
          ...chat,
          text: maybe(Type.String()),
          file: maybe(text),
          service: maybe(Type.Union(['imessage', 'sms', 'rcs', 'auto'].map((name) => Type.Literal(name)))),
          region: maybe(text),
          transport: maybe(Type.Union(['auto', 'bridge', 'applescript'].map((name) => Type.Literal(name)))),
          allow_sms_fallback: maybe(yesOrNo),
          reply_to: maybe(text),
          text_formatting: maybe(Type.Unknown()),
          send_at: maybe(text),
        }),
        spelled: {
          textFormatting: 'text_formatting',
          formatting: 'text_formatting',
          replyTo: 'reply_to',
          reply_to_guid: 'reply_to',
          message_guid: 'reply_to',
          allowSMSFallback: 'allow_sms_fallback',
          sendAt: 'send_at',
        },
        run: (asked) => sender.send(asked as SendAsked),
      }),
      'messages.scheduled.change': method({
        lane: 'write',
        params: fields({
          schedule_id: text,
          text: maybe(text),
          send_at: maybe(text),
          send_now: maybe(Type.Literal(true)),
        }),
        run: async ({ schedule_id: id, ...change }) => {
          if (Object.keys(change).length === 0) throw invalid('give text, send_at or send_now')
          const { state, send_at } = await service.change_scheduled({ id, ...change })
          return { ok: true, schedule_id: id, state, scheduled_at: send_at }
        },
      }),
      'messages.scheduled.cancel': method({
        lane: 'write',
        params: fields({ schedule_id: text }),
        run: async ({ schedule_id: id }) => {
          await service.cancel_scheduled({ id })
          return { ok: true }
        },
      }),
      tapback: method({
        lane: 'write',
        params: fields({ ...target, reaction: maybe(text), emoji: maybe(text), remove: maybe(yesOrNo) }),
        spelled: { ...targetSpelled, kind: 'reaction' },
        run: async ({ reaction, emoji, remove = false, ...message }) => {
          await this.#requireAbility('tapback')
          const named = emoji ?? emojiOf(reaction)
          await service.change_tapback({ rowid: await messageRowid(message), emoji: named, remove })
          return { ok: true }
        },
      }),
      'message.edit': method({
        lane: 'write',
        params: fields({ ...target, text }),
        spelled: { ...targetSpelled, new_text: 'text', newText: 'text' },
        run: async ({ text: written, ...message }) => {
          await this.#requireAbility('message.edit')
          await service.edit_message({ rowid: await messageRowid(message), text: written })
          return { ok: true }
        },
      }),
      // Clients add params of their own to these two.
      typing: method({
        lane: 'write',
        params: Type.Object({ ...chat, to: maybe(text), typing: maybe(yesOrNo) }),
        run: async ({ typing = true, ...names }) => {
          await this.#requireAbility('typing')
          const { guid } = await this.#conversationOf(names)
          await service.set_typing({ guid, on: typing })
          return { ok: true }
        },
      }),
      read: method({
        lane: 'write',
        params: Type.Object({ ...chat, to: maybe(text) }),
        run: async (names) => {
          await this.#requireAbility('read')
          const { guid, last_message_rowid } = await this.#conversationOf(names)
          await service.mark_read({ guid, rowid: last_message_rowid })
          return { ok: true }
        },
      }),
      'message.unsend': method({
        lane: 'write',
        params: fields(target),
        spelled: targetSpelled,
        run: async (message) => {
          await this.#requireAbility('message.unsend')
          await service.unsend_message({ rowid: await messageRowid(message) })
          return { ok: true }
        },
      }),
    }
  }

  #watching() {
    return {
      'watch.subscribe': method({
        lane: 'control',
        params: fields({
          chat_id: maybe(rowid),
          since_rowid: maybe(Type.Integer({ minimum: -1 })),
          ...wanted,
          ...files,
          include_reactions: maybe(yesOrNo),
          debounce_ms: maybe(Type.Integer({ minimum: 0, maximum: 60_000 })),
          buffer_limit: maybe(count(4_096)),
        }),
        spelled: { debounceMs: 'debounce_ms', bufferLimit: 'buffer_limit' },
        run: ({ debounce_ms = 500, buffer_limit = 256, ...asked }, call) =>
          this.#subscribe({ ...asked, debounce_ms, buffer_limit } as WatchAsked, call),
      }),
      'watch.unsubscribe': method({
        lane: 'control',
        params: fields({ subscription: Type.Integer() }),
        run: async ({ subscription: id }) => {
          if (id < 1 || id > this.#lastSubscription) throw invalid('subscription: there is none of this number')
          await this.#subscriptions.get(id)?.end()
          this.#subscriptions.delete(id)
          return { ok: true }
        },
      }),
    }
  }

  async #subscribe(asked: WatchAsked, { afterResponse }: Call) {
    if (this.#isClosed) throw new RpcError('busy', 'server is shutting down')
    if (this.#subscriptions.size + this.#opening >= mostSubscriptions)
      throw new RpcError('busy', `${mostSubscriptions} subscriptions are open`)
    const id = ++this.#lastSubscription
    const notify = (name: string, params: object) =>
      this.#output.write({ jsonrpc: '2.0', method: name, params: { subscription: id, ...params } })
    const subscription = new Subscription({
      asked,
      ...this.#session,
      subscriber: {
        onMessage: (message) => notify('message', { message }),
        onOverflow: (rowid) => {
          this.#subscriptions.delete(id)
          notify('watch.overflow', {
            resume_after_rowid: rowid,
            reason: 'buffer_limit_exceeded',
            terminal: true,
          })
        },
        onError: (message) => {
          this.#subscriptions.delete(id)
          notify('error', { error: { message } })
        },
        isBlocked: () => this.#output.isBlocked,
        drained: (signal) => this.#output.drained(signal),
      },
    })
    this.#opening++
    try {
      await subscription.open()
    } finally {
      this.#opening--
    }
    if (this.#isClosed) {
      await subscription.end()
      throw new RpcError('busy', 'server is shutting down')
    }
    this.#subscriptions.set(id, subscription)
    afterResponse(() => subscription.start())
    return { subscription: id, buffer_limit: asked.buffer_limit }
  }

  #conversationOf({ to, ...names }: ChatNames & { to?: string }): Promise<Conversation> {
    return this.#session.conversations.named(to ?? onlyChat(names))
  }

  async #status() {
    return statusOf(await this.#session.readiness(), this.#version, Object.keys(this.table))
  }

  async #requireAbility(name: keyof typeof abilities): Promise<void> {
    const { can } = await this.#session.readiness()
    if (!can(abilities[name]))
      throw new RpcError('bridge', `${name} is nothing that this Mac allows; docs/sending.md tells what it needs`)
  }
}

const unavailable = (): Record<string, RpcMethod> =>
  Object.fromEntries(
    bridgeOnly.map((name) => [
      name,
      {
        lane: 'control',
        params: Type.Object({}),
        run() {
          throw new RpcError('bridge', `${name} needs the private bridge, which this service does without`)
        },
      },
    ]),
  )

/** Names of methods that work now. */
export const methodsFor = ({ error, can }: Readiness, all: readonly string[]): string[] =>
  all.filter((name) => {
    if ((bridgeOnly as readonly string[]).includes(name)) return false
    if (Object.hasOwn(abilities, name)) return can(abilities[name as keyof typeof abilities])
    return error === undefined || ['initialize', 'status', 'watch.unsubscribe'].includes(name)
  })

function statusOf(readiness: Readiness, version: string, all: readonly string[]) {
  const { path, error, can, canReadContacts } = readiness
  return {
    version,
    protocol_version: 1,
    database: {
      path,
      ready: error === undefined,
      ...(error !== undefined && { error }),
      features: {
        unread_state: true,
        scheduled_messages: can('send_later'),
        reactions: true,
        reply_context: can('replies'),
        routing_metadata: true,
        balloon_payloads: false,
      },
    },
    bridge: { ready: false, error: 'This service works without a private bridge.' },
    contacts: { available: canReadContacts },
    methods: methodsFor(readiness, all),
    supported_methods: all.filter((name) => !(bridgeOnly as readonly string[]).includes(name)),
    capabilities: capabilitiesOf(readiness, version),
  }
}

export const capabilitiesOf = ({ can }: Readiness, version: string) => ({
  engine: { version, commit: 'relay', built_at: '' },
  features: can('send_tapbacks') && can('emoji_tapbacks') ? { 'tapback.emoji': 2 } : {},
})

function emojiOf(reaction: string | undefined): string {
  const name = reactionNames.find((each) => each === (reaction === 'emphasis' ? 'emphasize' : reaction))
  if (name !== undefined) return reactionEmoji[name]
  if (reaction === undefined || /^[\x20-\x7e]+$/.test(reaction))
    throw invalid('reaction: is one of love, like, dislike, laugh, emphasis and question')
  return reaction
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
