/** Parses a JSON body: strict UTF-8, of bounded depth, and without names that could reach a prototype. */
import { ServiceError } from '../../domain/service-error.ts'

const deepest = 64
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns undefined for an empty body. */
export function parseJsonBody(body: Uint8Array): unknown {
  if (body.length === 0) return undefined
  const value = parsed(body)
  requireHarmless(value)
  return value
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    // The error of JSON.parse quotes the body, which may contain a password.
    throw refused('is not JSON in UTF-8')
  }
}

/** Goes level by level rather than by recursion, since the depth is what must be checked. */
function requireHarmless(value: unknown): void {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= deepest) throw refused(`is nested deeper than ${deepest} levels`)
    if (level.some((object) => Object.hasOwn(object, '__proto__'))) throw refused('has the name __proto__')
    level = level.flatMap((object) => Object.values(object).filter(isObject))
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const refused = (reason: string): ServiceError =>
  new ServiceError('invalid_request', 'The body cannot be read.', { in: 'body', reason })
