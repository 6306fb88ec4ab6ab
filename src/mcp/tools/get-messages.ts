/** The tool `get_messages`. */
import { Type } from '@sinclair/typebox'
import { fields } from '../../contract/endpoint.ts'
import { guidOf } from '../../domain/recipient.ts'
import { resolveRecipient } from '../../local-client/resolve-recipient.ts'
import { MessageResult, messageLine, messageResult } from '../message-result.ts'
import { reading, tool, Whom, withinLimit } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

const usual = 50

export const getMessages = tool({
  name: 'get_messages',
  title: 'Read messages',
  description: 'The newest messages of one conversation, or those before a certain one, oldest first.',
  ...reading,
  input: fields({
    conversation: Whom,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: usual })),
    before_rowid: Type.Optional(Type.Integer({ minimum: 1, description: 'Only what is older than this message.' })),
  }),
  output: Type.Object({
    untrusted: Untrusted,
    conversation: Type.Object({ guid: Type.String(), display_name: Type.String(), is_group: Type.Boolean() }),
    messages: Type.Array(MessageResult),
    before_rowid: Type.Union([Type.Integer(), Type.Null()], { description: 'For older ones; null at the beginning.' }),
  }),
  async run({ conversation: written, limit = usual, before_rowid }, { client }) {
    const guid = guidOf(await resolveRecipient(client, written))
    const [{ guid: known, display_name, is_group }, page] = await Promise.all([
      client.get_conversation({ guid }),
      client.list_messages({ guid, limit, ...(before_rowid !== undefined && { before_rowid }) }),
    ])
    const messages = withinLimit(page.map(messageResult).toReversed()).toReversed()
    const goesOn = page.length === limit || messages.length < page.length
    return {
      structured: {
        ...untrusted,
        conversation: { guid: known, display_name, is_group },
        messages,
        before_rowid: goesOn ? (messages[0]?.rowid ?? null) : null,
      },
      text: (shown) =>
        framed(
          `${shown.messages.length} messages of ${shown.conversation.guid}, oldest first${shown.before_rowid === null ? '' : `; older ones with before_rowid ${shown.before_rowid}`}.`,
          [`Conversation: ${shown.conversation.display_name}`, ...shown.messages.map(messageLine)],
        ),
    }
  },
})
