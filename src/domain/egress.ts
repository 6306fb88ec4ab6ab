/** Whether an address may be reached: by a URL that the user wrote down, or by a plugin at a place of its own. */
import { type AddressKind, addressKind } from './address-kind.ts'
import type { Claim } from './egress-places.ts'

/** What a connection would lead to. */
interface Target {
  /** As the resolver gave it. */
  address: string
  port: number
  /** Of the web process. */
  ownPort: number
  /** Whether the address is one of this machine's own: what listens on all of them can be reached by any. */
  isOwn?: boolean
}

export interface Destination {
  url: URL
  /** An address of the URL's host, as the resolver gave it. */
  address: string
  /** Of the web process. */
  ownPort: number
}

const neverReached: readonly AddressKind[] = ['link-local', 'multicast', 'reserved', 'metadata']
/** With whatever stands before them: names that only one's own network gives out. */
const ownNames = ['localhost', 'local', 'lan', 'home.arpa', 'internal']

/** Why not, as the end of a sentence about the URL; undefined where it may: one's own network only where the URL names it. */
export function egressRefusal({ url, address, ownPort }: Destination): string | undefined {
  const refusal = refusalForAnyone({ address, port: portOf(url), ownPort })
  if (refusal !== undefined) return refusal
  const kind = addressKind(address)
  // Whoever owns a public name can let it point into this house, from one moment to the next.
  if (kind !== 'public' && !namesOwnPlace(url)) return `leads to a ${kind} address, which its name does not say`
  return undefined
}

/** The same for a place of a plugin: only the user can send it into this house. */
export function placeRefusal(claim: Claim, target: Target): string | undefined {
  const refusal = refusalForAnyone(target)
  if (refusal !== undefined) return refusal
  const kind = addressKind(target.address)
  if (kind !== 'public' && claim === 'declared')
    return `leads to a ${kind} address, where only the user may send a plugin`
  return undefined
}

function refusalForAnyone({ address, port, ownPort, isOwn = false }: Target): string | undefined {
  const kind = addressKind(address)
  if (neverReached.includes(kind)) return `leads to a ${kind} address`
  if ((kind === 'loopback' || isOwn) && port === ownPort) return 'leads to this service itself'
  return undefined
}

/** The host of a URL, if it is an address: nobody is asked to resolve that. `URL` has read its odd forms already. */
export function literalAddress({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return /^\d+(\.\d+){3}$/.test(hostname) ? hostname : undefined
}

function namesOwnPlace(url: URL): boolean {
  if (literalAddress(url) !== undefined) return true
  const name = url.hostname.replace(/\.$/, '')
  return !name.includes('.') || ownNames.some((own) => name === own || name.endsWith(`.${own}`))
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? defaultPort(protocol) : Number(port))
const defaultPort = (protocol: string): number => (protocol === 'https:' ? 443 : 80)
