/** Composes the text of mails: for one message, and for an answer that was not sent. */
import type { InboundMessage } from '../../plugin-api/index.ts'

export interface MailFile {
  name: string
  mime: string | null
  bytes: Uint8Array
}

export interface Mail {
  messageId?: string
  /** The ids of the mails that it belongs to; it answers the last one. */
  references: string[]
  /** The name of the sender, shown with the address. */
  fromName: string
  /** The recipients; those of the settings by default. */
  to?: string[]
  subject: string
  text: string
  date?: Date
  files: MailFile[]
  /** Marks the mail as written by a program, so that no program answers it. */
  automatic: 'auto-generated' | 'auto-replied'
}

type MessageText = Pick<InboundMessage, 'sender' | 'group_name' | 'text' | 'reply_to'>

/** An answer is cut off at this line. */
export const replyMark = '— Write your answer above this line —'

export const conversationName = ({ sender, group_name }: Pick<InboundMessage, 'sender' | 'group_name'>): string =>
  group_name ?? sender

/** Returns the same subject for a whole conversation, because some mail programs group by it. */
export const subjectOf = (msg: MessageText): string =>
  msg.group_name === null ? `Message from ${msg.sender}` : `Message in ${msg.group_name}`

export interface TextOptions {
  /** Files that are not attached, each with the reason. */
  leftOut: string[]
  canAnswer: boolean
}

export function textOf({ text, reply_to }: MessageText, { leftOut, canAnswer }: TextOptions): string {
  const quote = reply_to === null ? [] : [...reply_to.split('\n').map((line) => `> ${line}`), '']
  const body = text === null || text.trim() === '' ? [] : [text]
  const files = leftOut.map((one) => `[${one}]`)
  const lines = [...quote, ...body, ...files]
  return [...(canAnswer ? [replyMark, ''] : []), ...(lines.length === 0 ? ['(no text)'] : lines), ''].join('\n')
}

export const notSentText = (why: string): string => `Your answer was not sent: ${why}\n`

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
