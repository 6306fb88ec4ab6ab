/** Under which names the service may be asked for: what keeps a page whose name was bound to this Mac anew from reading it. */
import { plainAddress } from './address.ts'

export interface OwnAddress {
  port: number
  /** Of this end of the connection; an IPv4 address may be written as IPv6. */
  localAddress: string
  /** `web.allowed_hosts`: a name, or a name with a port. A name alone stands for any port. */
  allowedHosts: readonly string[]
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const defaultPort = 80
/** Anything else in a Host header (a user, a path, blanks) is refused before it is compared. */
const hostForm = /^(?<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?$/

export function allowedHost(host: string | undefined, own: OwnAddress): boolean {
  const written = host?.toLowerCase() ?? ''
  const { name, port } = hostForm.exec(written)?.groups ?? {}
  if (name === undefined) return false
  if (own.allowedHosts.some((allowed) => [name, written].includes(allowed.toLowerCase()))) return true
  const names = [...loopbackNames, asHost(own.localAddress)]
  return names.includes(name) && Number(port ?? defaultPort) === own.port
}

/** An address as it stands in a URL. */
function asHost(address: string): string {
  const plain = plainAddress(address)
  return plain.includes(':') ? `[${plain}]` : plain
}
