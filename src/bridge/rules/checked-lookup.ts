/** Looks the host of a URL up, and lets the connection go to nothing but the addresses that were checked. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { egressRefusal, literalAddress } from '../../domain/egress.ts'
import { ServiceError } from '../../domain/service-error.ts'

export interface Egress {
  /** Of the web process. */
  ownPort: number
  resolve?: Resolver
}

export type Resolver = (hostname: string) => Promise<LookupAddress[]>

const askSystem: Resolver = (hostname) => lookup(hostname, { all: true })

/** Throws, or answers with, `egress_refused`. A name is asked for once: another answer a moment later changes nothing. */
export function checkedLookup(url: URL, { ownPort, resolve = askSystem }: Egress): LookupFunction {
  const refusalOf = (address: string) => egressRefusal({ url, address, ownPort })
  // A connection to an address asks no lookup.
  const literal = literalAddress(url)
  const refusal = literal === undefined ? undefined : refusalOf(literal)
  if (refusal !== undefined) throw refused(url, refusal)

  const checked = async (hostname: string): Promise<LookupAddress[]> => {
    const found = await resolve(hostname)
    const allowed = found.filter(({ address }) => refusalOf(address) === undefined)
    if (allowed.length === 0) throw refused(url, refusalOf(found[0]?.address ?? '') ?? '')
    return allowed
  }
  return (hostname, { all }, done) => {
    checked(hostname).then(
      (addresses) => (all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family)),
      (error) => done(error, []),
    )
  }
}

/** The origin alone: what stands behind it in the URL of a webhook is often a secret. */
function refused({ origin }: URL, refusal: string): ServiceError {
  const reason = `${origin} ${refusal}`
  return new ServiceError('egress_refused', `The webhook is not posted: ${reason}.`, { reason })
}
