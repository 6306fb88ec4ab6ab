/** Responds on the bare connection to what never becomes a request: what is not HTTP, too large or too slow. */
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../contract/errors.ts'
import { ServiceError } from '../domain/service-error.ts'
import { securityHeaders } from './auth/security-headers.ts'
import { serverLimits } from './auth/server-limits.ts'
import { errorResponse } from './failure.ts'

const { STATUS_CODES } = process.getBuiltinModule('node:http')
const { maxHeaderSize } = serverLimits.http

const codes: Readonly<Record<string, readonly [ErrorCode, string, Record<string, unknown>?]>> = {
  HPE_HEADER_OVERFLOW: [
    'too_large',
    `The headers are longer than ${maxHeaderSize} bytes.`,
    { max_bytes: maxHeaderSize },
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'too_large',
    `What follows the size of a chunk is longer than ${maxHeaderSize} bytes.`,
    { max_bytes: maxHeaderSize },
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not come to its end.'],
}

export function onBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [code, what, details] = codes[error.code ?? ''] ?? ['invalid_request', 'This is not a request of HTTP.']
  refuse(socket, new ServiceError(code, what, details))
}

/** Refuses the body of a stranger that gives way to a newer one. */
export const onOverload = (socket: Duplex): void =>
  refuse(socket, new ServiceError('overloaded', 'Too many requests arrive at once.', { retry_after_s: 5 }))

export const onSlowBody = (socket: Duplex): void =>
  onBrokenRequest(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)

/** The other end may never close its half of the connection, so we close it after this time. */
const lastWordsMs = 1_000

function refuse(socket: Duplex, error: ServiceError): void {
  socket.end(rawResponse(error))
  const timer = setTimeout(() => socket.destroy(), lastWordsMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

function rawResponse(error: ServiceError): string {
  const { status, body, headers: own } = errorResponse(error, 'api')
  const text = JSON.stringify(body)
  const headers = {
    ...securityHeaders('api'),
    ...own,
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(text)}`,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n')
}
