// message.payload_data of a link preview: what LinkPresentation found out about a page.

import { bareObject, encodeArchive, nsUrl, object } from './keyed-archive.ts'

export interface LinkMetadata {
  /** where it led */
  url: string
  /** as it was typed */
  originalUrl?: string
  title?: string
  summary?: string
  siteName?: string
  itemType?: string
  /** the preview's picture is the message's n-th plug-in attachment */
  imageIndex?: number
  imageUrl?: string
}

const image = (index: number) =>
  bareObject(
    'RichLinkImageAttachmentSubstitute',
    { MIMEType: 'image/jpeg' },
    { imageType: 0, richLinkImageAttachmentSubstituteIndex: index },
  )

function metadata({ url, originalUrl = url, imageIndex, imageUrl, ...texts }: LinkMetadata) {
  return object(
    'LPLinkMetadata',
    {
      originalURL: nsUrl(originalUrl),
      URL: nsUrl(url),
      ...texts,
      ...(imageIndex !== undefined && { image: image(imageIndex) }),
      ...(imageUrl !== undefined && {
        imageMetadata: object('LPImageMetadata', { URL: nsUrl(imageUrl) }, { version: 1 }),
      }),
    },
    { version: 1 },
  )
}

export const encodeLinkPreview = (link: LinkMetadata, isPlaceholder = false): Buffer =>
  encodeArchive(bareObject('RichLink', { richLinkMetadata: metadata(link) }, { richLinkIsPlaceholder: isPlaceholder }))

/** The wrapper that older systems wrote. */
export const encodeSharedLink = (link: LinkMetadata): Buffer =>
  encodeArchive(object('LPSharingMetadataWrapper', { metadata: metadata(link) }, { hasFetchedSubresources: true }))
