/** Normalises and classifies addresses as sockets and settings write them. */

/** Strips the IPv6 prefix, since a dual-stack socket writes IPv4 addresses as IPv6. */
export const plainAddress = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '')

/** Whether only this Mac can be at the other end of a connection to the address, or listen there. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || plain === 'localhost' || /^127(\.\d{1,3}){3}$/.test(plain)
}
