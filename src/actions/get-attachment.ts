/** Implements GET /api/v1/attachments/{id}. */
import type { Readable } from 'node:stream'
import { attachmentForm, mayStandIn } from '../domain/files/attachment-form.ts'
import { byteRange } from '../domain/files/byte-range.ts'
import { contentDisposition } from '../domain/files/content-disposition.ts'
import { hasAlready, mayGoOn } from '../domain/files/entity-tag.ts'
import { mediaType } from '../domain/files/media-type.ts'
import { hasCode, ServiceError } from '../domain/service-error.ts'
import { type OpenFile, openFile } from '../mac/attachment-bytes.ts'
import { type Conversion, unsupported } from '../mac/convert.ts'
import type { Action, ActionRequest, Bytes } from './action.ts'
import type { Services } from './services.ts'

export const getAttachment: Action<'get_attachment'> = async ({ id, thumb, format }, services, request) => {
  const { name, file } = find(id, services)
  const form = attachmentForm(mediaType(file.head), { thumb, format })
  if (form.as === 'original') return serveFile(file, headersOf(file, name), request)
  if (form.as === 'impossible') {
    file.close()
    throw unsupported(form.reason)
  }
  const wanted: Conversion = form.as === 'sound' ? { to: 'm4a' } : form
  const handedOut = await convert(file, wanted, { services, standIn: thumb !== undefined && format === undefined })
  if (handedOut !== file) return serveFile(handedOut, headersOf(handedOut, withEnding(name, wanted.to)), request)
  const itself = { 'content-location': `/api/v1/attachments/${encodeURIComponent(id)}` }
  return serveFile(file, { ...headersOf(file, name), ...itself }, request)
}

function headersOf({ head }: OpenFile, name: string): Record<string, string> {
  const { mime, inline } = mediaType(head)
  const disposition = contentDisposition(inline ? 'inline' : 'attachment', name)
  return { 'content-type': mime, 'content-disposition': disposition }
}

function find(id: string, { messages }: Services): { name: string; file: OpenFile } {
  const stored = messages.attachment(id)
  if (stored === undefined) throw new ServiceError('attachment_not_found', 'No attachment has that id.')
  const { state, path } = stored.locate()
  const file = path === undefined ? undefined : openFile(path)
  if (file !== undefined) return { name: stored.name, file }
  throw new ServiceError('attachment_not_found', 'The file of this attachment is not here.', {
    state: state === 'ready' ? 'missing' : state,
  })
}

interface Converting {
  services: Services
  /** Whether the original may be served when it cannot be converted. */
  standIn: boolean
}

/** Closes the original unless it is returned. */
async function convert(file: OpenFile, wanted: Conversion, { services, standIn }: Converting): Promise<OpenFile> {
  try {
    const result = openFile(await services.converter.convert(file, wanted))
    if (result === undefined) throw unsupported('What was made of it has just been removed.')
    file.close()
    // The cache touches its files, so the identity of the original is used.
    return { ...result, identity: `${file.identity}-${Object.values(wanted).join('-')}` }
  } catch (error) {
    if (standIn && hasCode(error, 'unsupported') && mayStandIn(mediaType(file.head), file.size)) return file
    file.close()
    throw error
  }
}

const withEnding = (name: string, ending: string): string => `${name.replace(/\.[^.]*$/, '')}.${ending}`

/** Responses may be cached for an hour, and only by the client, since the file behind a name seldom changes. */
const caching = 'private, max-age=3600'

/** A file as far as its bytes are served, wherever it lies. */
export interface ServedFile extends Pick<OpenFile, 'size' | 'identity' | 'close'> {
  stream(range?: { start: number; end: number }): Readable
}

/**
 * Builds the response for an open file: the whole file, the requested range, or 304 when the client already has it.
 * Closes the file, or lets the body close it.
 */
export function serveFile(
  file: ServedFile,
  headers: Record<string, string>,
  { headers: sent }: Pick<ActionRequest, 'headers'>,
): Bytes {
  const tag = `"${file.identity}"`
  const all = { ...headers, etag: tag, 'accept-ranges': 'bytes', 'cache-control': caching }
  if (hasAlready(sent['if-none-match'], tag)) {
    file.close()
    return { status: 304, headers: all, body: null }
  }
  const range = mayGoOn(sent['if-range'], tag) ? byteRange(sent.range, file.size) : 'whole'
  if (range === 'unsatisfiable') {
    file.close()
    throw new ServiceError('range_not_satisfiable', `The file has ${file.size} bytes.`, { size: file.size })
  }
  if (range === 'whole') return { status: 200, headers: sized(all, file.size), body: file.stream() }
  const { start, end } = range
  const part = { ...sized(all, end - start + 1), 'content-range': `bytes ${start}-${end}/${file.size}` }
  return { status: 206, headers: part, body: file.stream(range) }
}

const sized = (headers: Record<string, string>, length: number) => ({ ...headers, 'content-length': `${length}` })
