/** Declares the envelope of every answer, and the errors that a BlueBubbles server tells its clients. */
import type { ErrorCode } from '../../contract/errors.ts'

type ErrorType =
  | 'Server Error'
  | 'Database Error'
  | 'iMessage Error'
  | 'Validation Error'
  | 'Authentication Error'
  | 'Gateway Timeout'

export interface Envelope {
  status: number
  message: string
  error?: { type: ErrorType; message: string }
  data?: unknown
  metadata?: Record<string, unknown>
}

/** The response of a handler; both fields are left out of the envelope if they are undefined. */
export interface Answer {
  message?: string
  data?: unknown
  metadata?: Record<string, unknown>
}

export const goodEnvelope = ({ message = 'Success', data, metadata }: Answer): Envelope => ({
  status: 200,
  message,
  ...(data !== undefined && { data }),
  ...(metadata !== undefined && { metadata }),
})

interface Refusal {
  status: number
  type: ErrorType
  /** The outer message, which names the kind of failure. */
  message: string
  /** The inner message, which some clients compare. */
  error: string
  data?: unknown
}

/** An answer other than success. */
export class BlueBubblesError extends Error {
  readonly envelope: Envelope

  constructor({ status, type, message, error, data }: Refusal) {
    super(error)
    this.name = 'BlueBubblesError'
    this.envelope = { status, message, error: { type, message: error }, ...(data !== undefined && { data }) }
  }
}

export const badRequest = (error: string) =>
  new BlueBubblesError({
    status: 400,
    type: 'Validation Error',
    message: "You've made a bad request! Please check your request params & body",
    error,
  })

export const unauthorized = (error = 'Unauthorized') =>
  new BlueBubblesError({
    status: 401,
    type: 'Authentication Error',
    message: 'You are not authorized to access this resource',
    error,
  })

const forbidden = (error: string) =>
  new BlueBubblesError({
    status: 403,
    type: 'Authentication Error',
    message: 'You are forbidden from accessing this resource',
    error,
  })

export const notFound = (error: string) =>
  new BlueBubblesError({
    status: 404,
    type: 'Database Error',
    message: 'The requested resource was not found',
    error,
  })

export const serverError = (error: string, message = 'The server has encountered an error') =>
  new BlueBubblesError({ status: 500, type: 'Server Error', message, error })

export const messagesError = (error: string, message = 'iMessage has encountered an error', data?: unknown) =>
  new BlueBubblesError({ status: 500, type: 'iMessage Error', message, error, data })

/** The response to every request for which the original needs its helper inside of Messages. */
export const needsPrivateApi = () =>
  messagesError(
    'iMessage Private API is not enabled!',
    'Please make sure you have completed the setup for the Private API, and your helper is connected!',
  )

export const missesScope = (scope: string) => forbidden(`The key that serves as password lacks the scope ${scope}.`)

/** An expected failure of ours as it is told here; `message` says what to do about it. */
export interface ExplainedFailure {
  code: ErrorCode
  message: string
  details?: Readonly<Record<string, unknown>>
}

const validation: readonly ErrorCode[] = ['invalid_request', 'too_large', 'unsupported_media_type', 'request_timeout']

export function errorFor({ code, message, details = {} }: ExplainedFailure): BlueBubblesError {
  if (details.path === 'attachment') return badRequest('Attachment not provided or was empty!')
  if (validation.includes(code)) return badRequest(typeof details.reason === 'string' ? faultOf(details) : message)
  if (code === 'unauthenticated') return unauthorized(message)
  if (code === 'forbidden' || code === 'key_paused') return forbidden(message)
  if (code.endsWith('_not_found')) return notFound(message)
  return serverError(message, code === 'internal' ? 'An unhandled error has occurred!' : undefined)
}

const faultOf = ({ path = '', reason }: Readonly<Record<string, unknown>>): string =>
  path === '' ? `The request ${reason}.` : `The ${path} ${reason}.`
