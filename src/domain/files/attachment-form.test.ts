import { expect, it } from 'vitest'
import { type AskedForm, type AttachmentForm, attachmentForm, mayStandIn } from './attachment-form.ts'
import type { MediaType } from './media-type.ts'

const typeOf = (mime: string): MediaType => {
  const kind = mime.split('/')[0] ?? ''
  return { mime, kind: kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document', inline: false }
}
const impossible = { as: 'impossible', reason: expect.any(String) }

it.each<[string, AskedForm, AttachmentForm]>([
  ['image/heic', {}, { as: 'original' }],
  ['image/heic', { thumb: 240 }, { as: 'picture', to: 'jpeg', longestSide: 240 }],
  ['image/heic', { format: 'jpeg' }, { as: 'picture', to: 'jpeg' }],
  ['image/heic', { thumb: 720, format: 'jpeg' }, { as: 'picture', to: 'jpeg', longestSide: 720 }],
  ['image/jpeg', { format: 'jpeg' }, { as: 'original' }],
  ['image/jpeg', { thumb: 240 }, { as: 'picture', to: 'jpeg', longestSide: 240 }],
  ['image/png', { thumb: 240 }, { as: 'picture', to: 'png', longestSide: 240 }],
  ['image/png', { thumb: 240, format: 'jpeg' }, { as: 'picture', to: 'jpeg', longestSide: 240 }],
  ['audio/x-caf', { format: 'm4a' }, { as: 'sound' }],
  ['audio/amr', { format: 'm4a' }, { as: 'sound' }],
  ['audio/mp4', { format: 'm4a' }, { as: 'original' }],
  ['audio/x-caf', { format: 'm4a', thumb: 240 }, impossible],
  ['audio/x-caf', { thumb: 240 }, impossible],
  ['audio/x-caf', { format: 'jpeg' }, impossible],
  ['video/mp4', { thumb: 240 }, impossible],
  ['video/mp4', { format: 'm4a' }, impossible],
  ['application/pdf', { thumb: 240 }, impossible],
] as [string, AskedForm, AttachmentForm][])('%s requested with %j is %j', (mime, asked, form) => {
  expect(attachmentForm(typeOf(mime), asked)).toEqual(form)
})

it('a small picture that every browser shows may serve as its own thumbnail', () => {
  expect(mayStandIn(typeOf('image/png'), 2 * 1024 * 1024)).toBe(true)
  expect(mayStandIn(typeOf('image/png'), 2 * 1024 * 1024 + 1)).toBe(false)
  expect(mayStandIn(typeOf('image/heic'), 1)).toBe(false)
})
