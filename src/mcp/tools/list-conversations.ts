/** The tool `list_conversations`. */
import { type Static, Type } from '@sinclair/typebox'
import { categories } from '../../contract/categories.ts'
import type { Conversation } from '../../contract/conversation.ts'
import { fields } from '../../contract/endpoint.ts'
import { OneOf } from '../../contract/fields.ts'
import { reading, tool, withinLimit } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

/** The fields of a conversation that are needed to choose one. */
const ConversationResult = Type.Object({
  guid: Type.String({ description: 'For `conversation` and `to`.' }),
  handle: Type.String({ description: 'Address of the person; of a group its chat identifier.' }),
  display_name: Type.String(),
  is_group: Type.Boolean(),
  participants: Type.Array(Type.Object({ handle: Type.String(), name: Type.String() })),
  service: Type.String(),
  category: OneOf(categories, 'How Messages files the sender; `other`: in a way that this version does not know.'),
  unread_count: Type.Integer(),
  last_message: Type.String({ description: 'Its beginning.' }),
  last_message_ts: Type.String(),
  last_message_sender: Type.Union([Type.String(), Type.Null()], { description: 'Null: the owner of this Mac.' }),
  line: Type.Optional(
    Type.String({ description: 'On a hub of several Macs: as which of its lines one speaks here, for `from`.' }),
  ),
})
type ConversationResult = Static<typeof ConversationResult>

const longestPreview = 300
const mostParticipants = 32

const conversationResult = (conversation: Conversation): ConversationResult => ({
  guid: conversation.guid,
  handle: conversation.handle,
  display_name: conversation.display_name,
  is_group: conversation.is_group,
  participants: conversation.participants.slice(0, mostParticipants).map(({ handle, name }) => ({ handle, name })),
  service: conversation.service,
  category: conversation.category,
  unread_count: conversation.unread_count,
  last_message: conversation.last_message.slice(0, longestPreview).toWellFormed(),
  last_message_ts: conversation.last_message_ts,
  last_message_sender: conversation.last_message_sender,
  ...(conversation.line !== undefined && { line: conversation.line }),
})

const categoryWords = {
  unknown: 'unknown sender',
  junk: 'junk',
  transaction: 'transactions',
  promotion: 'promotions',
  other: 'another category',
} as const

function conversationLine(shown: ConversationResult): string {
  const unread = shown.unread_count === 0 ? '' : `, ${shown.unread_count} unread`
  const filed = shown.category === 'known' ? '' : `, ${categoryWords[shown.category]}`
  const last = `${shown.last_message_sender ?? 'Me'}: ${shown.last_message}`
  const line = shown.line === undefined ? '' : `, line ${shown.line}`
  return `${shown.display_name} (${shown.guid}${line}${filed}${unread}) ${shown.last_message_ts} ${last}`
}

const usual = 20

export const listConversations = tool({
  name: 'list_conversations',
  title: 'List conversations',
  description: 'Conversations of Messages on this Mac, the one with the newest message first.',
  ...reading,
  endpoint: 'list_conversations',
  input: fields({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: usual })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  }),
  output: Type.Object({
    untrusted: Untrusted,
    conversations: Type.Array(ConversationResult),
    next_offset: Type.Union([Type.Integer(), Type.Null()], { description: 'For the next page; null at the end.' }),
  }),
  async run({ limit = usual, offset = 0 }, { client }) {
    const found = (await client.list_conversations({ limit, offset })).map(conversationResult)
    const conversations = withinLimit(found)
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
