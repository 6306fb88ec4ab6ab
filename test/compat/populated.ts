/** Fills a simulated Mac with what the clients of the compatible servers ask for, and names it for transcripts. */
import { sampleFile } from '../../simulator/media/sample-files.ts'
import type { TemporaryMac } from '../../simulator/temporary-mac.ts'

const address = '+12025550123'
const attachment = 'at_0_6A5BCE1D-36F2-4D4C-9A40-06B0FD1A7B13'
const word = 'harbour'

export function populate({ messages, contacts }: TemporaryMac): void {
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Bell', phones: ['(202) 555-0123'] })
  const first = messages.receive({ from: address, text: `Shall we meet at the ${word}?` })
  messages.send({ to: address, text: 'At six', replyTo: { guid: first.guid } })
  messages.tapback({ from: address, target: first.guid, kind: 'love' })
  messages.receive({ from: address, files: [{ ...sampleFile('png', 1), guid: attachment }] })
  const group = messages.createGroup({ members: [address, '+12025550144'], name: 'Sailing' })
  messages.receive({ from: '+12025550144', chat: group.guid, text: 'Who brings the sails?' })
}

/** The values that transcripts call by name. */
export function valuesOf(mac: TemporaryMac, { hook }: { hook: string }): Record<string, string> {
  const now = Date.now()
  const text = (sql: string) => String(Object.values(mac.row(sql) ?? {})[0] ?? '')
  return {
    address,
    attachment,
    hook,
    direct: `iMessage;-;${address}`,
    directAny: `any;-;${address}`,
    group: text("SELECT guid FROM chat WHERE display_name = 'Sailing'"),
    message: text(
      `SELECT message.guid FROM message JOIN handle ON handle.ROWID = message.handle_id
       WHERE handle.id = '${address}' AND is_from_me = 0 AND associated_message_type = 0 AND item_type = 0 ORDER BY message.ROWID DESC`,
    ),
    now: String(now + 60_000),
    hourAgo: String(now - 3_600_000),
  }
}
