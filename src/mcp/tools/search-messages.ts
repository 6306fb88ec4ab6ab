/** The tool `search_messages`. */
import { Type } from '@sinclair/typebox'
import { fields } from '../../contract/endpoint.ts'
import { guidOf } from '../../domain/recipient.ts'
import { resolveRecipient } from '../../local-client/resolve-recipient.ts'
import { MessageResult, messageLine, messageResult } from '../message-result.ts'
import { reading, tool, Whom, withinLimit } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

const usual = 20

export const searchMessages = tool({
  name: 'search_messages',
  title: 'Search messages',
  description:
    'Full-text search in all messages, newest first. Words, "phrases", prefix*, -without, OR, and from:name in:name has:link has:image is:group before:2026-01-31 after:2025. Words with a colon go in quotes.',
  ...reading,
  endpoint: 'search',
  input: fields({
    query: Type.String({ minLength: 1, maxLength: 400 }),
    conversation: Type.Optional(Whom),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: usual })),
  }),
  output: Type.Object({
    untrusted: Untrusted,
    results: Type.Array(
      Type.Object({
        conversation_guid: Type.String(),
        conversation_name: Type.String(),
        snippet: Type.String(),
        message: MessageResult,
      }),
    ),
    more: Type.Boolean({ description: 'There are older ones: narrow the search, or let it end with before:DATE.' }),
    complete: Type.Boolean({ description: 'False while the index is being built: older messages may be missing.' }),
  }),
  async run({ query, conversation, limit = usual }, { client }) {
    const where =
      conversation === undefined ? '' : `in:"${quotable(guidOf(await resolveRecipient(client, conversation)))}" `
    const page = await client.search({ q: `${where}${query}`, limit })
    const results = withinLimit(
      page.results.map(({ conversation_guid, conversation_name, snippet, message }) => ({
        conversation_guid,
        conversation_name,
        snippet,
        message: messageResult(message),
      })),
    )
    const more = page.cursor !== null || results.length < page.results.length
    return {
      structured: { ...untrusted, results, more, complete: page.complete },
      text: (shown) =>
        framed(
          `${shown.results.length} messages found, the newest first${shown.more ? '; there are more' : ''}${shown.complete ? '' : '; the index is still being built'}.`,
          shown.results.map(
            ({ conversation_name, conversation_guid, message }) =>
              `${conversation_name} (${conversation_guid}) ${messageLine(message)}`,
          ),
        ),
    }
  },
})

const quotable = (guid: string): string => guid.replaceAll(/["“”„]/g, '')
