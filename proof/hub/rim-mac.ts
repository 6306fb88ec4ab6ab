/**
 * A Mac as its uplink sees it, without Messages, bridge and web process behind it: a journal and messages in memory. It
 * writes as fast as it is told to, so that hundreds of them fit on one machine.
 */
import { randomUUID } from 'node:crypto'
import { Condition } from '../../src/base/condition.ts'
import { ClientError } from '../../src/client/client-error.ts'
import type { Conversation } from '../../src/contract/conversation.ts'
import { mostNamedMessages } from '../../src/contract/limits.ts'
import type { PlacedMessage } from '../../src/contract/placed-message.ts'
import { carried, placedOf } from '../../src/envelope/test-envelopes.ts'
import type { MacClient } from '../../src/uplink/mac-client.ts'
import type { JournalEvent } from '../../src/uplink/snapshot.ts'

interface RimMacOptions {
  /** Distinguishes its messages from those of other Macs. */
  name: string
  conversations?: number
  /** The milliseconds by which its clock is off. */
  clockMs?: number
  /** Added to its ROWIDs, as when Messages had numbered otherwise. */
  shift?: number
}

/** The part of a Mac's API that an uplink uses without orders, of which it gets none. */
type Carried = Pick<MacClient, 'version' | 'events' | 'list_all_messages' | 'list_messages' | 'get_conversation'>

export class RimMac implements Carried {
  readonly journal = randomUUID()
  readonly journalled: JournalEvent[] = []
  readonly #options: Required<RimMacOptions>
  readonly #messages = new Map<number, PlacedMessage>()
  readonly #conversations = new Map<string, Conversation>()
  readonly #rowids = new Map<string, number>()
  readonly #grown = new Condition()
  /** When each message was written, by its GUID. */
  readonly writtenMs = new Map<string, number>()
  #ended = false

  constructor(options: RimMacOptions) {
    this.#options = { conversations: 8, clockMs: 0, shift: 0, ...options }
  }

  get size(): number {
    return this.#messages.size
  }

  /** The newest event of its journal. */
  get position(): number {
    return this.journalled.at(-1)?.id ?? 0
  }

  /** Writes a message; without an event it is one from before the journal. */
  write(text = `Message ${this.#messages.size + 1} of ${this.#options.name}`, isEvent = true): PlacedMessage {
    const { name, conversations, clockMs, shift } = this.#options
    const number = this.#messages.size + 1
    const rowid = shift + number
    const handle = `+1202555${String(1_000 + (number % conversations))}`
    const guid = `${name}-${number}`
    const placed = placedOf({ rowid, guid, text, ts: new Date(Date.now() + clockMs).toISOString() }, handle)
    this.#messages.set(rowid, placed)
    this.#rowids.set(guid, rowid)
    const { conversation } = carried({
      handle,
      guid: placed.conversation_guid,
      last_message: text,
      last_message_ts: placed.message.ts,
      last_message_rowid: rowid,
    })
    this.#conversations.set(conversation.guid, conversation)
    this.writtenMs.set(guid, performance.timeOrigin + performance.now())
    if (isEvent) this.#tell('new_message', placed)
    return placed
  }

  /** Changes what was written before. */
  edit(rowid: number, text: string): void {
    const placed = this.#messages.get(rowid)
    if (placed === undefined) return
    const changed = { ...placed, message: { ...placed.message, text, edited: true } }
    this.#messages.set(rowid, changed)
    this.#tell('message_edited', changed)
  }

  #tell(type: string, { conversation_guid, message }: PlacedMessage): void {
    const id = this.position + 1
    this.journalled.push({ id, type, chat_guid: conversation_guid, rowid: message.rowid })
    this.#grown.notify()
  }

  /** Ends its streams. */
  end(): void {
    this.#ended = true
    this.#grown.notify()
  }

  version: MacClient['version'] = async () =>
    ({ version: '0.0.0', release: 'rim', journal: this.journal, ledger: this.journal }) as never

  events: MacClient['events'] = ({ since } = {}, { signal, onId } = {}) => this.#follow(since, signal, onId) as never

  async *#follow(since: number | undefined, signal: AbortSignal | undefined, onId: ((id: string) => void) | undefined) {
    const { position } = this
    if (since === undefined) onId?.(String(position))
    const isOver = () => signal?.aborted === true || this.#ended
    signal?.addEventListener('abort', () => this.#grown.notify(), { once: true })
    for (let next = since ?? position; !isOver(); ) {
      await this.#grown.until(() => isOver() || next < this.journalled.length)
      // Ids of a journal in memory have no gaps.
      for (; next < this.journalled.length && !isOver(); next++)
        yield { id: String(this.journalled[next]?.id), value: this.journalled[next] }
    }
  }

  list_all_messages: MacClient['list_all_messages'] = async ({ rowids, guids, before_rowid, limit = 100 } = {}) => {
    const named = [
      ...(rowids?.split(',').map(Number) ?? []),
      ...(guids?.split(',').map((guid) => this.#rowids.get(guid) ?? 0) ?? []),
    ]
    if (named.length > mostNamedMessages) throw new Error('too many are named')
    if ((rowids ?? guids) !== undefined) return this.#page(named.flatMap((rowid) => this.#messages.get(rowid) ?? []))
    const first = this.#options.shift + 1
    const last = this.#options.shift + this.#messages.size
    const end = Math.min(before_rowid ?? last + 1, last + 1)
    const start = Math.max(first, end - limit)
    const page = Array.from({ length: end - start }, (_, n) => this.#messages.get(start + n) as PlacedMessage)
    return this.#page(page, start > first)
  }

  #page(messages: PlacedMessage[], more = false) {
    return {
      messages,
      from_rowid: messages[0]?.message.rowid ?? 0,
      to_rowid: messages.at(-1)?.message.rowid ?? 0,
      more,
    }
  }

  list_messages: MacClient['list_messages'] = async () => []

  get_conversation: MacClient['get_conversation'] = async ({ guid }) => {
    const known = this.#conversations.get(guid)
    if (known !== undefined) return known
    throw new ClientError({ code: 'conversation_not_found', status: 404, message: 'There is none.' })
  }
}
