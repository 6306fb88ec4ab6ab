/** What a balloon in the window of Messages lets one do: the names that VoiceOver speaks while Messages is in English. */
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

/** Undefined for what no balloon offers. A reaction that one gave already is taken back by the same action. */
export function balloonAction(change: Change): string | undefined {
  if (change.kind === 'tapback') return reactions.get(plainEmoji(change.emoji))
  return change.kind === 'edit' ? 'Edit' : 'Undo Send'
}
