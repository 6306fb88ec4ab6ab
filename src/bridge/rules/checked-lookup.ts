/** Looks up the host of a rule's URL, and lets the connection reach only the addresses that were checked. */
import type { LookupFunction } from 'node:net'
import { egressRefusal, literalAddress } from '../../domain/egress.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { askSystem, lookupAllowed, type Resolver } from '../../outgoing/lookup-allowed.ts'

export interface Egress {
  /** The port of the web process. */
  ownPort: number
  resolve?: Resolver
}

/** Throws `egress_refused`, or passes it to the callback. */
export function checkedLookup(url: URL, { ownPort, resolve = askSystem }: Egress): LookupFunction {
  const refusalOf = (address: string) => egressRefusal({ url, address, ownPort })
  // A connection to a literal address makes no lookup, so it is checked here.
  const literal = literalAddress(url)
  const refusal = literal === undefined ? undefined : refusalOf(literal)
  if (refusal !== undefined) throw refused(url, refusal)
  return lookupAllowed({ refusalOf, refused: (why) => refused(url, why), resolve })
}

/** Names only the origin, since the rest of a webhook's URL is often a secret. */
function refused({ origin }: URL, refusal: string): ServiceError {
  const reason = `${origin} ${refusal}`
  return new ServiceError('egress_refused', `The webhook is not posted: ${reason}.`, { reason })
}
