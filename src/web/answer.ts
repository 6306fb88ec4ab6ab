/** Sends what a handler returned in the form that its row declares. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bytes } from '../actions/action.ts'
import type { Endpoint } from '../contract/endpoint.ts'

export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { returns }: Endpoint,
  value: unknown,
): FastifyReply {
  // A redirect, or a stream that goes its own way.
  if (reply.sent) return reply
  switch (returns.as) {
    case 'json':
      return reply.code(returns.status).type('application/json; charset=utf-8').send(JSON.stringify(value))
    case 'page':
      return reply.type('text/html; charset=utf-8').send(value)
    case 'bytes':
      return sendBytes(request, reply, value as Bytes)
    case 'redirect':
    case 'events':
    case 'nothing':
      return reply.code(204).send()
  }
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Bytes): FastifyReply {
  reply.code(status).headers(headers)
  if (request.method !== 'HEAD') return reply.send(body ?? '')
  // Fastify would read a file to its end to say how long it is; the header says so already.
  if (body instanceof Readable) body.destroy()
  return reply.send('')
}
