/** Names without a resolver: each gets an address that leads nowhere, and is recognised again when it is connected to. */

/** Kept free of real hosts by RFC 2544. */
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

/** The host as it is to be asked for at the door. */
export const hostBehind = (host: string): string => nameOf.get(host) ?? host
