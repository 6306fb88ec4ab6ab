/** Turns rows of one conversation into messages, and loads what belongs to them with one query for each kind. */
import type { Message } from '../../contract/message.ts'
import type { Attachments } from '../attachments.ts'
import type { AnsweredMessages } from './answered.ts'
import type { AssociatedRow, AssociatedRows, Target } from './associated-rows.ts'
import { withVotesOnStates } from './balloon-states.ts'
import type { ShownConversation } from './conversation-chats.ts'
import { type LinkPreviews, type PreviewRow, wirePreview } from './link-previews.ts'
import { type ReadMessage, readMessage, wordsOf } from './message-words.ts'
import type { People } from './people.ts'
import type { InChat } from './repeats.ts'
import { wireMessage } from './wire-message.ts'

interface RenderDeps {
  people: People
  attachments: Attachments
  associated: AssociatedRows
  previews: LinkPreviews
  answered: AnsweredMessages
  nowMs(): number
}

export type RenderMessages = (rows: readonly InChat[], conversation: ShownConversation) => Message[]

export function messageRenderer({
  people,
  attachments,
  associated,
  previews,
  answered,
  nowMs,
}: RenderDeps): RenderMessages {
  return (rows, conversation) => {
    const read = rows.map(({ found, chatId }) => withPreview(readMessage(found), previews, chatId))
    const belonging = associatedOf(read, associated)
    const stored = attachments.storedOfMessages(read.flatMap(rowsWithFiles))
    const roots = answered.of(
      read.flatMap(({ found }) => found.reply_to || []),
      conversation,
    )
    const [atMs, none] = [nowMs(), []]
    return read.map((row) => {
      const { guid, rowid } = row.found
      const associated = belonging.get(guid)
      return wireMessage(row, {
        conversation,
        people,
        associated,
        nowMs: atMs,
        words: wordsOf(row, people, associated),
        stored: stored.get(rowid) ?? none,
        answered: roots.get(row.found.reply_to ?? ''),
        preview: row.preview === undefined ? null : wirePreview(row.preview, stored.get(row.preview.rowid)),
      })
    })
  }
}

type WithPreview = ReadMessage & { preview: PreviewRow | undefined }

function withPreview(read: ReadMessage, previews: LinkPreviews, chatId: number): WithPreview {
  const isText = read.kind === 'text' && !read.edits.unsent
  return { ...read, preview: isText ? previews.of(read.found, { chatId, text: read.text }) : undefined }
}

function associatedOf(read: readonly ReadMessage[], rows: AssociatedRows): Map<string, AssociatedRow[]> {
  const associated = rows.of(read.filter(({ kind }) => kind !== 'system').map(targetOf))
  return withVotesOnStates(associated, rows)
}

/** There may be a text between any two attachments, and unsent parts keep their numbers. */
const targetOf = ({ found, edits, rich }: ReadMessage): Target => ({
  guid: found.guid,
  parts: Math.max(found.part_count ?? 0, edits.parts, rich.attachments.length * 2 + 1),
})

const rowsWithFiles = ({ found, kind, preview }: WithPreview): number[] => [
  ...(found.has_attachments === 1 && kind !== 'system' ? [found.rowid] : []),
  ...(preview === undefined || preview.rowid === found.rowid ? [] : [preview.rowid]),
]
