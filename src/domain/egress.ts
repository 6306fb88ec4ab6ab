/** Decides whether an address may be reached: by a URL that the user wrote, or by a plugin at one of its hosts. */
import { type AddressKind, addressKind } from './address-kind.ts'
import type { Claim } from './permitted-hosts.ts'

/** The endpoint that a connection would reach. */
interface Target {
  /** The address as the resolver returned it. */
  address: string
  port: number
  /** The port of the web process. */
  ownPort: number
  /**
   * Whether the address belongs to this machine: a server that listens on all addresses is reachable through any of
   * them.
   */
  isOwn?: boolean
}

export interface Destination {
  url: URL
  /** An address of the URL's host, as the resolver returned it. */
  address: string
  /** The port of the web process. */
  ownPort: number
}

const neverReached: readonly AddressKind[] = ['link-local', 'multicast', 'reserved', 'metadata']
/** Names that only a local network assigns, with any labels before them. */
const ownNames = ['localhost', 'local', 'lan', 'home.arpa', 'internal']

/**
 * Returns why the URL may not be reached, as the end of a sentence about it; undefined where it may be. The local
 * network may be reached only where the URL names it.
 */
export function egressRefusal({ url, address, ownPort }: Destination): string | undefined {
  const refusal = refusalForAnyone({ address, port: portOf(url), ownPort })
  if (refusal !== undefined) return refusal
  const kind = addressKind(address)
  // The owner of a public name can point it into the local network at any moment.
  if (kind !== 'public' && !namesOwnNetwork(url)) return `leads to a ${kind} address, which its name does not say`
  return undefined
}

/** Decides the same for a host of a plugin: only the user can open the local network to it. */
export function hostRefusal(claim: Claim, target: Target): string | undefined {
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

/**
 * Returns the host of a URL if it is an address, which needs no resolver. `URL` has already normalised unusual
 * notations.
 */
export function literalAddress({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return /^\d+(\.\d+){3}$/.test(hostname) ? hostname : undefined
}

/** Whether the URL names its host as only a local network can: by an address, or by a name that is valid there only. */
export function namesOwnNetwork(url: URL): boolean {
  if (literalAddress(url) !== undefined) return true
  const name = url.hostname.replace(/\.$/, '')
  return !name.includes('.') || ownNames.some((own) => name === own || name.endsWith(`.${own}`))
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? defaultPort(protocol) : Number(port))
const defaultPort = (protocol: string): number => (protocol === 'https:' ? 443 : 80)
