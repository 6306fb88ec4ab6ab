/**
 * Provides the services that plugins reach through the bridge: sending by the common way, and opening files of
 * attachments on the Mac.
 */
import type { ConversationKey, MessageGuid } from '../contract/ids.ts'
import { canBeWrittenTo } from '../domain/handles.ts'
import type { RelayMessage } from '../domain/message.ts'
import { unlessFailed } from '../domain/service-error.ts'
import { openFile } from '../mac/attachment-bytes.ts'
import type { Contacts } from '../mac/contacts.ts'
import type { MessageSource } from '../mac/message-source.ts'
import type { OpenMessages } from '../mac/open-messages.ts'
import type { AttachmentBytes, CallServices } from '../plugins/calls/services.ts'
import type { Sending, SendOrder } from '../sending/sending.ts'
import { toMessage } from './decide-row.ts'

export interface PluginServicesDeps extends Pick<CallServices, 'uploads' | 'audit'> {
  source: { rows: MessageSource['rows']; chats: Pick<MessageSource['chats'], 'lastAddressOf' | 'conversationOf'> }
  messages: Pick<OpenMessages, 'attachment'>
  contacts: Pick<Contacts, 'nameOf'>
  sending: Pick<Sending, 'send'>
}

export const pluginServices = ({
  source,
  messages,
  contacts,
  sending,
  uploads,
  audit,
}: PluginServicesDeps): CallServices => ({
  uploads,
  audit,
  send: ({ conversation, ...order }) => sending.send({ ...order, to: addressOf(conversation, source) }),
  textOf: (guid) => source.rows.withGuid(guid)?.text,
  messageAgain: (guid) => relayedAgain(guid, { source, contacts }),
  attachmentBytes: (guid) => bytesAt(messages.attachment(guid)?.locate().path),
})

/** Reads a message that is to be relayed again; undefined if Messages no longer shows it, or cannot be read. */
function relayedAgain(
  guid: MessageGuid,
  { source, contacts }: Pick<PluginServicesDeps, 'source' | 'contacts'>,
): RelayMessage | undefined {
  const row = unlessFailed(() => source.rows.withGuid(guid))
  if (row?.chat === undefined || row.isDeleted || row.isEmptied) return undefined
  if (row.kind !== 'text' && row.kind !== 'app') return undefined
  const sender = row.handle === null ? undefined : contacts.nameOf(row.handle)
  return toMessage({ ...row, chat: row.chat }, sender, {
    rows: source.rows,
    conversationOf: source.chats.conversationOf,
  })
}

function bytesAt(path: string | undefined): AttachmentBytes | undefined {
  const file = path === undefined ? undefined : openFile(path)
  if (file === undefined) return undefined
  const bytes = file.stream()
  return { size: file.size, bytes, close: () => void bytes.destroy() }
}

/** A person with several addresses is written to at the one used last. */
function addressOf(conversation: ConversationKey, { chats }: PluginServicesDeps['source']): SendOrder['to'] {
  const [kind, written = ''] = splitAtColon(conversation)
  const identifier = chats.lastAddressOf(conversation) ?? written
  if (kind === 'group') return { guid: `any;+;${identifier}` }
  return canBeWrittenTo(identifier) ? { handle: identifier } : { guid: `any;-;${identifier}` }
}

const splitAtColon = (key: string): [string, string] => {
  const at = key.indexOf(':')
  return [key.slice(0, at), key.slice(at + 1)]
}
