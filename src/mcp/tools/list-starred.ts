/** The tool `list_starred`. */
import { Type } from '@sinclair/typebox'
import { fields } from '../../contract/endpoint.ts'
import { guidOf } from '../../domain/recipient.ts'
import { resolveRecipient } from '../../local-client/resolve-recipient.ts'
import { MessageResult, messageLine, messageResult } from '../message-result.ts'
import { reading, tool, Whom, withinLimit } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

const usual = 20

export const listStarred = tool({
  name: 'list_starred',
  title: 'List starred messages',
  description: 'Messages that the owner has starred, the newest star first, in everything or one conversation.',
  ...reading,
  endpoint: 'list_starred',
  input: fields({
    conversation: Type.Optional(Whom),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: usual })),
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  }),
  output: Type.Object({
    untrusted: Untrusted,
    starred: Type.Array(
      Type.Object({ conversation_guid: Type.String(), conversation_name: Type.String(), message: MessageResult }),
    ),
    cursor: Type.Union([Type.String(), Type.Null()], { description: 'For the next page; null at the end.' }),
  }),
  async run({ conversation, limit = usual, cursor: after }, { client }) {
    const within =
      conversation === undefined ? {} : { conversation: guidOf(await resolveRecipient(client, conversation)) }
    const page = await client.list_starred({ limit, ...within, ...(after !== undefined && { cursor: after }) })
    const starred = withinLimit(
      page.starred.map(({ conversation_guid, conversation_name, message }) => ({
        conversation_guid,
        conversation_name,
        message: messageResult(message),
      })),
    )
    return {
      structured: { ...untrusted, starred, cursor: page.cursor },
      text: (shown) =>
        framed(
          `${shown.starred.length} starred messages, the newest star first${shown.cursor === null ? '' : `; go on with cursor ${shown.cursor}`}.`,
          shown.starred.map(
            ({ conversation_name, conversation_guid, message }) =>
              `${conversation_name} (${conversation_guid}) ${messageLine(message)}`,
          ),
        ),
    }
  },
})
