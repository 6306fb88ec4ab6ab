/** Returns the text of a row as it is shown: its own text, the words of its app, or the sentence of a system line. */

import { systemKindOf, systemSentence } from '../../apple/system-row.ts'
import type { Message } from '../../contract/message.ts'
import { readText } from '../body.ts'
import { kindOf } from '../message-kind.ts'
import type { AssociatedRow } from './associated-rows.ts'
import { balloonWords } from './balloon-states.ts'
import { type Edits, editsOf } from './edits.ts'
import type { FoundMessage } from './found-message.ts'
import { nobody, type People } from './people.ts'
import { type RichBody, richBodyOf } from './rich-body.ts'

/** A row, decoded as far as possible without other rows. */
export interface ReadMessage {
  found: FoundMessage
  kind: Message['kind']
  edits: Edits
  rich: RichBody
  /** The text of the body; for kind text only. */
  text: string | null
}

export function readMessage(found: FoundMessage): ReadMessage {
  const kind = kindOf(found)
  const shown = kind === 'system' || kind === 'app' ? kind : 'text'
  const text = shown === 'text' ? readText(found, 'text').text : null
  return { found, kind: shown, edits: editsOf(found), rich: richBodyOf(found), text }
}

/** Empty where there is no text. `associated` holds the rows that belong to this one. */
export function wordsOf(read: ReadMessage, people: People, associated: readonly AssociatedRow[] = []): string {
  const { found, kind, edits, text } = read
  if (kind === 'system') return systemLine(found, people)
  if (edits.unsent) return ''
  const words = kind === 'app' ? balloonWords(found, associated) : text
  return words || breadcrumbWords(read, people)
}

function breadcrumbWords({ found, rich }: ReadMessage, people: People): string {
  const other = found.handle === null ? nobody : people.nameOf(found.handle)
  const [sender, receiver] = found.is_from_me === 1 ? ['You', other] : [other, 'you']
  return rich.breadcrumb({ sender, receiver }) ?? ''
}

/** Builds the sentence of a system line. */
function systemLine(found: FoundMessage, { nameOf, isMe }: People): string {
  const kind = systemKindOf({
    itemType: found.item_type ?? 0,
    groupActionType: found.group_action_type ?? 0,
    groupTitle: found.group_title,
    shareStatus: found.share_status ?? 0,
    actorHandleId: found.handle_id ?? 0,
    otherHandleId: found.other_handle ?? 0,
  })
  const personOr = (handle: string | null, me: string): string =>
    handle === null ? nobody : isMe(handle) ? me : nameOf(handle)
  return systemSentence(kind ?? 'other', {
    actor: found.is_from_me === 1 ? 'You' : personOr(found.handle, 'You'),
    other: personOr(found.other, 'you'),
    title: found.group_title ?? '',
  })
}
