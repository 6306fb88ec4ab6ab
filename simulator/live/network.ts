/** What becomes of a message once it is handed to Messages: it lands, goes out, arrives. */
import type { Self } from '../manifest.ts'
import type { Messages } from '../messages/open-messages.ts'
import type { Outgoing } from '../messages/send.ts'
import type { Written } from '../messages/writer.ts'

/** The row of an outgoing message; what is sent to oneself comes back at once as a second row. */
export function land(messages: Messages, self: Self, outgoing: Outgoing): Written {
  const written = messages.send(outgoing)
  const address = written.chatGuid?.split(';').at(-1)
  if (address === self.phone || address === self.email) {
    const { guid: _guid, to: _to, ...content } = outgoing
    messages.receive({ ...content, from: address, chat: written.chatGuid, read: true })
  }
  return written
}

/** SMS never says that it was delivered. */
export function goOut(messages: Messages, written: Written): void {
  messages.sent({ message: written })
  if (serviceOf(messages, written) !== 'SMS') messages.delivered({ message: written })
}

const serviceOf = ({ db }: Messages, { rowid }: Written) =>
  db.prepare('SELECT service FROM message WHERE ROWID = ?').get(rowid)?.service
