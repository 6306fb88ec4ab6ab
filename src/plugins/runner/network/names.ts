/**
 * Resolves names without a resolver: each name gets an address that leads nowhere, and is recognised by that address
 * when a plugin connects to it.
 */

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
