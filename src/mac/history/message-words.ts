/** What a row says where it is shown: its text, the words of its app or the sentence of a line between messages. */
import type { Message } from '../../contract/message.ts'
import { saidBy } from '../body.ts'
import { kindOf } from '../rows.ts'
import type { AssociatedRow } from './associated-rows.ts'
import { balloonWords } from './balloon-states.ts'
import { type Edits, editsOf } from './edits.ts'
import type { FoundMessage } from './found-message.ts'
import { nobody, type People } from './people.ts'
import { type RichBody, richBodyOf } from './rich-body.ts'
import { systemLine } from './system-line.ts'

/** A row, decoded as far as it alone tells. */
export interface ReadMessage {
  found: FoundMessage
  kind: Message['kind']
  edits: Edits
  rich: RichBody
  /** What the body says; of texts alone. */
  text: string | null
}

export function readMessage(found: FoundMessage): ReadMessage {
  const kind = kindOf(found)
  const shown = kind === 'system' || kind === 'app' ? kind : 'text'
  const text = shown === 'text' ? saidBy(found, 'text').text : null
  return { found, kind: shown, edits: editsOf(found), rich: richBodyOf(found), text }
}

/** Empty where there are none. `associated`: the rows that belong to this one. */
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
