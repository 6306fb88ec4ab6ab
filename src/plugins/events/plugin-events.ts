/**
 * Translates events for one plugin: events on messages that it has, and on its own sends, under the ids that it knows.
 * Neither handles nor identifiers of Messages cross, and no content crosses to the notify tier.
 */
import type { MessageEvent } from '../../contract/events.ts'
import type { ConversationKey, MessageGuid, RowId } from '../../contract/ids.ts'
import { bounded } from '../../domain/redaction.ts'
import type { PluginEvent } from '../../plugin-api/index.ts'
import type { Conversations } from '../../store/journal/conversations.ts'
import type { DeliveredMessage, Happening, Happenings } from '../../store/journal/happenings.ts'
import { applyTransforms, type Transform } from '../core/transforms.ts'
import type { HostedTier } from '../protocol.ts'

export interface PluginEventsDeps {
  plugin: string
  tier: HostedTier
  happenings: Pick<Happenings, 'handed'>
  conversations: Pick<Conversations, 'idOf'>
  transforms(): readonly Transform[]
  /** The current text of a message; undefined when it cannot be determined. */
  textOf(guid: MessageGuid): string | null | undefined | Promise<string | null | undefined>
}

type Tapback = Extract<MessageEvent, { type: 'tapback_added' | 'tapback_removed' }>
type SendUpdated = Extract<MessageEvent, { type: 'send_updated' }>

const mostSendsKept = 500

export class PluginEvents {
  readonly #deps: PluginEventsDeps
  /**
   * The conversations of the plugin's recent sends, by their ids, until the bridge ends: the plugin is informed about
   * the progress of these.
   */
  readonly #conversationsOfSends = new Map<string, string>()

  constructor(deps: PluginEventsDeps) {
    this.#deps = deps
  }

  /** Notes that this send belongs to the plugin. */
  noteSend(sendId: string, conversationId: string): void {
    this.#conversationsOfSends.set(sendId, conversationId)
    const [oldest] = this.#conversationsOfSends.keys()
    if (this.#conversationsOfSends.size > mostSendsKept && oldest !== undefined)
      this.#conversationsOfSends.delete(oldest)
  }

  /** Resolves with undefined for an event that does not concern this plugin. */
  async describe({ event, atMs }: Happening): Promise<PluginEvent | undefined> {
    const ts = new Date(atMs).toISOString()
    switch (event.type) {
      case 'message_edited':
        return this.#edited(event.rowid as RowId, ts)
      case 'message_unsent':
        return this.#unsent(event.rowid as RowId, ts)
      case 'tapback_added':
      case 'tapback_removed':
        return this.#tapback(event, ts)
      case 'send_updated':
        return this.#sendUpdated(event, ts)
      default:
        return undefined
    }
  }

  async #edited(rowid: RowId, ts: string): Promise<PluginEvent | undefined> {
    const { plugin, happenings, textOf, transforms } = this.#deps
    const handed = happenings.handed(plugin, { rowid })
    if (handed === undefined) return undefined
    const described = { type: 'message_edited', ts, ...this.#idsOf(handed) } as const
    if (!this.#seesContent) return described
    const text = await textOf(handed.guid)
    if (handed.message === null || text === undefined) return { ...described, text: null }
    const transformed = await applyTransforms(bounded({ ...handed.message, text }), transforms())
    return 'message' in transformed ? { ...described, text: transformed.message.text } : undefined
  }

  #unsent(rowid: RowId, ts: string): PluginEvent | undefined {
    const handed = this.#deps.happenings.handed(this.#deps.plugin, { rowid })
    return handed && { type: 'message_unsent', ts, ...this.#idsOf(handed) }
  }

  #tapback({ type, target_guid, emoji }: Tapback, ts: string): PluginEvent | undefined {
    const handed = this.#deps.happenings.handed(this.#deps.plugin, { guid: target_guid as MessageGuid })
    return handed && { type, ts, ...this.#idsOf(handed), ...(this.#seesContent && { emoji }) }
  }

  #sendUpdated({ type, id, state, error_code }: SendUpdated, ts: string): PluginEvent | undefined {
    const conversation_id = this.#conversationsOfSends.get(id)
    return conversation_id === undefined ? undefined : { type, ts, conversation_id, send_id: id, state, error_code }
  }

  #idsOf({ id, conversation }: DeliveredMessage) {
    const { plugin, conversations } = this.#deps
    return { conversation_id: conversations.idOf(plugin, conversation as ConversationKey), delivery_id: id }
  }

  get #seesContent(): boolean {
    return this.#deps.tier === 'official'
  }
}
