/** A message as tools return it: its text, sender and time, and its attachments and tapbacks. */
import { type Static, Type } from '@sinclair/typebox'
import type { Message } from '../contract/message.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])

export const MessageResult = Type.Object({
  rowid: Type.Integer(),
  guid: Type.String(),
  ts: Type.String({ description: 'ISO 8601 UTC' }),
  sender: Type.String({ description: '`Me` for the owner of this Mac.' }),
  handle: Type.String(),
  is_from_me: Type.Boolean(),
  kind: Type.String(),
  text: Type.String(),
  attachments: Type.Array(
    Type.Object({
      id: Type.String(),
      filename: Type.String(),
      kind: Type.String(),
      mime_type: Type.String(),
      size: Type.Integer({ description: 'Bytes' }),
      state: Type.String(),
      transcript: Type.Union([Type.String(), Type.Null()], { description: 'Of a voice message.' }),
    }),
  ),
  tapbacks: Type.Array(Type.String()),
  reply_to_guid: Nullable,
  edited: Type.Boolean(),
  unsent: Type.Boolean(),
  read_at: Nullable,
  status: Type.Union([Type.String(), Type.Null()], { description: 'Of one’s own.' }),
})
export type MessageResult = Static<typeof MessageResult>

const mostAttachments = 20

export const messageResult = (message: Message): MessageResult => ({
  rowid: message.rowid,
  guid: message.guid,
  ts: message.ts,
  sender: message.sender,
  handle: message.handle,
  is_from_me: message.is_from_me,
  kind: message.kind,
  text: message.text,
  attachments: message.attachments.slice(0, mostAttachments).map(attachment),
  tapbacks: message.tapbacks,
  reply_to_guid: message.reply_to_guid,
  edited: message.edited,
  unsent: message.unsent,
  read_at: message.read_at,
  status: message.status,
})

const attachment = ({ id, filename, kind, mime_type, size, state, transcript }: Message['attachments'][number]) => ({
  id,
  filename,
  kind,
  mime_type,
  size,
  state,
  transcript,
})

export function messageLine(shown: MessageResult): string {
  const who = shown.is_from_me ? shown.sender : `${shown.sender} (${shown.handle})`
  const files = shown.attachments.map(({ kind, filename, transcript }) => `[${kind}: ${transcript ?? filename}]`)
  const marks = [shown.unsent && '[unsent]', shown.edited && '[edited]', ...shown.tapbacks].filter(Boolean)
  return `#${shown.rowid} ${shown.ts} ${who}: ${[shown.text, ...files, ...marks].filter(Boolean).join(' ')}`
}
