/** Names the actions of a balloon in the window of Messages, as VoiceOver speaks them while Messages is in English. */
import { type Change, plainEmoji } from './change.ts'

const reactions = new Map(
  Object.entries({
    '❤️': 'Heart',
    '👍': 'Thumbs up',
    '👎': 'Thumbs down',
    '😂': 'Ha ha!',
    '‼️': 'Exclamation mark',
    '❓': 'Question mark',
  }).map(([emoji, name]) => [plainEmoji(emoji), name]),
)

/** The macOS from which on balloons offer it by its name, as others report. */
export const offeredSince: Readonly<Record<Change['kind'], number>> = { tapback: 15, edit: 15, unsend: 13 }

/**
 * Returns undefined for an action that no balloon offers. The same action also takes back a reaction that was given
 * already.
 */
export function balloonAction(change: Change): string | undefined {
  if (change.kind === 'tapback') return reactions.get(plainEmoji(change.emoji))
  return change.kind === 'edit' ? 'Edit' : 'Undo Send'
}
