/** Looks the host of a rule's URL up, and lets the connection go to nothing but the addresses that were checked. */
import type { LookupFunction } from 'node:net'
import { egressRefusal, literalAddress } from '../../domain/egress.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { askSystem, lookupAllowed, type Resolver } from '../../plugins/egress/lookup-allowed.ts'

export interface Egress {
  /** Of the web process. */
  ownPort: number
  resolve?: Resolver
}

/** Throws, or answers with, `egress_refused`. */
export function checkedLookup(url: URL, { ownPort, resolve = askSystem }: Egress): LookupFunction {
  const refusalOf = (address: string) => egressRefusal({ url, address, ownPort })
  // A connection to an address asks no lookup.
  const literal = literalAddress(url)
  const refusal = literal === undefined ? undefined : refusalOf(literal)
  if (refusal !== undefined) throw refused(url, refusal)
  return lookupAllowed({ refusalOf, refused: (why) => refused(url, why), resolve })
}

/** The origin alone: what stands behind it in the URL of a webhook is often a secret. */
function refused({ origin }: URL, refusal: string): ServiceError {
  const reason = `${origin} ${refusal}`
  return new ServiceError('egress_refused', `The webhook is not posted: ${reason}.`, { reason })
}
