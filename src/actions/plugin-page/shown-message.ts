/**
 * Shows a message to a plugin on the page, if messages of that sender are relayed to plugins at all, and without
 * handles.
 */
import type { PageMessage } from '../../contract/plugin-page-calls.ts'
import { clip, groupName, senderName } from '../../domain/names-without-handles.ts'
import { isWithheld } from '../../domain/plugin-page/withheld.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { isInScope } from '../conversation-scope.ts'
import type { Services } from '../services.ts'
import type { PagedPlugin } from './paged-plugin.ts'

/** A message over the port is at most 64 KB, in any encoding of the text. */
const longestText = 8_000

/** Throws `message_not_found`, and `unsupported` where a transform of the bridge would have to process it first. */
export function shownMessage(rowid: number, { name }: PagedPlugin, services: Services): PageMessage {
  const { history, journal, settings, pluginPages } = services
  const core = journal.integrations().filter(({ tier }) => tier === 'core')
  const { integrations } = settings.current()
  if (
    isWithheld(
      name,
      core.map((row) => row.name),
      integrations,
    )
  )
    throw new ServiceError('unsupported', 'What this plugin reads is filtered or sealed before, which the page cannot.')
  const [placed] = history.placed([rowid])
  const conversation = placed && history.conversation(placed.conversation_guid)
  if (
    placed === undefined ||
    conversation === undefined ||
    !isInScope(conversation, { writer: placed.message.handle }, services)
  )
    throw new ServiceError('message_not_found', 'This plugin is shown no such message.', { rowid })
  const { message, conversation: key, conversation_guid: guid } = placed
  const personId = pluginPages.conversations.opaque(name, `dm:${message.handle}`)
  return {
    rowid,
    conversation_id: pluginPages.conversations.tell(name, { key, guid }),
    sender: message.is_from_me ? 'Me' : senderName(message, personId),
    is_from_me: message.is_from_me,
    is_group: conversation.is_group,
    group_name: conversation.is_group
      ? groupName({ groupName: conversation.display_name, handle: message.handle })
      : null,
    ts: message.ts,
    text: clip(message.text, longestText),
  }
}
