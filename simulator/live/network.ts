/** Takes a message that was handed to Messages onwards: it lands, is sent, arrives or fails. */
import type { Self } from '../manifest.ts'
import type { Messages } from '../messages/open-messages.ts'
import type { Outgoing } from '../messages/send.ts'
import type { Written } from '../messages/writer.ts'
import type { Fate } from './under-way.ts'

/** Inserts the row of an outgoing message. A message to oneself comes back at once as a second row. */
export function land(messages: Messages, self: Self, outgoing: Outgoing, { comesBack = true } = {}): Written {
  const written = messages.send(outgoing)
  if (comesBack) landCopy(messages, self, { ...outgoing, chat: written.chatGuid })
  return written
}

/** Inserts the second row of a message to oneself; any other message has none. */
export function landCopy(messages: Messages, self: Self, outgoing: Outgoing): void {
  const { guid: _guid, to, columns: _columns, ...content } = outgoing
  const address = content.chat?.split(';').at(-1) ?? to
  if (address === self.phone || address === self.email) messages.receive({ ...content, from: address, read: true })
}

/** Error of Messages: the recipient cannot be reached by this service. */
export const unreachable = 22
/** Error of Messages: the file could not be read or uploaded. */
export const unreadableFile = 25

const uploadFailedState = 6

export interface Network {
  messages(): Messages
  /** Schedules work after this many milliseconds. */
  later(afterMs: number, work: () => void): void
  readonly pace: { readonly sentMs: number; readonly deliveredMs: number }
}

/** Takes a landed message to its outcome. Calls `onArrival` when it was delivered, which SMS never reports. */
export function goOut(network: Network, message: Written, fate: Fate, onArrival: () => void = () => undefined): void {
  const { messages, later, pace } = network
  if (fate.is === 'arrives') {
    later(pace.sentMs, () => messages().sent({ message }))
    if (serviceOf(messages(), message) === 'SMS') return
    later(fate.deliveredAfterMs ?? pace.deliveredMs, () => {
      messages().delivered({ message })
      onArrival()
    })
    return
  }
  const error = fate.is === 'fails' ? fate.error : unreachable
  later(fate.afterMs, () => fail(messages(), message, error))
  if (fate.is === 'downgrades') later(fate.afterMs + pace.deliveredMs, () => messages().downgraded({ message }))
}

/** Gives the row of a message an error, and those of its files the state of one that could not be uploaded. */
export function fail(messages: Messages, message: Written, error: number): void {
  messages.transaction(() => {
    if (error === unreadableFile) {
      const files = messages.db
        .prepare(
          'SELECT guid FROM attachment JOIN message_attachment_join ON attachment_id = attachment.ROWID WHERE message_id = ?',
        )
        .all(message.rowid)
      for (const { guid } of files) messages.transferState({ attachmentGuid: String(guid), state: uploadFailedState })
    }
    messages.failed({ message, error })
  })
}

const serviceOf = ({ db }: Messages, { rowid }: Written) =>
  db.prepare('SELECT service FROM message WHERE ROWID = ?').get(rowid)?.service
