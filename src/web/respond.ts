/** Sends what a handler returned in the form that its row declares. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bytes } from '../actions/action.ts'
import { isObject } from '../base/json-object.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { packed } from './packing.ts'

export async function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  { returns, is_secret, also }: Endpoint,
  value: unknown,
): Promise<FastifyReply> {
  // The reply is a redirect, or a stream that writes its own response.
  if (reply.sent) return reply
  switch (returns.as) {
    case 'json':
      reply.code(also?.includes(202) && isHeld(value) ? 202 : returns.status).type('application/json; charset=utf-8')
      return is_secret ? reply.send(JSON.stringify(value)) : sendPacked(request, reply, JSON.stringify(value))
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

const isHeld = (value: unknown): boolean => isObject(value) && value.state === 'held'

async function sendPacked({ headers }: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  const accepted = headers['accept-encoding']
  const { coding, bytes } = await packed(text, Array.isArray(accepted) ? accepted.join(',') : (accepted ?? ''))
  if (coding !== undefined) reply.header('content-encoding', coding)
  return reply.send(bytes)
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Bytes): FastifyReply {
  reply.code(status).headers(headers)
  if (request.method !== 'HEAD') return reply.send(body ?? '')
  // Fastify would read a file to its end to learn the length, which the header already states.
  if (body instanceof Readable) body.destroy()
  return reply.send('')
}
