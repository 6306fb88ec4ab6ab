/** Addresses as sockets and settings name them. */

/** A socket for both kinds writes IPv4 addresses as IPv6. */
export const plainAddress = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '')

/** Whether only this Mac can be at the other end, or listen there. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || plain === 'localhost' || /^127(\.\d{1,3}){3}$/.test(plain)
}
