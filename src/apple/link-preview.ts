/** Decodes `payload_data` of a link: the preview that Messages shows for it. */
import {
  type ArchivedRecord,
  type ArchivedValue,
  isRecord,
  listIn,
  numberIn,
  recordIn,
  textIn,
} from './archived-value.ts'
import { type Decoded, damage, decoding } from './decoded.ts'
import { readArchive } from './plist/keyed-archive.ts'

type LinkKind = 'page' | 'media' | 'app' | 'place' | 'collaboration'

export interface LinkPreview {
  kind: LinkKind
  /** The URL that the link led to in the end. */
  url: string | null
  /** The URL as it was sent. */
  originalUrl: string | null
  /** The name and artist of a song, the name of an app or place, otherwise the title of the page. */
  title: string | null
  summary: string | null
  siteName: string | null
  /** Whether the preview has not been loaded yet. */
  isPlaceholder: boolean
  /**
   * The positions, in join order, of the message's `.pluginPayloadAttachment` files that hold the picture and the icon.
   */
  imageIndex: number | null
  iconIndex: number | null
}

export function decodeLinkPreview(bytes: Uint8Array): Decoded<LinkPreview> {
  return decoding(() => toPreview(readArchive(bytes)))
}

function toPreview(root: ArchivedValue): LinkPreview {
  const { richLinkMetadata, metadata: wrapped, richLinkIsPlaceholder } = recordIn(root)
  const metadata = richLinkMetadata ?? wrapped ?? null
  if (!isRecord(metadata)) return damage('not a link preview')
  const special = specialIn(metadata)
  return {
    kind: special.kind,
    url: textIn(metadata.URL),
    originalUrl: textIn(metadata.originalURL),
    title: special.title ?? textIn(metadata.title),
    summary: textIn(metadata.summary) ?? special.summary,
    siteName: textIn(metadata.siteName),
    isPlaceholder: richLinkIsPlaceholder === true,
    imageIndex: attachmentIndex(metadata.image) ?? attachmentIndex(firstImage(metadata.images)),
    iconIndex: attachmentIndex(metadata.icon),
  }
}

interface Special {
  kind: LinkKind
  title: string | null
  summary: string | null
}

/** Reads the metadata that Apple's own services add to their links. */
function specialIn(metadata: ArchivedRecord): Special {
  const details = recordIn(metadata.specialization2 ?? metadata.specialization)
  const shared = recordIn(metadata.collaborationMetadata)
  const name = textIn(details.name)
  if (isRecord(metadata.collaborationMetadata ?? null)) {
    return { kind: 'collaboration', title: textIn(shared.title) ?? name, summary: applicationOf(details) }
  }
  if ('address' in details || 'addressComponents' in details) {
    return { kind: 'place', title: name, summary: textIn(details.address) }
  }
  const creator = textIn(details.artist) ?? textIn(details.author) ?? textIn(details.curator)
  if (name !== null && (creator !== null || 'album' in details)) {
    return { kind: 'media', title: creator === null ? name : `${name} – ${creator}`, summary: textIn(details.album) }
  }
  if ('platform' in details || 'genre' in details)
    return { kind: 'app', title: name, summary: textIn(details.subtitle) }
  return { kind: 'page', title: null, summary: null }
}

const applicationOf = (details: ArchivedRecord): string | null =>
  textIn(recordIn(details.specialization).application) ?? textIn(details.application)

/** Accepts a list, or an object that contains one under the same name. */
const firstImage = (images: ArchivedValue | undefined): ArchivedValue | undefined =>
  (Array.isArray(images) ? images : listIn(recordIn(images).images))[0]

const attachmentIndex = (image: ArchivedValue | undefined): number | null =>
  numberIn(recordIn(image).richLinkImageAttachmentSubstituteIndex)
