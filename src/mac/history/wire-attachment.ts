/** Converts the attachments of a message to the shape of the API, never with a path of the Mac. */
import type { BodyAttachment } from '../../apple/attributed-text.ts'
import type { Attachment } from '../../contract/message.ts'
import type { StoredAttachment } from '../attachments.ts'

const thumbnailPx = 240
const unknownType = 'application/octet-stream'

export const attachmentUrl = (guid: string): string => `/api/v1/attachments/${encodeURIComponent(guid)}`

/** Orders attachments as in the body, which differs from the order of the rows. Hidden ones are Messages' own and left out. */
export function wireAttachments(stored: readonly StoredAttachment[], inBody: readonly BodyAttachment[]): Attachment[] {
  if (stored.length === 0) return []
  const places = new Map(inBody.map((placed, index) => [placed.guid, { placed, index }]))
  const placeOf = ({ guid, originalGuid }: StoredAttachment) => places.get(guid) ?? places.get(originalGuid ?? '')
  const indexOf = (attachment: StoredAttachment) => placeOf(attachment)?.index ?? places.size
  return stored
    .filter(({ hidden }) => !hidden)
    .toSorted((a, b) => indexOf(a) - indexOf(b))
    .map((attachment) => wireAttachment(attachment, placeOf(attachment)?.placed))
}

function wireAttachment(stored: StoredAttachment, placed: BodyAttachment | undefined): Attachment {
  const file = stored.locate()
  const kind = kindOf(stored)
  const url = attachmentUrl(stored.guid)
  return {
    id: stored.guid,
    filename: stored.name,
    mime_type: stored.mime ?? unknownType,
    size: Math.max(file.size ?? stored.size, 0),
    kind,
    state: file.state,
    is_sticker: stored.isSticker,
    width: pixels(placed?.size?.width),
    height: pixels(placed?.size?.height),
    duration_s: null,
    transcript: placed?.transcript ?? stored.transcript(),
    url,
    thumbnail_url: file.state === 'ready' && isDrawable(stored.mime) ? `${url}?thumb=${thumbnailPx}` : null,
  }
}

const pixels = (size: number | undefined): number | null => (size === undefined || size <= 0 ? null : Math.round(size))

const families = new Map<string, Attachment['kind']>([
  ['image', 'image'],
  ['video', 'video'],
  ['audio', 'audio'],
])

function kindOf({ mime, name }: StoredAttachment): Attachment['kind'] {
  const type = mime?.toLowerCase() ?? ''
  if (name.toLowerCase().endsWith('.loc.vcf') || type === 'text/x-vlocation') return 'location'
  if (type === 'text/vcard' || type === 'text/x-vcard') return 'contact'
  return families.get(type.slice(0, type.indexOf('/'))) ?? 'file'
}

/** SVG pictures are excluded, because they can carry scripts. */
const isDrawable = (mime: string | null): boolean => mime?.startsWith('image/') === true && !mime.includes('svg')
