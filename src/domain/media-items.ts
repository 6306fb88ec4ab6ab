/** Tells what of a kind a message holds: pictures and videos, links, or other files. */
import type { MediaItem, MediaKind } from '../contract/media.ts'
import type { Attachment, Message } from '../contract/message.ts'
import { webLinksIn } from './web-links.ts'

/** Stickers are part of the talk, as reactions are. */
export function mediaItems(message: Message, kind: MediaKind): MediaItem[] {
  const { rowid, guid, sender, handle, is_from_me, ts } = message
  const head = { rowid, guid, sender, handle, is_from_me, ts }
  if (kind === 'links') return linksIn(message).map((link): MediaItem => ({ message: head, attachment: null, link }))
  return message.attachments
    .filter((attachment) => !attachment.is_sticker && isPicture(attachment) === (kind === 'media'))
    .map((attachment): MediaItem => ({ message: head, attachment, link: null }))
}

const isPicture = ({ kind }: Attachment): boolean => kind === 'image' || kind === 'video'

/** The preview belongs to the first link of the text. */
function linksIn({ text, link_preview, unsent, kind }: Pick<Message, 'text' | 'link_preview' | 'unsent' | 'kind'>) {
  if (unsent || kind === 'system') return []
  const written = [...new Set(webLinksIn(text).map(({ href }) => href))]
  const others = link_preview === null ? written : written.slice(1).filter((url) => url !== link_preview.url)
  return [
    ...(link_preview === null ? [] : [link_preview]),
    ...others.map((url) => ({ url, title: null, summary: null, site_name: null, image_url: null })),
  ]
}
