/**
 * Translates events for one plugin: events on messages that it has, and on its own sends, under the ids that it knows.
 * Neither handles nor identifiers of Messages cross, and no content crosses to the notify tier.
 */
import type { MessageEvent } from '../../contract/events.ts'
import type { ConversationKey, MessageGuid, RowId } from '../../contract/ids.ts'
import type { PluginEvent } from '../../plugin-api/index.ts'
import type { Conversations } from '../../store/journal/conversations.ts'
import type { Handed, Happening, Happenings } from '../../store/journal/happenings.ts'
import { applyTransforms, type Transform } from '../core/transforms.ts'
import type { HostedTier } from '../protocol.ts'
import { bounded } from '../redaction.ts'

export interface PluginEventsDeps {
  plugin: string
  tier: HostedTier
  happenings: Pick<Happenings, 'handed'>
  conversations: Pick<Conversations, 'idOf'>
  transforms(): readonly Transform[]
  /** The current text of a message; undefined when it cannot be determined. */
  textOf(guid: MessageGuid): string | null | undefined
  /** The conversation of a send of this plugin. */
  conversationOfSend(id: string): string | undefined
}

/** Resolves with undefined for an event that does not concern this plugin. */
export type TellPlugin = (happening: Happening) => Promise<PluginEvent | undefined>

type Tapback = Extract<MessageEvent, { type: 'tapback_added' | 'tapback_removed' }>
type SendUpdated = Extract<MessageEvent, { type: 'send_updated' }>

export function pluginEvents(deps: PluginEventsDeps): TellPlugin {
  const { plugin, tier, happenings, conversations, textOf, transforms } = deps
  const isOfficial = tier === 'official'

  const about = (handed: Handed) => ({
    conversation_id: conversations.idOf(plugin, handed.conversation as ConversationKey),
    delivery_id: handed.id,
  })

  const edited = async (rowid: RowId, ts: string): Promise<PluginEvent | undefined> => {
    const handed = happenings.handed(plugin, { rowid })
    if (handed === undefined) return undefined
    const told = { type: 'message_edited', ts, ...about(handed) } as const
    if (!isOfficial) return told
    const text = textOf(handed.guid)
    if (handed.message === null || text === undefined) return { ...told, text: null }
    const transformed = await applyTransforms(bounded({ ...handed.message, text }), transforms())
    return 'message' in transformed ? { ...told, text: transformed.message.text } : undefined
  }

  const tapback = ({ type, target_guid, emoji }: Tapback, ts: string): PluginEvent | undefined => {
    const handed = happenings.handed(plugin, { guid: target_guid as MessageGuid })
    return handed && { type, ts, ...about(handed), ...(isOfficial && { emoji }) }
  }

  const send = ({ type, id, state, error_code }: SendUpdated, ts: string): PluginEvent | undefined => {
    const conversation_id = deps.conversationOfSend(id)
    return conversation_id === undefined ? undefined : { type, ts, conversation_id, send_id: id, state, error_code }
  }

  return async ({ event, atMs }) => {
    const ts = new Date(atMs).toISOString()
    switch (event.type) {
      case 'message_edited':
        return edited(event.rowid as RowId, ts)
      case 'message_unsent': {
        const handed = happenings.handed(plugin, { rowid: event.rowid as RowId })
        return handed && { type: event.type, ts, ...about(handed) }
      }
      case 'tapback_added':
      case 'tapback_removed':
        return tapback(event, ts)
      case 'send_updated':
        return send(event, ts)
      default:
        return undefined
    }
  }
}
