import { expect, test } from 'vitest'
import type { Attachment } from '../../../src/contract/message.ts'
import { messageOf } from '../thread/test-message.ts'
import { galleryOf, pictureUrl } from './gallery.ts'

const attachment = (id: string, more: Partial<Attachment> = {}): Attachment => ({
  id,
  filename: `${id}.jpg`,
  mime_type: 'image/jpeg',
  size: 1,
  kind: 'image',
  state: 'ready',
  is_sticker: false,
  width: 4,
  height: 3,
  duration_s: null,
  transcript: null,
  url: `/${id}`,
  thumbnail_url: null,
  ...more,
})

test('the gallery lists ready pictures and videos of all messages in order and nothing else', () => {
  const messages = [
    messageOf(1, { attachments: [attachment('a'), attachment('b', { kind: 'file' })] }),
    messageOf(2, { attachments: [attachment('c', { state: 'missing' }), attachment('d', { kind: 'video' })] }),
    messageOf(3, { attachments: [attachment('e', { is_sticker: true }), attachment('f')] }),
    messageOf(4, { attachments: [attachment('g')], unsent: true }),
  ]
  expect(galleryOf(messages).map(({ attachment: { id } }) => id)).toEqual(['a', 'd', 'f'])
})

test('a picture that not every browser shows is requested in another format', () => {
  expect(pictureUrl(attachment('a'))).toBe('/a')
  expect(pictureUrl(attachment('a', { mime_type: 'image/heic' }))).toBe('/a?format=jpeg')
})
