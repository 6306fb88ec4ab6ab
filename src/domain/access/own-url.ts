/** Under which address a process of this machine asks the web process. */

/** What listens everywhere is nowhere to be asked under that name. */
const atHome: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Under which address a process of this machine reaches what listens at `host`. */
export const ownHost = (host: string): string => atHome[host] ?? host

/** Without a slash at its end. */
export function ownUrl({ host, port }: { host: string; port: number }): string {
  const name = ownHost(host)
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
