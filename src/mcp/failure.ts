/** Turns an error into the result of a tool: the code, what happened, and what to do about it. */
import { visible } from '../base/visible.ts'
import { ClientError } from '../client/client-error.ts'
import { type ErrorCode, errors, remedyAt } from '../contract/errors.ts'
import type { Send } from '../contract/send.ts'
import { ServiceError } from '../domain/service-error.ts'
import { visibleWithin } from './visible.ts'

interface ToolError {
  code: string
  message: string
  details: Readonly<Record<string, unknown>>
}

export function errorResult(error: unknown) {
  const { code, message, details } = failureOf(error)
  const told = visibleWithin({ error: { code, message, details } })
  return {
    isError: true,
    content: [
      { type: 'text' as const, text: `${code}: ${visible(message)}${listed(told.error.details.candidates)}` },
      { type: 'text' as const, text: JSON.stringify(told) },
    ],
  }
}

function failureOf(error: unknown): ToolError {
  if (error instanceof ServiceError)
    return { code: error.code, message: error.messageFor('tools'), details: error.details }
  if (error instanceof ClientError) return { code: error.code, message: error.message, details: error.details }
  return { code: 'internal', message: 'Something unforeseen went wrong in the MCP server.', details: {} }
}

const listed = (candidates: unknown): string =>
  Array.isArray(candidates) ? `\n${candidates.map((each) => `- ${String(each).replaceAll('\n', ' ')}`).join('\n')}` : ''

/** Returns the error of a send that failed, or whose outcome is unknown. */
export function errorOfSend({ state, error, id }: Send): ClientError | undefined {
  if (state !== 'failed' && state !== 'uncertain') return undefined
  const code: ErrorCode = state === 'uncertain' ? 'send_uncertain' : known(error?.code)
  return new ClientError({
    code,
    status: errors[code].status,
    message: error?.message ?? remedyAt('tools', code),
    details: { id, state },
  })
}

const known = (code = ''): ErrorCode => (Object.hasOwn(errors, code) ? (code as ErrorCode) : 'send_failed')
