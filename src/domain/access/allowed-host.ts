/**
 * Decides which Host names the service accepts. This stops DNS rebinding: a page whose name was rebound to this Mac
 * cannot read it.
 */
import { plainAddress } from './address.ts'

export interface OwnAddress {
  port: number
  /** The address of this end of the connection; an IPv4 address may be written as IPv6. */
  localAddress: string
  /** `web.allowed_hosts`: each is a name, or a name with a port. A name without a port allows any port. */
  allowedHosts: readonly string[]
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const defaultPort = 80
/** A Host header that contains anything else (a user, a path, blanks) is refused before it is compared. */
const hostForm = /^(?<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?$/

export function allowedHost(host: string | undefined, own: OwnAddress): boolean {
  const written = host?.toLowerCase() ?? ''
  const { name, port } = hostForm.exec(written)?.groups ?? {}
  if (name === undefined) return false
  if (own.allowedHosts.some((allowed) => [name, written].includes(allowed.toLowerCase()))) return true
  const names = [...loopbackNames, asHost(own.localAddress)]
  return names.includes(name) && Number(port ?? defaultPort) === own.port
}

/** Writes an address the way a URL does. */
function asHost(address: string): string {
  const plain = plainAddress(address)
  return plain.includes(':') ? `[${plain}]` : plain
}
