/** The form of what answers a row of the endpoint table within the web process itself. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../actions/action.ts'
import type { Input, WebName } from '../contract/endpoints.ts'
import type { UploadedFile } from '../sending/sending.ts'

export interface Asking {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
  /** Of rows with an upload. */
  file?: UploadedFile
}

/** Returns what `answer` sends, unless it has sent the reply or taken it over. */
export type WebHandlers = { [K in WebName]: (input: Input<K>, asking: Asking) => unknown }

/** After the input was held against the schema of its row. */
export type Handle = (input: Record<string, unknown>, asking: Asking) => unknown
