/**
 * Decides which push services may be reached. Their addresses come from clients, so they lead to public names over
 * https only: neither into the local network nor to this Mac.
 */
import { addressKind } from '../address-kind.ts'
import { namesOwnNetwork } from '../egress.ts'

export interface PushReach {
  /** Returns why an endpoint is refused, as the end of a sentence about it; undefined where it is accepted. */
  refusalOfEndpoint(url: URL): string | undefined
  /** The same for an address of its host, as the resolver returned it. */
  refusalOfAddress(address: string): string | undefined
}

export const publicReach: PushReach = {
  refusalOfEndpoint(url) {
    if (url.protocol !== 'https:') return 'is not https'
    if (url.username !== '' || url.password !== '') return 'contains a user name'
    if (url.port !== '') return 'contains a port'
    return namesOwnNetwork(url) ? 'is not a public name' : undefined
  },
  refusalOfAddress(address) {
    const kind = addressKind(address)
    return kind === 'public' ? undefined : `leads to a ${kind} address`
  },
}
