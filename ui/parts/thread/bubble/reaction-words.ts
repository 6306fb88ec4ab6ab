/** Puts reactions into words: which ones, and how many of each. */
import type { Message } from '../../../../src/contract/message.ts'
import { t } from '../../../catalogue/texts.ts'

export const classic = [
  { emoji: '❤️', count: 'thread.loved', verb: 'thread.react_love' },
  { emoji: '👍', count: 'thread.liked', verb: 'thread.react_like' },
  { emoji: '👎', count: 'thread.disliked', verb: 'thread.react_dislike' },
  { emoji: '😂', count: 'thread.laughed', verb: 'thread.react_laugh' },
  { emoji: '‼️', count: 'thread.emphasized', verb: 'thread.react_emphasize' },
  { emoji: '❓', count: 'thread.questioned', verb: 'thread.react_question' },
] as const

export function reactionWords(details: Message['tapback_details']): string {
  const counts = new Map<string | null, number>()
  for (const { emoji } of details) counts.set(emoji, (counts.get(emoji) ?? 0) + 1)
  const detail = [...counts].map(([emoji, count]) => wordsOf(emoji, count)).join(', ')
  return t('thread.reactions', { count: details.length, detail })
}

function wordsOf(emoji: string | null, count: number): string {
  if (emoji === null) return t('thread.sticker', { count })
  const known = classic.find((one) => one.emoji === emoji)
  return known === undefined ? `${count} ${emoji}` : t(known.count, { count })
}
