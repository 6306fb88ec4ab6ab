/** The error of a client's call: the code and message of the service, or that the service cannot be reached. */
import type { ErrorCode } from '../contract/errors.ts'
import { type Surface, unreachableRemedy } from '../contract/surfaces.ts'

export class ClientError extends Error {
  readonly code: ErrorCode | 'unreachable'
  /** 0 if there was no response. */
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>

  constructor({ code, status, message, details = {} }: Failure, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ClientError'
    this.code = code
    this.status = status
    this.details = details
  }
}

interface Failure {
  code: ErrorCode | 'unreachable'
  status: number
  message: string
  details?: Record<string, unknown>
}

export const unreachable = (baseUrl: string, surface: Surface, cause: unknown): ClientError =>
  new ClientError(
    { code: 'unreachable', status: 0, message: `Nothing answers at ${baseUrl}. ${unreachableRemedy[surface]}` },
    { cause },
  )

/** Reads the error of a response that is not `ok`. */
export async function failureOf(response: Response): Promise<ClientError> {
  const { status } = response
  const body = (await response.json().catch(() => undefined)) as { error?: Omit<Failure, 'status'> } | undefined
  if (typeof body?.error?.code === 'string') return new ClientError({ ...body.error, status })
  return new ClientError({ code: 'internal', status, message: `The service answered ${status} and nothing else.` })
}
