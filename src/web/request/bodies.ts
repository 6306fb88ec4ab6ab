/**
 * Accepts the kinds of body: JSON, a URL-encoded form for the two forms that work without script, and a form with a
 * file.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../domain/service-error.ts'
import { parseJsonBody } from './json-body.ts'

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
