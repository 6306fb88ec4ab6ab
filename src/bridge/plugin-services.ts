/**
 * Provides the services that plugins reach through the bridge: sending by the common way, and opening files of
 * attachments on the Mac.
 */
import type { ConversationKey } from '../contract/ids.ts'
import { handleKind } from '../domain/handles.ts'
import { openFile } from '../mac/attachment-bytes.ts'
import type { MessageSource } from '../mac/message-source.ts'
import type { OpenMessages } from '../mac/open-messages.ts'
import type { AttachmentBytes, CallServices } from '../plugins/calls/services.ts'
import type { Sending, SendOrder } from '../sending/sending.ts'

export interface PluginServicesDeps extends Pick<CallServices, 'uploads' | 'audit'> {
  source: Pick<MessageSource, 'rows'>
  messages: Pick<OpenMessages, 'attachment'>
  sending: Pick<Sending, 'send'>
}

export const pluginServices = ({ source, messages, sending, uploads, audit }: PluginServicesDeps): CallServices => ({
  uploads,
  audit,
  send: ({ conversation, ...order }) => sending.send({ ...order, to: addressOf(conversation) }),
  textOf: (guid) => source.rows.withGuid(guid)?.text,
  attachmentBytes: (guid) => bytesAt(messages.attachment(guid)?.locate().path),
})

function bytesAt(path: string | undefined): AttachmentBytes | undefined {
  const file = path === undefined ? undefined : openFile(path)
  if (file === undefined) return undefined
  const bytes = file.stream()
  return { size: file.size, bytes, close: () => void bytes.destroy() }
}

/** The kinds of handle that Messages can write to by address; everything else it knows only by a chat. */
const people: readonly string[] = ['phone', 'email', 'short_code']

function addressOf(conversation: ConversationKey): SendOrder['to'] {
  const [kind, identifier = ''] = splitAtColon(conversation)
  if (kind === 'group') return { guid: `any;+;${identifier}` }
  return people.includes(handleKind(identifier)) ? { handle: identifier } : { guid: `any;-;${identifier}` }
}

const splitAtColon = (key: string): [string, string] => {
  const at = key.indexOf(':')
  return [key.slice(0, at), key.slice(at + 1)]
}
