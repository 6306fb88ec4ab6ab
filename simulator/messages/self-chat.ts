// Writes a note to myself: two rows, one in each direction, or only the outgoing one, in one chat or in two.

import type { Content } from './content.ts'
import { receive } from './receive.ts'
import { send } from './send.ts'
import type { Writer, Written } from './writer.ts'

export interface Note extends Content {
  /** Both directions, or only the outgoing row. */
  twins?: 'both' | 'sent'
  /** The delay before the copy arrives. */
  copyAfterMs?: number
  /** Whether the copy is in the chat of my e-mail address. */
  inTwoChats?: boolean
  /** The address I use: my number or my e-mail address. */
  address?: string
}

export interface NoteWritten extends Written {
  copy: Written | undefined
}

export function noteToSelf(writer: Writer, note: Note): NoteWritten {
  const { twins = 'both', copyAfterMs = 400, inTwoChats = false, address = writer.self.phone, ...content } = note
  const atMs = content.atMs ?? writer.nowMs()
  const written = send(writer, {
    ...content,
    to: address,
    state: 'read',
    atMs,
    columns: { destination_caller_id: address },
  })
  if (twins === 'sent') return { ...written, copy: undefined }
  const from = inTwoChats ? writer.self.email : address
  const { guid: _, ...copied } = content
  return { ...written, copy: receive(writer, { ...copied, from, atMs: atMs + copyAfterMs, read: true }) }
}
