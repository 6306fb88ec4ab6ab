/** The tool `get_messages`. */
import { type Static, Type } from '@sinclair/typebox'
import type { Client } from '../../client/client.ts'
import { fields } from '../../contract/endpoint.ts'
import { guidOf } from '../../domain/recipient.ts'
import { resolveRecipient } from '../../local-client/resolve-recipient.ts'
import { MessageResult, messageLine, messageResult } from '../message-result.ts'
import { reading, tool, Whom, withinLimit } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

const usual = 50

const ScheduledResult = Type.Object({
  id: Type.String(),
  send_at: Type.String(),
  state: Type.String(),
  text: Type.Union([Type.String(), Type.Null()]),
})
type ScheduledResult = Static<typeof ScheduledResult>

export const getMessages = tool({
  name: 'get_messages',
  title: 'Read messages',
  description: 'The newest messages of one conversation, or those before a certain one, oldest first.',
  ...reading,
  endpoint: 'list_messages',
  input: fields({
    conversation: Whom,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: usual })),
    before_rowid: Type.Optional(Type.Integer({ minimum: 1, description: 'Only what is older than this message.' })),
  }),
  output: Type.Object({
    untrusted: Untrusted,
    conversation: Type.Object({ guid: Type.String(), display_name: Type.String(), is_group: Type.Boolean() }),
    messages: Type.Array(MessageResult),
    scheduled: Type.Array(ScheduledResult, {
      description:
        'Messages of the owner that wait for their time, or `missed` it; only for keys that may write and see everything.',
    }),
    before_rowid: Type.Union([Type.Integer(), Type.Null()], { description: 'For older ones; null at the beginning.' }),
  }),
  async run({ conversation: written, limit = usual, before_rowid }, { client, mayWrite, grant }) {
    const guid = guidOf(await resolveRecipient(client, written))
    const [{ guid: known, display_name, is_group }, page] = await Promise.all([
      client.get_conversation({ guid }),
      client.list_messages({ guid, limit, ...(before_rowid !== undefined && { before_rowid }) }),
    ])
    // A limited key knows of what it scheduled itself alone, which is not what waits in the conversation.
    const seesScheduled = mayWrite && grant === null
    const scheduled = seesScheduled && before_rowid === undefined ? await scheduledFor(client, known) : []
    const messages = withinLimit(page.map(messageResult).toReversed()).toReversed()
    const goesOn = page.length === limit || messages.length < page.length
    return {
      structured: {
        ...untrusted,
        conversation: { guid: known, display_name, is_group },
        messages,
        scheduled,
        before_rowid: goesOn ? (messages[0]?.rowid ?? null) : null,
      },
      text: (shown) =>
        framed(
          `${shown.messages.length} messages of ${shown.conversation.guid}, oldest first${shown.before_rowid === null ? '' : `; older ones with before_rowid ${shown.before_rowid}`}.`,
          [
            `Conversation: ${shown.conversation.display_name}`,
            ...shown.messages.map(messageLine),
            ...shown.scheduled.map(scheduledLine),
          ],
        ),
    }
  },
})

const scheduledLine = ({ id, send_at, state, text }: ScheduledResult): string =>
  `${send_at} ${state}, not sent yet: ${text ?? 'a file'} (${id})`

async function scheduledFor(client: Client, guid: string) {
  const all = await client.list_scheduled({})
  const own = all.filter(({ chat_guid }) => chat_guid !== null && isSameChat(chat_guid, guid))
  return withinLimit(own.map(({ id, send_at, state, text }) => ({ id, send_at, state, text })))
}

/** Messages may keep several chats for one person, which differ in what precedes the address. */
const isSameChat = (one: string, other: string): boolean => addressOf(one) === addressOf(other)
const addressOf = (guid: string): string => guid.slice(guid.lastIndexOf(';') + 1).toLowerCase()
