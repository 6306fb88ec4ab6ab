/** Whether a URL that the user wrote down may lead to an address: one's own network only where the URL itself names it. */
import { type AddressKind, addressKind } from './address-kind.ts'

export interface Destination {
  url: URL
  /** An address of the URL's host, as the resolver gave it. */
  address: string
  /** Of the web process. */
  ownPort: number
}

const neverReached: readonly AddressKind[] = ['link-local', 'multicast', 'reserved']
/** With whatever stands before them: names that only one's own network gives out. */
const ownNames = ['localhost', 'local', 'lan', 'home.arpa', 'internal']

/** Why not, as the end of a sentence about the URL; undefined where it may. */
export function egressRefusal({ url, address, ownPort }: Destination): string | undefined {
  const kind = addressKind(address)
  if (neverReached.includes(kind)) return `leads to a ${kind} address`
  if (kind === 'loopback' && portOf(url) === ownPort) return 'leads to this service itself'
  // Whoever owns a public name can let it point into this house, from one moment to the next.
  if (kind !== 'public' && !namesOwnPlace(url)) return `leads to a ${kind} address, which its name does not say`
  return undefined
}

/** The host of a URL, if it is an address: nobody is asked to resolve that. `URL` has read its odd forms already. */
export function literalAddress({ hostname }: URL): string | undefined {
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
