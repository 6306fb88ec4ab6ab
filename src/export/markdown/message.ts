/** Renders one message in Markdown, and copies its files into the folder of the export. */

import { createWriteStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Attachment, Message } from '../../contract/message.ts'
import { safeFileName } from '../../domain/files/file-name.ts'
import { type MediaOf, missingNote } from '../media.ts'
import type { Moments } from '../moments.ts'
import { plain, target } from './plain.ts'

export interface RenderedMessage {
  above: string
  below: string
}

export function renderMessage(message: Message, moments: Moments): RenderedMessage {
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
  const body = plain(text)
  return `${subject === null ? '' : `**${plain(subject)}**\n\n`}${body === '' ? '' : `${body}\n\n`}`
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

export const mediaFolder = 'media'

interface Destination {
  folder: string
  media: MediaOf | undefined
}

export async function* files({ rowid, attachments }: Message, { folder, media }: Destination): AsyncGenerator<string> {
  for (const [index, attachment] of attachments.entries()) {
    yield media === undefined
      ? named(attachment, 'left out')
      : await copied(attachment, `${rowid}-${index + 1}`, { folder, media })
    if (attachment.transcript !== null) yield `> ${plain(attachment.transcript).replaceAll('\n', ' ')}\n\n`
  }
}

async function copied(
  attachment: Attachment,
  prefix: string,
  { folder, media }: Required<Destination>,
): Promise<string> {
  const found = await media?.(attachment)
  if (found === undefined || found.is === 'missing') return named(attachment, missingNote(attachment))
  const path = `${mediaFolder}/${prefix} ${safeFileName(found.name).slice(-120)}`
  await mkdir(join(folder, mediaFolder), { recursive: true, mode: 0o700 })
  // A message in two chats appears in the files of two conversations; the second time its file already exists.
  if (existsSync(join(folder, path))) found.file.close()
  else await pipeline(found.file.stream(), createWriteStream(join(folder, path), { mode: 0o600, flags: 'wx' }))
  return `${found.is === 'picture' ? '!' : ''}[${plain(found.name)}](${target(path)})\n\n`
}

const named = ({ filename }: Attachment, why: string): string => `*${plain(filename)}: ${why}*\n\n`
