/** Composes a message for Telegram: the sender in bold, then the text, in as many parts as needed. */
import type { MessageEntity } from 'grammy/types'
import type { InboundMessage } from '../../plugin-api/index.ts'

export interface TextPart {
  text: string
  /** Formats by entities instead of markup, so that text of strangers cannot be taken for markup. */
  entities: MessageEntity[]
}

/** Counts UTF-16 code units, as Telegram does. */
const longestPart = 4_096
/** A part of at least this length ends at a blank instead of being filled up. */
const shortestPart = 3_000

type MessageText = Pick<InboundMessage, 'sender' | 'group_name' | 'text' | 'reply_to' | 'attachments' | 'line'>

export const conversationName = ({ sender, group_name }: Pick<InboundMessage, 'sender' | 'group_name'>): string =>
  group_name ?? sender

export function textParts(msg: MessageText): TextPart[] {
  const title = [msg.sender, msg.group_name, msg.line].filter((part) => part != null).join(' · ')
  const entities: MessageEntity[] = [{ type: 'bold', offset: 0, length: title.length }]
  let head = `${title}\n`
  if (msg.reply_to !== null && msg.reply_to.trim() !== '') {
    entities.push({ type: 'blockquote', offset: head.length, length: msg.reply_to.length })
    head += `${msg.reply_to}\n`
  }
  const [first = head, ...others] = pieces(head + bodyOf(msg))
  return [{ text: first, entities }, ...others.map((text) => ({ text, entities: [] }))]
}

function bodyOf({ text, attachments }: MessageText): string {
  if (text !== null && text.trim() !== '') return text
  if (attachments.length === 0) return '(no text that could be read)'
  return attachments.length === 1 ? '📎 a file' : `📎 ${attachments.length} files`
}

/** Telegram refuses a blank part. */
const pieces = (text: string): string[] => split(text).filter((piece) => piece.trim() !== '')

function split(text: string): string[] {
  if (text.length <= longestPart) return [text]
  const at = breakIn(text)
  return [text.slice(0, at), ...split(text.slice(at))]
}

function breakIn(text: string): number {
  const window = text.slice(0, longestPart)
  const at = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' ')) + 1
  if (at > shortestPart) return at
  return isHighSurrogate(text.charCodeAt(longestPart - 1)) ? longestPart - 1 : longestPart
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
