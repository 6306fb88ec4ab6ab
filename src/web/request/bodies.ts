/** What a body may be: JSON, for the two forms that work without script what browsers send for a form, and a form with a file. */
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
  // Left to be read with the file in it, once the address was found to be right.
  app.addContentTypeParser(uploadType, async (request: FastifyRequest) => {
    if (request.routeOptions.config.endpoint?.upload === undefined)
      throw new ServiceError('unsupported_media_type', 'No file is taken here.')
  })
}
