/** Detects texts that consist of a few emoji only, which are shown large. */

const most = 3
const emoji =
  /^(?:\p{Extended_Pictographic}\ufe0f|\p{Emoji_Presentation}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)/u
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the number of emoji, or 0 when the text holds anything else or too many. */
export function emojiCount(text: string): number {
  const trimmed = text.trim()
  // A family with skin colours has 35 code units.
  if (trimmed === '' || trimmed.length > most * 36) return 0
  let count = 0
  for (const { segment } of characters.segment(trimmed)) {
    if (/^\s+$/.test(segment)) continue
    if (!emoji.test(segment) || /^[\d#*]$/.test(segment)) return 0
    if (++count > most) return 0
  }
  return count
}
