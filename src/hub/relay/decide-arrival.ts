/**
 * Decides what becomes of a message that arrives on a hub, by the same steps as the bridge of a Mac. Completeness and
 * late copies from iCloud are not checked again: the bridge of the Mac has done that, and reports only new messages as
 * new.
 */
import type { Config } from '../../contract/config.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import type { Message } from '../../contract/message.ts'
import { groupTitle } from '../../domain/history/group-title.ts'
import type { RelayMessage } from '../../domain/message.ts'
import type { SkipReason } from '../../domain/relay-outcomes.ts'
import { isSelfChat } from '../../domain/scope.ts'
import type { IngestedRow } from '../../store/journal/ingest-store.ts'
import { outOfHubScope } from '../rules/plugin-scope.ts'
import { hubGuid } from '../store/ids.ts'
import { relayKey } from '../store/relay-key.ts'

export interface Arrival {
  line: { id: number; name: string }
  conversation: Conversation
  message: Message
}

export interface ArrivalContext {
  config: Config
  nowMs: number
  /**
   * Whether a message with this twin text was ingested before: two Macs of a line may have the same message under
   * different GUIDs.
   */
  hasTwin(twinText: string, sentAtMs: number): boolean
  /** Whether the hub sent the message. */
  isEcho(arrival: Arrival): boolean
}

type Outcome = { skipped: SkipReason } | { history: true } | { relayed: RelayMessage }

/** Returns what the journal keeps of the message: its outcome, and the part that is relayed. */
export function ingestedArrival(arrival: Arrival, context: ArrivalContext): IngestedRow {
  const { line, message, conversation } = arrival
  const key = relayKey(conversation)
  const sentAtMs = Date.parse(message.ts)
  const { text, handle, is_from_me, attachments } = message
  const twinText = JSON.stringify([
    key,
    handle,
    is_from_me,
    sentAtMs,
    text,
    ...attachments.map(({ filename, size }) => [filename, size]),
  ])
  const outcome = decide(arrival, { ...context, isTwin: context.hasTwin(twinText, sentAtMs) })
  return {
    rowid: message.rowid as RowId,
    guid: hubGuid(line.id, message.guid) as MessageGuid,
    sentAtMs,
    conversation: key,
    twinText,
    ...named(outcome),
    message: 'relayed' in outcome ? outcome.relayed : null,
    // The hub tells clients of new messages by its feed; plugins get deliveries.
    events: [],
  }
}

function named(outcome: Outcome): Pick<IngestedRow, 'lane' | 'outcome'> {
  if ('relayed' in outcome) return { lane: 'relayed', outcome: 'relayed' }
  if ('history' in outcome) return { lane: 'history', outcome: 'history' }
  return { lane: 'skipped', outcome: outcome.skipped }
}

function decide(arrival: Arrival, context: ArrivalContext & { isTwin: boolean }): Outcome {
  const { message, conversation } = arrival
  const { nowMs, config } = context
  if (message.kind === 'system') return { skipped: 'system' }
  if (message.unsent) return { skipped: 'unsent' }
  if (context.isTwin) return { skipped: 'repeat' }
  if (Date.parse(message.ts) < nowMs - config.relay.max_age_s * 1_000) return { history: true }
  const { handle, sender, is_from_me: isFromMe } = message
  const outside = outOfHubScope({ conversation, isFromMe, handle, sender }, config)
  if (outside !== undefined) return { skipped: outside }
  const isNote = isNoteIn(conversation, config.self_handles)
  if (isNote && context.isEcho(arrival)) return { skipped: 'echo' }
  return { relayed: { ...toMessage(arrival, message.kind), ...(isNote && { isNote: true }) } }
}

/** Whether the conversation is one with yourself. */
export const isNoteIn = (
  { is_group: isGroup, handle: identifier }: Conversation,
  selfHandles: readonly string[],
): boolean => isSelfChat({ isGroup, identifier }, selfHandles)

function toMessage({ line, conversation, message }: Arrival, kind: RelayMessage['kind']): RelayMessage {
  const { reply_to_guid: root, reply_to: answered, attachments } = message
  return {
    guid: hubGuid(line.id, message.guid) as MessageGuid,
    rowid: message.rowid as RowId,
    chatGuid: conversation.guid as RelayMessage['chatGuid'],
    conversation: relayKey(conversation),
    line: line.name,
    handle: message.handle as Handle,
    sender: message.sender,
    isGroup: conversation.is_group,
    groupName: groupNameOf(conversation),
    category: conversation.category,
    service: message.service,
    text: message.text === '' ? null : message.text,
    sentAtMs: Date.parse(message.ts),
    kind,
    replyTo: root === null ? null : { guid: hubGuid(line.id, root) as MessageGuid, excerpt: answered?.text || null },
    attachments: attachments.map(({ id, filename, mime_type, size }) => ({
      guid: id,
      name: filename,
      mime: mime_type === '' ? null : mime_type,
      size,
    })),
  }
}

/** Returns the name of a group as Macs show it, which is that of its members if it has none. */
function groupNameOf({ is_group, display_name, participants }: Conversation): string | null {
  return is_group && display_name !== groupTitle(participants.map(({ name }) => name)) ? display_name : null
}
