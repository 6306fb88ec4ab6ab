/** Normalises and classifies addresses as sockets and settings write them. */

/** Strips the IPv6 prefix, since a dual-stack socket writes IPv4 addresses as IPv6. */
export const plainAddress = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '')

/** Returns the host of a URL without the brackets that it has around an IPv6 address. */
export const hostIn = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '')

/** Whether only this Mac can be at the other end of a connection to the address, or listen there. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || plain === 'localhost' || /^127(\.\d{1,3}){3}$/.test(plain)
}
