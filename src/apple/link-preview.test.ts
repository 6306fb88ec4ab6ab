import { describe, expect, it } from 'vitest'
import { Keyed, keyedArchive, keyedUrl } from './fixtures/plist-writer.ts'
import { decodeLinkPreview } from './link-preview.ts'

const metadata = (fields: Record<string, unknown>) => new Keyed('LPLinkMetadata', fields)

function previewOf(fields: Record<string, unknown>, root: Record<string, unknown> = {}) {
  const rich = new Keyed('RichLink', { richLinkMetadata: metadata(fields), richLinkIsPlaceholder: false, ...root })
  const preview = decodeLinkPreview(keyedArchive(rich))
  if (!preview.ok) throw new Error(preview.reason)
  return preview.value
}

describe('a link preview', () => {
  it("has the page's own description, and the indices of its pictures", () => {
    const substitute = (index: number) =>
      new Keyed('RichLinkImageAttachmentSubstitute', { richLinkImageAttachmentSubstituteIndex: index })
    const preview = previewOf({
      URL: keyedUrl('https://example.com/'),
      originalURL: keyedUrl('https://example.com'),
      title: 'Example',
      summary: 'A page',
      siteName: 'Example Inc.',
      icon: substitute(0),
      image: substitute(1),
    })
    expect(preview).toEqual({
      kind: 'page',
      url: 'https://example.com/',
      originalUrl: 'https://example.com',
      title: 'Example',
      summary: 'A page',
      siteName: 'Example Inc.',
      isPlaceholder: false,
      imageIndex: 1,
      iconIndex: 0,
    })
  })

  it('may still be waiting for the page', () => {
    expect(previewOf({ originalURL: keyedUrl('https://example.com') }, { richLinkIsPlaceholder: true })).toMatchObject({
      isPlaceholder: true,
      title: null,
      originalUrl: 'https://example.com',
    })
  })

  it('is found in the older wrapper as well', () => {
    const wrapper = new Keyed('LPSharingMetadataWrapper', { metadata: metadata({ title: 'Shared' }) })
    expect(decodeLinkPreview(keyedArchive(wrapper))).toMatchObject({ ok: true, value: { title: 'Shared' } })
  })

  it('uses the name and artist of a song as title', () => {
    const specialization = new Keyed('LPiTunesMediaSongMetadata', { name: 'Song', artist: 'Band', album: 'Record' })
    expect(previewOf({ specialization })).toMatchObject({ kind: 'media', title: 'Song – Band', summary: 'Record' })
  })

  it('uses the name of an app as title', () => {
    const specialization = new Keyed('LPiTunesMediaSoftwareMetadata', {
      name: 'Sorter',
      subtitle: 'Sorts',
      genre: 'Games',
    })
    expect(previewOf({ specialization })).toMatchObject({ kind: 'app', title: 'Sorter', summary: 'Sorts' })
  })

  it('uses the name of a place as title, and includes the address', () => {
    const specialization2 = new Keyed('LPMapMetadata', { name: 'Cherry Cove', address: 'Cherry Cove, Avalon' })
    expect(previewOf({ specialization2, title: 'Cherry Cove Avalon CA' })).toMatchObject({
      kind: 'place',
      title: 'Cherry Cove',
      summary: 'Cherry Cove, Avalon',
    })
  })

  it('includes the title and the app of a shared document', () => {
    const specialization = new Keyed('LPiCloudSharingMetadata', { application: 'Freeform' })
    const preview = previewOf({
      collaborationMetadata: new Keyed('SWCollaborationMetadata', { title: 'Untitled' }),
      specialization2: new Keyed('LPSharedObject', { specialization }),
    })
    expect(preview).toMatchObject({ kind: 'collaboration', title: 'Untitled', summary: 'Freeform' })
  })

  it('is refused in the archive of something else', () => {
    expect(decodeLinkPreview(keyedArchive({ an: 'Photos' })).ok).toBe(false)
    expect(decodeLinkPreview(new Uint8Array()).ok).toBe(false)
  })
})
