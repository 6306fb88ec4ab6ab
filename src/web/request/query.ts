/** Reads a query string as names and values: each name once, at most a hundred. */
import { ServiceError } from '../../domain/service-error.ts'

const mostParameters = 100

export function readQuery(url: string): Record<string, string> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const pairs = [...new URLSearchParams(url.slice(start + 1))]
  if (pairs.length > mostParameters)
    throw new ServiceError('invalid_request', 'The query is too long.', {
      in: 'query',
      reason: `${pairs.length} parameters; at most ${mostParameters} are taken`,
    })
  const repeated = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index)
  if (repeated !== undefined)
    throw new ServiceError('invalid_request', 'A parameter is given twice.', {
      in: 'query',
      path: repeated[0].slice(0, 100),
      reason: 'is given more than once',
    })
  return Object.fromEntries(pairs)
}
