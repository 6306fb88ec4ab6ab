/** Finds the address of the page after the web process restarts with another host or port. */

interface ListenAddress {
  host: string
  port: number
}

interface PageAddress {
  protocol: string
  hostname: string
  port: string
}

const loopbacks = ['127.0.0.1', '::1', '[::1]', 'localhost']
const everywhere = ['0.0.0.0', '::']

/**
 * Returns undefined when the address stays the same or cannot be known: behind a tunnel, the address is the tunnel's.
 */
export function addressAfter({ host, port }: ListenAddress, here: PageAddress): string | undefined {
  if (here.protocol !== 'http:' || port === 0) return undefined
  const isSameHost = everywhere.includes(host) || (loopbacks.includes(host) && loopbacks.includes(here.hostname))
  const hostname = isSameHost ? here.hostname : host.includes(':') ? `[${host}]` : host
  const before = new URL(`http://${here.hostname}:${here.port || '80'}`)
  const after = new URL(`http://${hostname}:${port}`)
  return after.origin === before.origin ? undefined : after.origin
}
