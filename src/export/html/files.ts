/** Writes the files of a message into the page itself. */
import type { Attachment } from '../../contract/message.ts'
import { html } from '../../domain/html.ts'
import { inBase64 } from '../chunks.ts'
import { inBytes, type Media, type MediaOf, missingNote } from '../media.ts'

/** A larger file would keep the page from opening. */
export const largestBytes = 20 * 1024 * 1024

export async function* files(attachments: readonly Attachment[], media: MediaOf | undefined): AsyncGenerator<string> {
  for (const attachment of attachments) {
    if (media === undefined) yield named(attachment, 'left out')
    else yield* embedded(attachment, await media(attachment))
    if (attachment.transcript !== null) yield html`<p class="foot">“${attachment.transcript}”</p>`.html
  }
}

async function* embedded(attachment: Attachment, media: Media): AsyncGenerator<string> {
  if (media.is === 'missing') return yield named(attachment, whereItIs(attachment))
  const { file, name, mime } = media
  if (file.size > largestBytes) {
    file.close()
    return yield named(attachment, `${inBytes(file.size)}, too large to be a part of this page`)
  }
  const [before, after] = around(media, attachment)
  yield `${before}data:${mime};base64,`
  yield* inBase64(file.stream())
  yield after
  if (media.is !== 'file') return
  yield html`${name}<small>${inBytes(file.size)}</small></a>`.html
}

/** Returns the HTML before the address of the data and the HTML after it. */
function around({ is, name }: Extract<Media, { file: unknown }>, { is_sticker }: Attachment): [string, string] {
  switch (is) {
    case 'picture':
      return [
        html`<figure${is_sticker && html` class="sticker"`}><img alt="${name}" loading="lazy" decoding="async" src="`
          .html,
        '"></figure>',
      ]
    case 'film':
      return [html`<figure><video controls preload="metadata" title="${name}" src="`.html, '"></video></figure>']
    case 'sound':
      return [html`<figure><audio controls preload="metadata" title="${name}" src="`.html, '"></audio></figure>']
    case 'file':
      return [html`<a class="file" download="${name}" href="`.html, '">']
  }
}

const named = ({ filename }: Attachment, why: string): string =>
  html`<div class="file">${filename}<small>${why}</small></div>`.html

const whereItIs = (attachment: Attachment): string =>
  attachment.state === 'arriving'
    ? missingNote(attachment)
    : `${missingNote(attachment)}: open the conversation in Messages to fetch it`
