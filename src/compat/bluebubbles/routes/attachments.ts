/** Routes about attachments: what is known of one, and its bytes, converted for clients that cannot show the original. */
import { constants, createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { hasCode } from '../../../domain/service-error.ts'
import { findRow } from '../chats.ts'
import { notFound, serverError } from '../envelope.ts'
import type { StoredFile } from '../host.ts'
import { check, isYes, number, oneOf, text, wholeIn, yesOrNo } from '../input.ts'
import { attachmentOf } from '../message-of.ts'
import { type BlueBubblesRequest, FileAnswer, type Handler, type Route } from '../request.ts'

const count: Handler = async ({ session }) => ({ data: { total: (await session.relay.row_totals()).attachments } })

async function stored({ host, session, services, params: { guid = '' } }: BlueBubblesRequest): Promise<StoredFile> {
  const found = await host.findFile(guid, { caller: session.caller, services })
  if (found === undefined) throw notFound('Attachment does not exist!')
  return found
}

const find: Handler = async (request) => {
  const { id, row: owner } = await stored(request)
  const row = owner === undefined ? undefined : await findRow(request.session, owner)
  const attachment = row?.attachments.find((each) => each.guid === id)
  if (attachment === undefined) throw notFound('Attachment does not exist!')
  return { data: attachmentOf(attachment) }
}

const sizeRules = {
  height: [number({ min: 1 })],
  width: [number({ min: 1 })],
  quality: [text, oneOf('good', 'better', 'best')],
  force: [yesOrNo],
  original: [yesOrNo],
}

/** Formats that browsers and Android cannot show or play. */
const pictures = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/tiff']
const sounds = ['audio/x-caf', 'audio/caf', 'audio/amr']

const [smallSide, largeSide] = [240, 720] as const

/** The form in which the bytes go out: our own endpoint makes pictures of two sizes. */
function formOf({ mimeType: mime }: StoredFile, query: BlueBubblesRequest['query']): object {
  if (isYes(query.original)) return {}
  const longest = Math.max(wholeIn(query, 'width') ?? 0, wholeIn(query, 'height') ?? 0)
  if (longest > 0 && mime?.startsWith('image/')) return { thumb: longest <= smallSide ? smallSide : largeSide }
  if (pictures.includes(mime ?? '')) return { format: 'jpeg' }
  return sounds.includes(mime ?? '') ? { format: 'm4a' } : {}
}

const download: Handler = async (request) => {
  const { session, query } = request
  check(query, sizeRules)
  const attachment = await stored(request)
  const { id } = attachment
  try {
    return new FileAnswer(await session.ask('get_attachment', { id, ...formOf(attachment, query) }))
  } catch (error) {
    if (hasCode(error, 'attachment_not_found')) throw serverError('Attachment does not exist in disk!')
    // Where a program of macOS is missing, the original is better than nothing.
    if (hasCode(error, 'unsupported')) return new FileAnswer(await session.ask('get_attachment', { id }))
    throw error
  }
}

const live: Handler = async (request) => {
  const path = (await stored(request)).path()
  if (path === undefined) throw notFound('Attachment does not exist in disk!')
  const film = await openFilm(path)
  if (film === undefined) throw notFound('Live photo does not exist for this attachment!')
  const { size } = await film.stat()
  return new FileAnswer({
    status: 200,
    headers: { 'content-type': 'video/quicktime', 'content-length': `${size}` },
    body: createReadStream('', { fd: film, end: Math.max(0, size - 1) }),
  })
}

/** The film of a live photo lies beside the picture under its name. */
async function openFilm(picture: string): Promise<FileHandle | undefined> {
  const base = picture.replace(/\.[^./]*$/, '')
  for (const path of [`${base}.mov`, `${base}.MOV`]) {
    if (path === picture) continue
    // Only a regular file counts: no link is followed, and opening never blocks.
    const film = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
      () => undefined,
    )
    if ((await film?.stat())?.isFile()) return film
    await film?.close()
  }
  return undefined
}

/** Made of the small picture that our own endpoint serves. */
const blurhash: Handler = async (request) => {
  check(request.query, sizeRules)
  const { id, mimeType: mime } = await stored(request)
  if (!mime?.startsWith('image/')) throw notFound('Attachment is not an image!')
  try {
    const { body } = await request.session.ask('get_attachment', { id, thumb: smallSide, format: 'png' })
    const { blurhashOf } = await import('../blurhash.ts')
    return { data: blurhashOf(body instanceof Readable ? await buffer(body) : (body ?? new Uint8Array())) }
  } catch (error) {
    if (hasCode(error, 'attachment_not_found')) throw serverError('Attachment does not exist in disk!')
    if (!hasCode(error, 'unsupported')) throw error
    throw serverError('No picture can be made of this attachment.', 'Failed to get blurhash for attachment!')
  }
}

export const attachmentRoutes: readonly Route[] = [
  { method: 'GET', path: 'attachment/count', scopes: ['read'], handle: count },
  { method: 'GET', path: 'attachment/:guid', scopes: ['read'], handle: find },
  { method: 'GET', path: 'attachment/:guid/download', scopes: ['read'], handle: download },
  { method: 'GET', path: 'attachment/:guid/blurhash', scopes: ['read'], handle: blurhash },
  { method: 'GET', path: 'attachment/:guid/live', scopes: ['read'], handle: live },
]
