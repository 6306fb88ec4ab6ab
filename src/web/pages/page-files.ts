/** Serves the files of the built page, whole or compressed, and reads each once. No other files are served. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { RequestContext } from '../handler.ts'

export interface PageFiles {
  has(name: string): boolean
  /** Returns the text of a file that exists. */
  text(name: string): string
  /** Sends a file that exists. */
  send(name: string, context: Pick<RequestContext, 'request' | 'reply'>): FastifyReply
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

interface File {
  bytes: Buffer
  packed: Buffer | undefined
  headers: Record<string, string>
}

interface Files {
  /** The files that may be requested; by default every file of the build. */
  given?: readonly string[]
  /** Returns what is sent in the place of an HTML document of the build. */
  changeDocument?: (html: string) => string
}

export function filesIn(folder: URL, { given = namesIn(folder), changeDocument }: Files = {}): PageFiles {
  const names = new Set(given)
  const read = new Map<string, File>()
  function fileOf(name: string): File {
    const file = read.get(name) ?? fileAt(folder, name, changeDocument)
    read.set(name, file)
    return file
  }
  return {
    has: (name) => names.has(name),
    text: (name) => fileOf(name).bytes.toString(),
    send(name, { request, reply }) {
      const file = fileOf(name)
      reply.headers(file.headers)
      if (request.headers['if-none-match'] === file.headers.etag) return reply.code(304).send()
      if (file.packed === undefined || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
        return reply.send(file.bytes)
      return reply.header('content-encoding', 'gzip').send(file.packed)
    },
  }
}

/** Skips names that begin with a dot: they are about the build. */
function namesIn(folder: URL): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => !name.startsWith('.') && extname(name) in types)
}

function fileAt(folder: URL, name: string, changeDocument: Files['changeDocument']): File {
  const written = readFileSync(new URL(name, folder))
  const bytes =
    changeDocument === undefined || extname(name) !== '.html'
      ? written
      : Buffer.from(changeDocument(written.toString()))
  const type = types[extname(name)] ?? 'application/octet-stream'
  // The names of assets contain a hash of their content.
  const keep = name.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-cache'
  return {
    bytes,
    packed: type.startsWith('image/png') ? undefined : gzipSync(bytes, { level: 9 }),
    headers: { etag: etagOf(bytes), 'cache-control': keep, 'content-type': type, vary: 'accept-encoding' },
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
