/** What went wrong, as the answer of a tool: the code, what happened, and what to do about it. */
import { ClientError } from '../client/client-error.ts'
import { type ErrorCode, errors } from '../contract/errors.ts'
import { names } from '../contract/names.ts'
import type { Send } from '../contract/send.ts'
import { ServiceError } from '../domain/service-error.ts'
import { visible, visibleWithin } from './visible.ts'

interface Failure {
  code: string
  message: string
  details: Readonly<Record<string, unknown>>
}

/** Beside the remedy of the table, where it can be said for this program. */
const here: Readonly<Record<string, string>> = {
  unreachable: `Then call the tool again: nothing here has to be restarted.`,
  unauthenticated: `For this program: run \`${names.command} mcp --setup\` in a terminal, then call the tool again.`,
}

export function failedAnswer(error: unknown) {
  const { code, message, details } = failureOf(error)
  const said = [message, here[code]].filter(Boolean).join(' ')
  const told = visibleWithin({ error: { code, message: said, details } })
  return {
    isError: true,
    content: [
      { type: 'text' as const, text: `${code}: ${visible(said)}${listed(told.error.details.candidates)}` },
      { type: 'text' as const, text: JSON.stringify(told) },
    ],
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError || error instanceof ClientError) {
    const { code, message, details } = error
    return { code, message, details }
  }
  return { code: 'internal', message: 'Something unforeseen went wrong in the MCP server.', details: {} }
}

const listed = (candidates: unknown): string =>
  Array.isArray(candidates) ? `\n${candidates.map((each) => `- ${String(each).replaceAll('\n', ' ')}`).join('\n')}` : ''

/** Of a message that failed, or of which nothing says whether it went. */
export function failureOfSend({ state, error, id }: Send): ClientError | undefined {
  if (state !== 'failed' && state !== 'uncertain') return undefined
  const code: ErrorCode = state === 'uncertain' ? 'send_uncertain' : known(error?.code)
  return new ClientError({
    code,
    status: errors[code].status,
    message: error?.message ?? errors[code].remedy,
    details: { id, state },
  })
}

const known = (code = ''): ErrorCode => (Object.hasOwn(errors, code) ? (code as ErrorCode) : 'send_failed')
