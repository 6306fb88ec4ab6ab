/** Knows the address at which a process of this machine reaches the web process. */

/** A wildcard address is one to listen at, not one to connect to, so loopback takes its place. */
const atHome: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the address at which a process of this machine reaches a server that listens at `host`. */
export const ownHost = (host: string): string => atHome[host] ?? host

/** Returns the URL without a trailing slash. */
export function ownUrl({ host, port }: { host: string; port: number }): string {
  const name = ownHost(host)
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
