/** Types of the handlers with which the web process itself serves rows of the endpoint table. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../actions/action.ts'
import type { Input, WebName } from '../contract/endpoints.ts'
import type { UploadedFile } from '../sending/sending.ts'

export interface RequestContext {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
  /** The uploaded file, for rows with an upload. */
  file?: UploadedFile
}

/** Returns what `respond` sends, unless it has sent the reply or taken it over. */
export type WebHandlers = { [K in WebName]: (input: Input<K>, context: RequestContext) => unknown }

/** Called after the input was checked against the schema of its row. */
export type Handle = (input: Record<string, unknown>, context: RequestContext) => unknown
