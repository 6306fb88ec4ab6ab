/** Says, for plugins, that a message waits for its owner. No number and no address stands in it but in the words of the message. */
import { visible } from '../base/visible.ts'
import type { HeldSend } from '../contract/outbox.ts'

export type HeldNotice = Pick<HeldSend, 'asker' | 'text' | 'file_name' | 'reason' | 'send_at' | 'expires_at'> & {
  /** The name of the person or group; null where there is none. */
  name: string | null
  isGroup: boolean
}

/** Says who asks to send to whom. Plugins that see no texts are told nothing else. */
export function heldHeadline({ asker, name, isGroup }: Pick<HeldNotice, 'asker' | 'name' | 'isGroup'>): string {
  const who = asker.is === 'rule' ? `Rule “${visible(asker.name)}”` : visible(asker.name)
  const nobody = isGroup ? 'a group without a name' : 'someone who is not in Contacts'
  return `${who} asks to write to ${name === null ? nobody : visible(name)}`
}

/** The whole message as the owner has to see it, with what hides in it made visible. */
export function heldText(held: HeldNotice): string {
  const { text, file_name: file, reason, send_at: sendAt, expires_at: expiresAt } = held
  const paragraphs = [
    `${heldHeadline(held)}:`,
    ...(file === null ? [] : [`📎 ${visible(file)}`]),
    ...(text === null ? [] : [visible(text)]),
    ...(reason === null ? [] : [`Reason given by the program: “${visible(reason)}”`]),
    ...(sendAt === null ? [] : [`To be sent ${timeOf(sendAt)}.`]),
    `Not sent unless you decide by ${timeOf(expiresAt)}.`,
  ]
  return paragraphs.join('\n\n')
}

/** Formats a time in the time zone of this Mac. */
const timeOf = (ts: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(ts))
