/** Derives from the listening address from where the page can be reached. */
import { isLoopback } from '../../../../src/domain/access/address.ts'

export interface Reach {
  /** `through` means that something such as a tunnel leads to this Mac under another name. */
  is: 'here' | 'through' | 'network'
  address: string
  names: readonly string[]
}

export function reachOf({ host, port }: { host: string; port: number }, allowedHosts: readonly string[]): Reach {
  const is = !isLoopback(host) ? 'network' : allowedHosts.length > 0 ? 'through' : 'here'
  return { is, address: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, names: allowedHosts }
}
