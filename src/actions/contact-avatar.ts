/** Implements GET /api/v1/contacts/{handle}/avatar. */
import { createHash } from 'node:crypto'
import { hasAlready } from '../domain/files/entity-tag.ts'
import { mediaType } from '../domain/files/media-type.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action, ActionRequest, Bytes } from './action.ts'

const tagLength = 24

export const contactAvatar: Action<'contact_avatar'> = ({ handle }, { contacts }, request) =>
  servePicture(contacts.photoOf(handle), request)

/** The response with a picture, on a Mac and on a hub; whatever is no picture is none. */
export function servePicture(
  picture: Uint8Array | undefined,
  { headers: sent }: Pick<ActionRequest, 'headers'>,
): Bytes {
  const { mime, kind, inline } = mediaType(picture ?? new Uint8Array())
  if (picture === undefined || kind !== 'image' || !inline)
    throw new ServiceError('not_found', 'There is no picture of this contact.')
  const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, tagLength)}"`
  const headers = { 'content-type': mime, etag, 'cache-control': 'private, max-age=300' }
  if (hasAlready(sent['if-none-match'], etag)) return { status: 304, headers, body: null }
  return { status: 200, headers: { ...headers, 'content-length': `${picture.length}` }, body: picture }
}
