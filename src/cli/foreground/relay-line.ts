/**
 * Formats one relayed message as one line of the terminal. Senders choose text and name, so neither may control the
 * terminal.
 */
import { stripVTControlCharacters, styleText } from 'node:util'
import type { RelayedMessage } from '../../store/journal/relayed.ts'

const senderWidth = 22
const least = 20

export function relayLine({ message, deliveries }: RelayedMessage, columns: number): string {
  const time = new Date(message.sentAtMs).toTimeString().slice(0, 8)
  const from = message.isGroup ? `${message.sender} · ${message.groupName ?? 'group'}` : message.sender
  const targets = deliveries.map(({ integration, state }) => `${integration} ${marks[state]}`).join('  ')
  const outcome = targets === '' ? 'no integration enabled' : `→ ${targets}`
  const textWidth = Math.max(least, columns - time.length - senderWidth - outcome.length - 8)
  return [
    styleText('dim', time),
    styleText('bold', toWidth(printable(from), senderWidth)),
    toWidth(printable(contentOf(message)), textWidth),
    styleText(deliveries.some(({ state }) => state === 'dead') ? 'red' : 'green', outcome),
  ].join('  ')
}

const marks = { acked: '✓', pending: '…', dead: '✗', skipped: '–' } as const

function contentOf({ text, attachments }: RelayedMessage['message']): string {
  const files = attachments.map(({ name }) => `[${name}]`).join(' ')
  return [text, files].filter(Boolean).join(' ') || '[no text]'
}

/** Removes escape sequences, control characters and characters that change the direction of text. */
const printable = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === zeroWidthJoiner ? character : ''))

/** Joins families and other composed emoji. */
const zeroWidthJoiner = '\u200d'

/** Cuts or pads to a width in terminal cells; wide characters (Chinese, emoji) take two. */
function toWidth(text: string, width: number): string {
  let used = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const cells = isWide(segment) ? 2 : 1
    if (used + cells > width - 1) {
      kept += '…'
      used += 1
      break
    }
    kept += segment
    used += cells
  }
  return kept + ' '.repeat(Math.max(0, width - used))
}

/** Includes the punctuation of these scripts, and signs that a variation selector turns into emoji. */
const wide =
  /\ufe0f|[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff00-\uff60\uffe0-\uffe6]/u
const isWide = (segment: string): boolean => wide.test(segment)
