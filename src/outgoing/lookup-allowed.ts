/** Resolves a name once, and lets the connection use only the addresses that were checked. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

export type Resolver = (hostname: string) => Promise<LookupAddress[]>

/**
 * Many servers listen on one kind of loopback address only, and some systems know only the other one under the name
 * `localhost`. So that name always stands for both; a connection is tried to each.
 */
export const askSystem: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  if (!/^(.+\.)?localhost$/i.test(hostname)) return found
  return [...found, ...loopback.filter(({ address }) => !found.some((one) => one.address === address))]
}

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

export interface AllowedLookup {
  /** Returns why an address may not be reached, or undefined when it may. */
  refusalOf(address: string): string | undefined
  /** Builds the error for a name without an allowed address. */
  refused(refusal: string): Error
  resolve: Resolver
}

/**
 * Returns a lookup for `connect` of node:net, which calls it for names and never for addresses. A different answer of
 * the resolver a moment later has no effect.
 */
export function lookupAllowed({ refusalOf, refused, resolve }: AllowedLookup): LookupFunction {
  const checked = async (hostname: string): Promise<LookupAddress[]> => {
    const found = await resolve(hostname)
    const allowed = found.filter(({ address }) => refusalOf(address) === undefined)
    if (allowed.length === 0) throw refused(refusalOf(found[0]?.address ?? '') ?? '')
    return allowed
  }
  return (hostname, { all }, done) => {
    checked(hostname).then(
      (addresses) => (all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family)),
      (error) => done(error, []),
    )
  }
}
