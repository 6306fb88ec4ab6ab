/** Reads what a request says about its origin, before anything of what it wants. */
import type { FastifyRequest } from 'fastify'
import { hostIn, isLoopback, plainAddress } from '../../domain/access/address.ts'
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
 * Whether somebody at this Mac asks. A tunnel or a proxy on it asks for others: then the other end is this Mac, but the
 * requested name is another, or a header says that the request was passed on.
 */
export const isHere = (request: FastifyRequest): boolean =>
  isLoopback(addressOf(request)) && isLoopback(nameAsked(request)) && !isPassedOn(request)

function nameAsked({ headers }: FastifyRequest): string {
  const url = URL.parse(`http://${headers.host}`)
  return url === null ? '' : hostIn(url)
}

/** Headers that proxies add, and tunnels also where they put our own name in place of theirs. */
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'cf-connecting-ip'] as const

const isPassedOn = ({ headers }: FastifyRequest): boolean => ofProxies.some((name) => headers[name] !== undefined)

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
