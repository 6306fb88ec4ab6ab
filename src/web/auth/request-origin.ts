/** Reads what a request says about its origin, before anything of what it wants. */
import type { FastifyRequest } from 'fastify'
import { isLoopback, plainAddress } from '../../domain/access/address.ts'
import type { RequestOrigin } from '../../domain/access/refusal.ts'

export function requestOriginOf({ raw, headers }: FastifyRequest): RequestOrigin {
  return {
    method: raw.method ?? '',
    target: raw.url ?? '',
    hosts: hostsIn(raw.rawHeaders),
    origin: headers.origin,
    fetchSite: joined(headers['sec-fetch-site']),
  }
}

/** Address of the other end of the connection. Headers of a proxy about who is behind it are ignored. */
export const addressOf = ({ raw }: Pick<FastifyRequest, 'raw'>): string => plainAddress(raw.socket.remoteAddress ?? '')

/**
 * Checks the host name as well, since through a proxy or a tunnel the other end is this Mac but the requested name is
 * another.
 */
export const isHere = (request: FastifyRequest): boolean =>
  isLoopback(addressOf(request)) &&
  isLoopback(new URL(`http://${request.headers.host}`).hostname.replace(/^\[|\]$/g, ''))

/**
 * The browser's name, and whether it spoke to us through TLS: only its Origin shows that, and the guard has checked it.
 */
export const browserOf = ({ headers }: FastifyRequest) => ({
  name: headers['user-agent'] ?? '',
  isSecure: headers.origin?.startsWith('https://') === true,
})

/** Reads raw headers, since Node silently keeps only the first of several. */
const hostsIn = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1)

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value
