/** Declares the changes to a message that only the window of Messages can make, and detects whether they were made. */
import type { Message } from '../contract/message.ts'

export type Change =
  | { kind: 'tapback'; emoji: string; remove: boolean }
  | { kind: 'edit'; text: string }
  | { kind: 'unsend' }

/** Whether the message is in the state that the change should produce. */
export function isMade(change: Change, message: Message): boolean {
  if (change.kind === 'unsend') return message.unsent
  if (change.kind === 'edit') return sameText(message.text, change.text)
  return ownReactions(message).includes(plainEmoji(change.emoji)) !== change.remove
}

/** The window may show the text in another Unicode composition than chat.db, and with its ends trimmed. */
export const sameText = (a: string, b: string): boolean => comparable(a) === comparable(b)

const comparable = (text: string): string => text.normalize('NFC').trim()

const ownReactions = ({ tapback_details }: Message): string[] =>
  tapback_details.flatMap(({ emoji, is_from_me }) => (is_from_me && emoji !== null ? plainEmoji(emoji) : []))

/** People write the same emoji with and without the variation selector for colour. */
export const plainEmoji = (emoji: string): string => emoji.replaceAll('\u{fe0f}', '')
