/** Renders one message in Markdown, without its files. */
import type { Message } from '../../contract/message.ts'
import type { Moments } from '../moments.ts'
import { plain } from './plain.ts'

export interface Written {
  above: string
  below: string
}

export function written(message: Message, moments: Moments): Written {
  const { kind, text, ts, sender } = message
  if (kind === 'system') return { above: `*${plain(text)}* · ${moments.time(ts)}\n\n`, below: '' }
  const notes = [moments.time(ts), ...notesOf(message)]
  return {
    above: `**${plain(sender)}** · ${notes.join(' · ')}\n\n${quote(message)}`,
    below: [words(message), card(message), tapbacks(message), versions(message, moments)].join(''),
  }
}

const notesOf = ({ edited, is_from_me, status, effect }: Message): string[] => [
  ...(edited ? ['edited'] : []),
  ...(is_from_me && status === 'failed' ? ['not delivered'] : []),
  ...(effect === null ? [] : [`with ${effect}`]),
]

const quote = ({ reply_to }: Message): string =>
  reply_to === null ? '' : `> **${plain(reply_to.sender)}**: ${firstLine(reply_to.text) || 'an attachment'}\n\n`

const firstLine = (text: string): string => plain(text.split('\n', 1)[0] ?? '')

function words({ text, subject, unsent }: Message): string {
  if (unsent) return '*This message was unsent.*\n\n'
  const said = plain(text)
  return `${subject === null ? '' : `**${plain(subject)}**\n\n`}${said === '' ? '' : `${said}\n\n`}`
}

const card = ({ link_preview }: Message): string =>
  link_preview?.title ? `> ${plain(link_preview.title).replaceAll('\n', ' ')}\n\n` : ''

const tapbacks = ({ tapback_details: all }: Message): string =>
  all.length === 0
    ? ''
    : `${all.map(({ emoji, sender }) => `${emoji ?? 'a sticker'} ${plain(sender)}`).join(' · ')}\n\n`

const versions = ({ edits }: Message, moments: Moments): string =>
  edits.length === 0
    ? ''
    : `${edits.map(({ text, ts }) => `- before${ts === null ? '' : ` (${moments.whole(ts)})`}: ${firstLine(text ?? '')}\n`).join('')}\n`
