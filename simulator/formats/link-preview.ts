// Encodes message.payload_data of a link preview: the metadata that LinkPresentation found on a page.

import { bareObject, encodeArchive, nsUrl, object } from './keyed-archive.ts'

export interface LinkMetadata {
  /** The URL that the link finally led to. */
  url: string
  /** The URL as typed. */
  originalUrl?: string
  title?: string
  summary?: string
  siteName?: string
  itemType?: string
  /** Index of the preview's picture among the message's plug-in attachments. */
  imageIndex?: number
}

const image = (index: number) =>
  bareObject(
    'RichLinkImageAttachmentSubstitute',
    { MIMEType: 'image/jpeg' },
    { imageType: 0, richLinkImageAttachmentSubstituteIndex: index },
  )

function metadata({ url, originalUrl = url, imageIndex, ...texts }: LinkMetadata) {
  return object(
    'LPLinkMetadata',
    {
      originalURL: nsUrl(originalUrl),
      URL: nsUrl(url),
      ...texts,
      ...(imageIndex !== undefined && { image: image(imageIndex) }),
    },
    { version: 1 },
  )
}

export const encodeLinkPreview = (link: LinkMetadata, isPlaceholder = false): Buffer =>
  encodeArchive(bareObject('RichLink', { richLinkMetadata: metadata(link) }, { richLinkIsPlaceholder: isPlaceholder }))

/** Encodes the wrapper that older systems wrote. */
export const encodeSharedLink = (link: LinkMetadata): Buffer =>
  encodeArchive(object('LPSharingMetadataWrapper', { metadata: metadata(link) }, { hasFetchedSubresources: true }))
