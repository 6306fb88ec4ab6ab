/** Implements GET /api/v1/lines on a Mac, which has none: lines are those of a hub. */
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import type { Services } from './services.ts'

export const listLines: Action<'list_lines'> = () => []

/** Throws `invalid_request` for whoever asks a Mac for one of several lines. */
export function requireNoLine(line: string | undefined): void {
  if (line === undefined) return
  throw new ServiceError('invalid_request', 'Only a hub has lines.', {
    in: 'query',
    path: 'line',
    reason: 'means nothing on a Mac by itself',
  })
}

interface NamesLines {
  lines?: string[] | undefined
  may_send_as?: string[] | undefined
}

/** Throws `invalid_request` where a grant names a line that is not there. */
export async function requireKnownLines(
  grant: NamesLines | null | undefined,
  { lines }: Pick<Services, 'lines'>,
): Promise<void> {
  for (const path of ['lines', 'may_send_as'] as const) {
    const named = grant?.[path]
    if (named === undefined) continue
    const wrong = (message: string) =>
      new ServiceError('invalid_request', message, {
        in: 'body',
        path: `grant.${path}`,
        reason: 'names a line that is not there',
      })
    if (lines === undefined) throw wrong('Only a hub has lines.')
    const known = await lines.names()
    const unknown = named.find((name) => !known.includes(name))
    if (unknown !== undefined) throw wrong(`There is no line “${unknown}”.`)
  }
}
