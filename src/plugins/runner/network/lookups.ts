/**
 * Patches node:dns, because no resolver exists in the OS sandbox and none is needed: each name gets an address that leads
 * nowhere, and is recognised by that address when a plugin connects to it.
 */
import { isIP } from 'node:net'
import { noWay } from './connections.ts'

type Callback = (error: Error | null, ...answer: unknown[]) => void

/** Methods of node:dns that look up anything other than IPv4 addresses; they fail with the reason. */
const others = ['Any', 'Caa', 'Cname', 'Mx', 'Naptr', 'Ns', 'Ptr', 'Soa', 'Srv', 'Tlsa', 'Txt', '6'].map(
  (kind) => `resolve${kind}`,
)

export function patchLookups(dns: typeof import('node:dns'), isOpen: boolean): void {
  const lookup = (name: string, options: { all?: boolean; family?: number | string }) => {
    const own = isIP(name)
    if (own === 0 && (!isOpen || options.family === 6)) throw notFound(name)
    const found = own === 0 ? { address: addressFor(name), family: 4 } : { address: name, family: own }
    return options.all ? [found] : found
  }
  const addresses = (name: string): string[] => {
    if (!isOpen) throw notFound(name)
    return [addressFor(name)]
  }
  const unknown = (name: string): never => {
    throw notFound(name)
  }
  const promised = {
    lookup: async (name: string, options: number | object = {}) => lookup(name, familyIn(options)),
    resolve4: async (name: string) => addresses(name),
    resolve: async (name: string, kind = 'A') => (kind === 'A' ? addresses(name) : unknown(name)),
    reverse: async (address: string) => unknown(address),
    ...Object.fromEntries(others.map((method) => [method, async (name: string) => unknown(name)])),
  }
  for (const target of [dns.promises, dns.promises.Resolver.prototype]) Object.assign(target, promised)
  const calledBack = Object.fromEntries(Object.entries(promised).map(([method, ask]) => [method, withCallback(ask)]))
  for (const target of [dns, dns.Resolver.prototype]) Object.assign(target, calledBack)
}

const familyIn = (options: number | object) => (typeof options === 'number' ? { family: options } : options)

function withCallback(ask: (name: string, options?: never) => Promise<unknown>) {
  return (name: string, ...rest: unknown[]): void => {
    const done = rest.at(-1) as Callback
    const [options] = rest.length > 1 ? rest : []
    ask(name, options as never).then(
      // `lookup` of one address calls back with two values.
      (found) => (isOne(found) ? done(null, found.address, found.family) : done(null, found)),
      (error: Error) => done(error),
    )
  }
}

const isOne = (found: unknown): found is { address: string; family: number } =>
  typeof found === 'object' && found !== null && 'address' in found

const notFound = (name: string): Error =>
  Object.assign(noWay(`Looking up ${name} this way`), { code: 'ENOTFOUND', hostname: name })

/** The range that RFC 2544 keeps free of real hosts. */
const firstTwo = '198.18'
const mostNames = 65_536

const nameOf = new Map<string, string>()
const addressOf = new Map<string, string>()

export function addressFor(name: string): string {
  const known = addressOf.get(name)
  if (known !== undefined) return known
  const number = addressOf.size % mostNames
  const address = `${firstTwo}.${number >> 8}.${number & 0xff}`
  nameOf.set(address, name)
  addressOf.set(name, address)
  return address
}

/** Returns the host to request at the egress socket. */
export const hostBehind = (host: string): string => nameOf.get(host) ?? host
