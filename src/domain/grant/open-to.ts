/** Decides whether an endpoint is open to a caller with a grant at all. */
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Grant } from '../../contract/grant.ts'
import { ServiceError } from '../service-error.ts'

/** Throws `forbidden`. What the endpoint is about plays no part, so that nothing can be learned from it. */
export function requireOpenTo({ grant }: { grant: Grant | null }, limited: Endpoint['limited']): void {
  if (grant !== null && limited === 'refused') throw onlyWithoutLimits()
}

/** Says what whoever runs the service can do about it. */
export const onlyWithoutLimits = (): ServiceError =>
  new ServiceError(
    'forbidden',
    'This needs a key that is not limited to a part of the messages. Whoever runs the service can remove the limits of this key, or make another.',
    { missing: 'a key without a grant' },
  )
