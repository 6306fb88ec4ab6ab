/** What the mails say: of one message, of several, and of an answer that was not sent. */
import type { InboundMessage } from '../../plugin-api/index.ts'

export interface MailFile {
  name: string
  mime: string | null
  bytes: Uint8Array
}

export interface Mail {
  messageId?: string
  /** The mails that it belongs to, the last one is answered. */
  references: string[]
  /** Beside the address, who wrote. */
  fromName: string
  /** Those of the settings unless told otherwise. */
  to?: string[]
  subject: string
  text: string
  date?: Date
  files: MailFile[]
  /** That nobody wrote it by hand, so that no machine answers. */
  automatic: 'auto-generated' | 'auto-replied'
}

type Said = Pick<InboundMessage, 'sender' | 'group_name' | 'text' | 'reply_to'>

/** Answers are cut there. */
export const replyMark = '— Write your answer above this line —'

export const conversationName = ({ sender, group_name }: Pick<InboundMessage, 'sender' | 'group_name'>): string =>
  group_name ?? sender

/** The same for all of a conversation: some mail programs go by it. */
export const subjectOf = (msg: Said): string =>
  msg.group_name === null ? `Message from ${msg.sender}` : `Message in ${msg.group_name}`

export interface Around {
  /** Files that do not go along, each with the reason. */
  leftOut: string[]
  canAnswer: boolean
}

export function textOf({ text, reply_to }: Said, { leftOut, canAnswer }: Around): string {
  const quoted = reply_to === null ? [] : [...reply_to.split('\n').map((line) => `> ${line}`), '']
  const body = text === null || text.trim() === '' ? [] : [text]
  const files = leftOut.map((one) => `[${one}]`)
  const said = [...quoted, ...body, ...files]
  return [...(canAnswer ? [replyMark, ''] : []), ...(said.length === 0 ? ['(no text)'] : said), ''].join('\n')
}

export const notSentText = (why: string): string => `Your answer was not sent: ${why}\n`

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
