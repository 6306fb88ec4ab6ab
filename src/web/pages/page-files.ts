/** The files that pages load: read from their folder once, by name, and nothing beside them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../domain/service-error.ts'

export type Files = (name: string, asking: { request: FastifyRequest; reply: FastifyReply }) => FastifyReply

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

/** `names` are those that may be asked for. */
export function filesIn(folder: URL, names: readonly string[]): Files {
  const read = new Map<string, { text: string; etag: string }>()
  return (name, { request, reply }) => {
    if (!names.includes(name)) throw new ServiceError('not_found', 'There is no such file.')
    const file = read.get(name) ?? fileAt(new URL(name, folder))
    read.set(name, file)
    reply.headers({ etag: file.etag, 'cache-control': 'no-cache', 'content-type': typeOf(name) })
    return request.headers['if-none-match'] === file.etag ? reply.code(304).send() : reply.send(file.text)
  }
}

function fileAt(url: URL) {
  const text = readFileSync(url, 'utf8')
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

const typeOf = (name: string): string => (name.endsWith('.js') ? types.js : types.css)
