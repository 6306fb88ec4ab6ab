/** Reads chats and messages for clients of `imsg`, each message with its reactions, answers and attachments. */
import type { Static } from '@sinclair/typebox'
import { mostScheduled } from '../../contract/limits.ts'
import type { RowQuery, StoredRow } from '../../contract/stored-row.ts'
import { sameHandle } from '../../domain/handles.ts'
import { guidOfRow } from '../wire/lines.ts'
import { hasFlag } from '../wire/row-values.ts'
import type { Attachments } from './attachments.ts'
import type { Conversations } from './conversations.ts'
import {
  type Chat,
  chatOf,
  type FoldedRow,
  folded,
  isPreviewOf,
  isReaction,
  type Message,
  messageOf,
  senderOf,
  targetOf,
} from './objects.ts'
import { hasAnyCode } from './rpc-error.ts'
import type { Service } from './service.ts'

export interface WithAttachments {
  attachments?: boolean
  convert_attachments?: boolean
}

/** Selects the wanted messages among those that are read. */
export interface Wanted {
  participants?: readonly string[]
  /** ISO 8601; `start` is included, `end` is not. */
  start?: string
  end?: string
}

export interface HistoryAsked extends Wanted, WithAttachments {
  chat_id: number
  limit: number
}

export interface AfterAsked extends WithAttachments {
  since_rowid: number
  chat_id?: number
  limit: number
  include_reactions?: boolean
}

export interface Reading {
  service: Service
  conversations: Conversations
  attachments: Attachments
}

const pageSize = 500
/** Bounds the length of an address: a request with longer headers is refused. */
const mostCharacters = 12_000

export class Reader {
  readonly #service: Service
  readonly #conversations: Conversations
  readonly #attachments: Attachments

  constructor({ service, conversations, attachments }: Reading) {
    this.#service = service
    this.#conversations = conversations
    this.#attachments = attachments
  }

  async chats(limit: number, unreadOnly: boolean): Promise<Chat[]> {
    return (await this.#conversations.list({ limit, unread: unreadOnly })).map(chatOf)
  }

  async chat(name: number | string): Promise<Chat> {
    return chatOf(await this.#conversations.named(name))
  }

  /** Newest first, by the time at which they were written. */
  async history({ chat_id, limit, attachments, convert_attachments, ...wanted }: HistoryAsked): Promise<Message[]> {
    const { guid } = await this.#conversations.named(chat_id)
    const found: FoldedRow[] = []
    const within = {
      ...(wanted.start && { since: moment(wanted.start) }),
      ...(wanted.end && { until: moment(wanted.end) }),
    }
    let waiting: StoredRow | undefined
    const beside: StoredRow[] = []
    const asked = { conversation: guid, reactions: 'without', belonging: true, ...within } as const
    for await (const row of this.#rows(asked, limit, beside)) {
      const preview = waiting
      waiting = undefined
      if (preview !== undefined) {
        if (isPreviewOf(preview, row)) {
          if (isWanted(row, wanted)) found.push({ row, preview })
          continue
        }
        if (isWanted(preview, wanted)) found.push({ row: preview })
      }
      if (found.length >= limit) break
      // The row before it may be the text that it belongs to.
      if (row.balloon_bundle_id !== null) waiting = row
      else if (row.item_type === 0 && isWanted(row, wanted)) found.push({ row })
    }
    if (waiting !== undefined && isWanted(waiting, wanted)) found.push({ row: waiting })
    return this.compose(found.slice(0, limit), { attachments, convert_attachments }, beside)
  }

  /** Returns them in the order in which the Mac stored them. */
  async after({ since_rowid, chat_id, limit, include_reactions, ...how }: AfterAsked) {
    const conversation = chat_id === undefined ? undefined : (await this.#conversations.named(chat_id)).guid
    const page = await this.#service.list_rows({
      after_rowid: Math.max(0, since_rowid),
      ...(conversation !== undefined && { conversation }),
      reactions: include_reactions ? 'with' : 'without',
      order: 'rowid',
      newest_first: false,
      // One more, since the preview of the last link follows it.
      limit: limit + 1,
      belonging: true,
    })
    const all = folded(page.rows)
    const messages = all.slice(0, limit)
    const next = all[limit]?.row.rowid ?? Number.POSITIVE_INFINITY
    const scanned = page.rows.filter(({ rowid }) => rowid < next).at(-1)?.rowid
    // A preview behind the first row that is left out would be skipped with it.
    for (const each of messages) if ((each.preview?.rowid ?? 0) > next) delete each.preview
    return {
      messages: await this.compose(messages, how, [...page.rows, ...(page.belonging ?? [])]),
      next_rowid: scanned ?? Math.max(0, since_rowid),
      has_more: page.more || all.length > messages.length,
    }
  }

  /** Newest first. Finds words and beginnings of words, as the index of the service does. */
  async search(query: string, match: 'contains' | 'exact', limit: number): Promise<Message[]> {
    const words = query.replaceAll(/["“”„]/g, ' ').trim()
    if (words === '') return []
    const wanted = query.toLowerCase()
    const found: StoredRow[] = []
    let cursor: string | undefined
    do {
      const page = await this.#service.search({ q: `"${words}"*`, limit: 100, ...(cursor && { cursor }) })
      const guids = page.results.map(({ conversation_guid, message }) => guidOfRow(conversation_guid, message.guid))
      const rows = await this.#byGuid(guids)
      for (const guid of guids) {
        const row = rows.get(guid)
        const text = row?.text?.toLowerCase()
        if (row !== undefined && (match === 'exact' ? text === wanted : text?.includes(wanted))) found.push(row)
      }
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined && found.length < limit)
    return this.compose(
      found.slice(0, limit).map((row) => ({ row })),
      {},
    )
  }

  /** Counts messages without reactions, by chat, sender, service and day. */
  async stats({
    chat_id,
    time_zone,
    include_media,
  }: {
    chat_id?: number
    time_zone?: string
    include_media?: boolean
  }) {
    const conversation = chat_id === undefined ? undefined : (await this.#conversations.named(chat_id)).guid
    const zone = time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    const [chats, senders, services, dates, types] = Array.from({ length: 5 }, () => new Map<string, number>())
    const count = (map: Map<string, number> | undefined, key: string) => map?.set(key, (map.get(key) ?? 0) + 1)
    let [total, sent, files, bytes] = [0, 0, 0, 0]
    const asked = { ...(conversation !== undefined && { conversation }), reactions: 'without' as const }
    let before: StoredRow | undefined
    for await (const row of this.#rows({ ...asked, order: 'rowid', newest_first: false }, pageSize)) {
      if (row.item_type !== 0) continue
      for (const { mime_type, size, is_hidden } of row.attachments) {
        if (is_hidden) continue
        files++
        bytes += size
        count(types, mime_type ?? '')
      }
      if (before !== undefined && isPreviewOf(row, before)) continue
      before = row
      total++
      if (row.is_from_me) sent++
      else count(senders, senderOf(row))
      count(chats, row.conversation_guid ?? '')
      count(services, row.service)
      count(dates, day.format(new Date(row.sent_at)))
    }
    const known = await this.#conversations.ofRows([...(chats?.keys() ?? [])])
    return {
      total_messages: total,
      sent_messages: sent,
      received_messages: total - sent,
      time_zone: zone,
      chats: mostFirst(chats).flatMap(({ key, count }) => {
        const chat = known.get(key)
        return chat === undefined ? [] : [{ chat_id: chat.chat_rowid, name: chat.display_name, count }]
      }),
      senders: mostFirst(senders).map(({ key, count }) => ({ sender: key, count })),
      services: mostFirst(services).map(({ key, count }) => ({ service: key, count })),
      dates: [...(dates ?? [])].toSorted().map(([date, count]) => ({ date, count })),
      ...(include_media && {
        media: {
          total_attachments: files,
          total_bytes: bytes,
          types: mostFirst(types).map(({ key, count }) => ({ mime_type: key, count })),
        },
      }),
    }
  }

  /** Lists what Messages itself and the service are to send later, the earliest first. */
  async scheduled(limit: number) {
    const [byMessages, byService] = await Promise.all([
      this.#scheduledByMessages(limit),
      this.#scheduledByService(limit),
    ])
    return [...byMessages, ...byService]
      .toSorted((one, other) => Date.parse(one.scheduled_at) - Date.parse(other.scheduled_at))
      .slice(0, limit)
  }

  async #scheduledByMessages(limit: number) {
    const found: StoredRow[] = []
    const asked = { scheduled: 'only', reactions: 'without', newest_first: false } as const
    for await (const row of this.#rows(asked, limit)) {
      found.push(row)
      if (found.length >= limit) break
    }
    const known = await this.#conversations.ofRows(found.map(({ conversation_guid }) => conversation_guid))
    return found.flatMap((row) => {
      const chat = known.get(row.conversation_guid ?? '')
      if (chat === undefined) return []
      return [
        {
          id: row.rowid,
          guid: row.guid,
          chat_id: chat.chat_rowid,
          chat_identifier: chat.handle,
          chat_guid: chat.guid,
          chat_name: chat.display_name,
          text: row.text ?? '',
          service: row.service,
          scheduled_at: row.sent_at,
          schedule_type: row.schedule_type,
        },
      ]
    })
  }

  /**
   * Reads what the service itself has scheduled. There is no ROWID yet, so the id is of another kind. A key that may
   * only read is not told of these.
   */
  async #scheduledByService(limit: number) {
    const waiting = await this.#service
      .list_scheduled({ limit: Math.min(limit, mostScheduled) })
      .catch((error: unknown) => {
        if (hasAnyCode(error, 'forbidden')) return []
        throw error
      })
    const known = await this.#conversations.ofRows(waiting.map(({ chat_guid }) => chat_guid))
    return waiting.map(({ id, state, send_at, handle, chat_guid, text, file_name, service }) => {
      const chat = known.get(chat_guid ?? '')
      return {
        schedule_id: id,
        state,
        ...(chat !== undefined && { chat_id: chat.chat_rowid, chat_guid: chat.guid, chat_name: chat.display_name }),
        chat_identifier: chat?.handle ?? handle,
        text: text ?? '',
        ...(file_name !== null && { file_name }),
        ...(service !== null && { service }),
        scheduled_at: send_at,
      }
    })
  }

  /** A row that is not there yet is pending. */
  async sendStatus(guid: string) {
    const row = await this.byGuid(guid)
    const checked = { ok: true, guid, checked_at: new Date().toISOString() }
    if (row === undefined) return { ...checked, send_state: 'pending', status_fields: null }
    const is = (flag: string) => hasFlag(row, flag)
    return {
      ...checked,
      send_state: sendStateOf(row),
      service: row.service,
      ...(row.delivered_at !== null && { delivered_at: row.delivered_at }),
      status_fields: {
        is_sent: is('is_sent'),
        is_delivered: is('is_delivered'),
        is_finished: is('is_finished'),
        error: row.error,
        date_delivered: row.delivered_at,
        date_read: row.read_at,
        is_delayed: is('is_delayed'),
        is_prepared: is('is_prepared'),
        is_pending_satellite_send: is('is_pending_satellite_send'),
        was_downgraded: is('was_downgraded'),
      },
    }
  }

  async byGuid(guid: string): Promise<StoredRow | undefined> {
    const found = await this.#byGuid([guid])
    // On a hub a client may leave the line out.
    return found.get(guid) ?? found.values().next().value
  }

  /**
   * Leaves out rows of conversations that do not exist for this key. `known` holds their reactions and what they answer,
   * besides other rows; without it these are asked for.
   */
  async compose(
    messages: readonly FoldedRow[],
    { attachments, convert_attachments }: WithAttachments,
    known?: readonly StoredRow[],
  ): Promise<Message[]> {
    const [conversations, beside, files] = await Promise.all([
      this.#conversations.ofRows(messages.map(({ row }) => row.conversation_guid)),
      known ?? this.#belongingTo(messages),
      attachments
        ? this.#attachments.ofMessages(
            messages.map(({ row }) => row.attachments),
            convert_attachments === true,
          )
        : undefined,
    ])
    const reactions = Map.groupBy(beside.filter(isReaction), targetOf)
    const answered = new Map([...messages.map(({ row }) => row), ...beside].map((row) => [row.guid, row]))
    return messages.flatMap((each, index) => {
      const conversation = conversations.get(each.row.conversation_guid ?? '')
      if (conversation === undefined) return []
      const context = {
        conversation,
        attachments: files?.[index] ?? [],
        reactions: reactions.get(each.row.guid) ?? [],
        answered: answered.get(each.row.reply_to_guid ?? ''),
      }
      return [messageOf(each, context)]
    })
  }

  async #belongingTo(messages: readonly FoldedRow[]): Promise<StoredRow[]> {
    const own = new Set(messages.map(({ row }) => row.guid))
    const answered = messages.flatMap(({ row: { reply_to_guid: guid } }) =>
      guid === null || own.has(guid) ? [] : guid,
    )
    const targets = messages.filter(({ row }) => !isReaction(row)).map(({ row }) => row.guid)
    const [reactions, roots] = await Promise.all([this.#reactionsTo(targets), this.#byGuid([...new Set(answered)])])
    return [...reactions, ...roots.values()]
  }

  async #reactionsTo(guids: readonly string[]): Promise<StoredRow[]> {
    const found: StoredRow[] = []
    for (const about of inAddresses(guids))
      for await (const row of this.#rows({ about: about.join(','), reactions: 'only' }, pageSize)) found.push(row)
    return found
  }

  async #byGuid(guids: readonly string[]): Promise<Map<string, StoredRow>> {
    const found = new Map<string, StoredRow>()
    for (const some of inAddresses(guids)) {
      const { rows } = await this.#service.list_rows({ guids: some.join(','), limit: some.length })
      for (const row of rows) found.set(row.guid, row)
    }
    return found
  }

  /** All that is read is added to `read`, with what belongs to the rows if that is asked for. */
  async *#rows(
    asked: Partial<Static<typeof RowQuery>>,
    expected: number,
    read: StoredRow[] = [],
  ): AsyncGenerator<StoredRow> {
    let limit = Math.min(pageSize, expected + 2)
    // Ordered by ROWID, a page begins after the last row of the one before; ordered by date, pages are counted by
    // offset.
    let from: { after_rowid?: number; offset?: number } = {}
    for (let [more, seen] = [true, 0]; more; limit = pageSize) {
      const page = await this.#service.list_rows({ ...asked, ...from, limit })
      read.push(...page.rows, ...(page.belonging ?? []))
      yield* page.rows
      seen += page.rows.length
      from = asked.order === 'rowid' ? { after_rowid: page.rows.at(-1)?.rowid ?? 0 } : { offset: seen }
      more = page.more && page.rows.length > 0
    }
  }
}

/** Whether a row is of these people and this time. */
export function isWanted(row: StoredRow, { participants = [], start, end }: Wanted): boolean {
  const sentMs = Date.parse(row.sent_at)
  if (start !== undefined && sentMs < Date.parse(start)) return false
  if (end !== undefined && sentMs >= Date.parse(end)) return false
  const { handle } = row
  return participants.length === 0 || (handle !== null && participants.some((each) => sameHandle(each, handle)))
}

function sendStateOf(row: StoredRow): 'pending' | 'sent' | 'delivered' | 'failed' {
  if (row.error !== 0) return 'failed'
  if (hasFlag(row, 'is_delivered') || row.delivered_at !== null) return 'delivered'
  return hasFlag(row, 'is_sent') ? 'sent' : 'pending'
}

/** Any ISO 8601 time as our API takes it. */
const moment = (time: string): string => new Date(time).toISOString()

const mostFirst = (counts: ReadonlyMap<string, number> = new Map()) =>
  [...counts].map(([key, count]) => ({ key, count })).toSorted((a, b) => b.count - a.count)

/** Splits a list so that each part fits into an address. */
function inAddresses(guids: readonly string[]): string[][] {
  const parts: string[][] = []
  let left = 0
  for (const guid of guids) {
    const characters = encodeURIComponent(`,${guid}`).length
    if (characters > left) {
      parts.push([])
      left = mostCharacters
    }
    left -= characters
    parts.at(-1)?.push(guid)
  }
  return parts
}
