/** The tool `list_conversations`. */
import { Type } from '@sinclair/typebox'
import { fields } from '../../contract/endpoint.ts'
import { fitting } from '../fitting.ts'
import { conversationLine, ShownConversation, shownConversation } from '../shown-conversation.ts'
import { reading, tool } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

const usual = 20

export const listConversations = tool({
  name: 'list_conversations',
  title: 'List conversations',
  description: 'Conversations of Messages on this Mac, the one with the newest message first.',
  ...reading,
  input: fields({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: usual })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  }),
  output: Type.Object({
    untrusted: Untrusted,
    conversations: Type.Array(ShownConversation),
    next_offset: Type.Union([Type.Integer(), Type.Null()], { description: 'For the next page; null at the end.' }),
  }),
  async run({ limit = usual, offset = 0 }, { client }) {
    const found = (await client.list_conversations({ limit, offset })).map(shownConversation)
    const conversations = fitting(found)
    const goesOn = found.length === limit || conversations.length < found.length
    return {
      structured: { ...untrusted, conversations, next_offset: goesOn ? offset + conversations.length : null },
      text: (shown) =>
        framed(
          `${shown.conversations.length} conversations, the newest first${shown.next_offset === null ? '' : `; go on with offset ${shown.next_offset}`}.`,
          shown.conversations.map(conversationLine),
        ),
    }
  },
})
