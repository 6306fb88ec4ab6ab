/** The one place of the web process where a failure becomes a response: status, code, message and details. */
import { randomBytes } from 'node:crypto'
import { isDiskFull } from '../base/errors.ts'
import { type ErrorCode, errors } from '../contract/errors.ts'
import type { Logger } from '../contract/log-entry.ts'
import { isSurface, type Surface, surfaceHeader } from '../contract/surfaces.ts'
import { ServiceError } from '../domain/service-error.ts'

export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: { error: { code: ErrorCode; message: string; details?: Readonly<Record<string, unknown>> } }
}

interface FailedRequest {
  log: Logger
  /** The part of the request that the log may contain: its row of the endpoint table, never its address. */
  label: string
  /** The surface where the response is read. */
  surface: Surface
  /** The longest body that is accepted there. */
  bodyLimit: number
}

export function failureResponse(error: unknown, { log, label, surface, bodyLimit }: FailedRequest): ErrorResponse {
  const expected = expectedError(error, bodyLimit)
  if (expected !== undefined) return errorResponse(expected, surface)
  const reference = randomBytes(4).toString('hex')
  log.error(`${label} failed, reference ${reference}: ${describeForLog(error)}`)
  return errorResponse(
    new ServiceError('internal', `Something went wrong here (reference ${reference}).`, { reference }),
    surface,
  )
}

/** Our own clients name the surface that they work for. */
export function surfaceOf(headers: Readonly<Record<string, unknown>>): Surface {
  const named = headers[surfaceHeader]
  return isSurface(named) ? named : 'api'
}

export function errorResponse(error: ServiceError, surface: Surface): ErrorResponse {
  const { code, details } = error
  const hasDetails = Object.keys(details).length > 0
  return {
    status: errors[code].status,
    headers: headersOf(code, details),
    body: { error: { code, message: error.messageFor(surface), ...(hasDetails && { details }) } },
  }
}

function headersOf(code: ErrorCode, details: ServiceError['details']): Record<string, string> {
  const { retry_after_s: retryAfterS, size, allowed } = details
  if (typeof retryAfterS === 'number') return { 'retry-after': `${Math.ceil(retryAfterS)}` }
  if (Array.isArray(allowed)) return { allow: allowed.join(', ') }
  return code === 'range_not_satisfiable' ? { 'content-range': `bytes */${size}` } : {}
}

/** Treats errors of Fastify with a status below 500 as the caller's. */
function expectedError(error: unknown, bodyLimit: number): ServiceError | undefined {
  if (error instanceof ServiceError) return error
  if (isDiskFull(error)) return new ServiceError('disk_full', 'The disk is full.', {}, { cause: error })
  const status = statusOf(error)
  if (status === undefined || status < 400 || status >= 500) return undefined
  if (status === 413)
    return new ServiceError('too_large', `The body is longer than ${bodyLimit} bytes.`, { max_bytes: bodyLimit })
  const [code, what] = errorsByStatus[status] ?? ['invalid_request', 'The request cannot be read.']
  return new ServiceError(code, what, {}, { cause: error })
}

const errorsByStatus: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  404: ['not_found', 'There is no such address.'],
  408: ['request_timeout', 'The request did not come to its end.'],
  415: ['unsupported_media_type', 'The body is of another type.'],
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined

const framesInLog = 6

/** Returns name, code and stack frames. The message of an unexpected error may quote what somebody wrote. */
function describeForLog(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const cause = error.cause === undefined ? '' : ` because of ${describeForLog(error.cause)}`
  return `${error.name}${code} ${frames.slice(0, framesInLog).join(' ').replaceAll(/\s+/g, ' ').trim()}${cause}`
}
