/** Builds the line that the list of conversations shows for each newest message. */
import { attachmentsLine, unsentLine } from '../../domain/history/last-line.ts'
import type { Attachments } from '../attachments.ts'
import type { AssociatedRows } from './associated-rows.ts'
import { withVotesOnStates } from './balloon-states.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { FoundMessage } from './found-message.ts'
import type { Listed } from './heads.ts'
import { readMessage, wordsOf } from './message-words.ts'
import type { People } from './people.ts'
import { wireAttachments } from './wire-attachment.ts'

interface LastLinesDeps {
  people: People
  attachments: Attachments
  associated: AssociatedRows
}

/** Lines by ROWID. */
export type LastLines = (listed: readonly Listed[]) => Map<number, string>

export function lastLines({ people, attachments, associated }: LastLinesDeps): LastLines {
  return (listed) => {
    const read = listed.map(({ head, conversation }) => ({ ...readMessage(head.found), conversation }))
    const apps = read.filter(({ kind }) => kind === 'app').map(({ found }) => ({ guid: found.guid, parts: 1 }))
    const states = withVotesOnStates(associated.of(apps), associated)
    const said = read.map((row) => ({ ...row, words: wordsOf(row, people, states.get(row.found.guid)) }))
    const wordless = said.filter(({ words, found }) => words.trim() === '' && found.has_attachments === 1)
    const files = attachments.storedOfMessages(wordless.map(({ found }) => found.rowid))
    return new Map(
      said.map(({ found, kind, edits, words, rich, conversation }) => {
        if (kind === 'system') return [found.rowid, '']
        if (edits.unsent) return [found.rowid, unsentLine(senderOf(found, conversation, people))]
        const line = words.trim() || attachmentsLine(wireAttachments(files.get(found.rowid) ?? [], rich.attachments))
        return [found.rowid, line]
      }),
    )
  }
}

/** Null where the user is the sender. */
export const senderOf = (
  { is_from_me, handle }: FoundMessage,
  { chats: [chat] }: ShownConversation,
  people: People,
): string | null => (is_from_me === 1 ? null : people.nameOf(handle ?? chat.identifier))
