/** Decides under which address a caller reaches the service, for the addresses that it is told. */

interface Reached {
  /** The Host header, which was checked. */
  host: string
  /** The port that the service listens at. */
  port: number
  /** The headers in which a tunnel describes the connection to it; they decide about nothing but these addresses. */
  forwardedProto: string | undefined
}

/** A name without our port is that of a tunnel, which speaks TLS. */
export function ownOrigin({ host, port, forwardedProto }: Reached): string {
  const { hostname, port: named } = new URL(`http://${host}`)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const scheme = isLoopback || Number(named) === port ? 'http' : 'https'
  return `${forwardedProto === 'http' || forwardedProto === 'https' ? forwardedProto : scheme}://${host}`
}
