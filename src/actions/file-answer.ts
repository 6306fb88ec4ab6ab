/** Builds the response for an open file: the whole file, the requested range, or 304 when the client already has it. */
import { byteRange } from '../domain/files/byte-range.ts'
import { hasAlready, mayGoOn } from '../domain/files/entity-tag.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { OpenFile } from '../mac/attachment-bytes.ts'
import type { ActionRequest, Bytes } from './action.ts'

/** Responses may be cached for an hour, and only by the client, since the file behind a name seldom changes. */
const caching = 'private, max-age=3600'

/** Closes the file, or lets the body close it. */
export function fileAnswer(file: OpenFile, headers: Record<string, string>, { headers: sent }: ActionRequest): Bytes {
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
