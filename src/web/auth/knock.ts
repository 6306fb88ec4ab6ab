/** What a request says about where it comes from, before anyone asks what it wants. */
import type { FastifyRequest } from 'fastify'
import { isLoopback, plainAddress } from '../../domain/access/address.ts'
import type { Knock } from '../../domain/access/refusal.ts'

export function knockOf({ raw, headers }: FastifyRequest): Knock {
  return {
    method: raw.method ?? '',
    target: raw.url ?? '',
    hosts: hostsIn(raw.rawHeaders),
    origin: headers.origin,
    fetchSite: joined(headers['sec-fetch-site']),
  }
}

/** Of the other end. What a proxy says about who is behind it counts for nothing. */
export const addressOf = ({ raw }: FastifyRequest): string => plainAddress(raw.socket.remoteAddress ?? '')

/** Through a proxy or a tunnel the other end is this Mac, too, but the name that was asked for is another. */
export const isHere = (request: FastifyRequest): boolean =>
  isLoopback(addressOf(request)) &&
  isLoopback(new URL(`http://${request.headers.host}`).hostname.replace(/^\[|\]$/g, ''))

/** What the browser calls itself, and whether it spoke to us through TLS; only its Origin tells, and the guard has seen that. */
export const browserOf = ({ headers }: FastifyRequest) => ({
  name: headers['user-agent'] ?? '',
  isSecure: headers.origin?.startsWith('https://') === true,
})

/** Node keeps the first of several and tells nobody. */
const hostsIn = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1)

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value
