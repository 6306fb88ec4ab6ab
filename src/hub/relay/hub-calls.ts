/** Answers calls of a hub's plugins: they send from the line of the conversation, and read files from its Mac. */
import { Readable } from 'node:stream'
import type { AnySending } from '../../actions/services.ts'
import type { ConversationKey, MessageGuid } from '../../contract/ids.ts'
import { hasCode } from '../../domain/service-error.ts'
import type { AttachmentBytes, CallServices } from '../../plugins/calls/services.ts'
import type { SendOrder } from '../../sending/sending.ts'
import { fileOnMac } from '../services/file-on-mac.ts'
import type { MacQuestions } from '../services/mac-questions.ts'
import type { Sql } from '../store/database.ts'
import { placedMessages } from '../store/history.ts'
import { hubGuid, ofHubGuid } from '../store/ids.ts'
import { conversationsWith } from '../store/lines.ts'

export interface HubCallsDeps extends Pick<CallServices, 'uploads' | 'audit'> {
  sql: Sql
  questions: MacQuestions
  sending: Pick<AnySending, 'send'>
  /** Called for each send of a plugin. */
  onSend(id: string): void
}

export const hubCalls = ({ sql, questions, sending, onSend, uploads, audit }: HubCallsDeps): CallServices => ({
  uploads,
  audit,
  async send({ conversation, ...order }) {
    const send = await sending.send({ ...order, to: { guid: await chatOf(sql, conversation) } as SendOrder['to'] })
    onSend(send.id)
    return send
  },
  async textOf(guid) {
    const named = ofHubGuid(guid)
    const found = named && (await placedMessages(sql, { guids: [named.guid] }).catch(() => undefined))
    return found?.find(({ conversation_guid }) => ofHubGuid(conversation_guid)?.line === named?.line)?.message.text
  },
  // The journal keeps the message for as long as a delivery of it is pending.
  messageAgain: (_: MessageGuid) => undefined,
  attachmentBytes: (id) => bytesOf(questions, id),
})

/**
 * Returns the chat to which a plugin's message goes. For a person with several addresses, the Mac of the line chooses.
 */
async function chatOf(sql: Sql, key: ConversationKey): Promise<string> {
  const { line, guid } = ofHubGuid(key) ?? { line: 0, guid: key }
  const [, kind, address = ''] = /^(dm|group):(.*)$/s.exec(guid) ?? []
  if (kind === 'dm') {
    const [known] = await conversationsWith(sql, address, [line])
    return hubGuid(line, known?.guid ?? `any;-;${address}`)
  }
  const [group] = await sql.query<{ guid: string }>(
    'SELECT guid FROM conversation WHERE line = $1 AND is_group AND handle = $2',
    [line, address],
  )
  return hubGuid(line, group?.guid ?? `any;+;${address}`)
}

/** Reads a file. A Mac that is away is an error, so that the delivery is tried again; a file that no Mac has is not. */
async function bytesOf(questions: MacQuestions, id: string): Promise<AttachmentBytes | undefined> {
  try {
    const { file } = await fileOnMac(questions, id)
    const bytes = file.stream()
    return { size: file.size, bytes, close: () => void (bytes instanceof Readable && bytes.destroy()) }
  } catch (error) {
    if (hasCode(error, 'attachment_not_found')) return undefined
    throw error
  }
}
