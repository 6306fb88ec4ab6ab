/**
 * Accepts the kinds of body: JSON, a URL-encoded form for the two forms that work without script, and a form with a
 * file.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../domain/service-error.ts'

const formType = 'application/x-www-form-urlencoded'
const uploadType = 'multipart/form-data'
export const isForm = ({ headers }: FastifyRequest): boolean => headers['content-type']?.startsWith(formType) ?? false

export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    parseJsonBody(body),
  )
  app.addContentTypeParser(formType, { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    if (request.routeOptions.config.endpoint?.form !== true)
      throw new ServiceError('unsupported_media_type', 'No form is taken here.')
    return Object.fromEntries(new URLSearchParams(body))
  })
  // The form is read later, together with its file, once the address is known to be right.
  app.addContentTypeParser(uploadType, async (request: FastifyRequest) => {
    if (request.routeOptions.config.endpoint?.upload === undefined)
      throw new ServiceError('unsupported_media_type', 'No file is taken here.')
  })
}

const deepest = 64
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses strict UTF-8, of bounded depth, without names that could reach a prototype. Undefined for an empty body. */
function parseJsonBody(body: Uint8Array): unknown {
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
