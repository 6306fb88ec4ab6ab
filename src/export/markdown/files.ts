/** Copies the files of a message into the folder of the export, and links them. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Attachment, Message } from '../../contract/message.ts'
import { safeFileName } from '../../domain/files/file-name.ts'
import type { MediaOf } from '../media.ts'
import { inBytes } from '../sizes.ts'
import { plain, target } from './plain.ts'

export const mediaFolder = 'media'

interface Place {
  folder: string
  media: MediaOf | undefined
}

export async function* files({ rowid, attachments }: Message, { folder, media }: Place): AsyncGenerator<string> {
  for (const [index, attachment] of attachments.entries()) {
    yield media === undefined
      ? named(attachment, 'left out')
      : await copied(attachment, `${rowid}-${index + 1}`, { folder, media })
    if (attachment.transcript !== null) yield `> ${plain(attachment.transcript).replaceAll('\n', ' ')}\n\n`
  }
}

async function copied(attachment: Attachment, prefix: string, { folder, media }: Required<Place>): Promise<string> {
  const found = await media?.(attachment)
  if (found === undefined || found.is === 'missing') return named(attachment, whereItIs(attachment))
  const path = `${mediaFolder}/${prefix} ${safeFileName(found.name).slice(-120)}`
  await mkdir(join(folder, mediaFolder), { recursive: true, mode: 0o700 })
  // A message in two chats appears in the files of two conversations; the second time its file already exists.
  if (existsSync(join(folder, path))) found.file.close()
  else await pipeline(found.file.stream(), createWriteStream(join(folder, path), { mode: 0o600, flags: 'wx' }))
  return `${found.is === 'picture' ? '!' : ''}[${plain(found.name)}](${target(path)})\n\n`
}

const named = ({ filename }: Attachment, why: string): string => `*${plain(filename)}: ${why}*\n\n`

const whereItIs = ({ state, size }: Attachment): string =>
  state === 'arriving' ? 'still arriving on this Mac' : `not on this Mac${size > 0 ? ` (${inBytes(size)})` : ''}`
