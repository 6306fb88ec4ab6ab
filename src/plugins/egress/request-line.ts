/**
 * What a plugin's process writes first on each connection to its door, `host:port` and a newline, and what it is answered with:
 * `ok` and the address, or `no`, a code and the reason. Then come the bytes of the connection itself.
 */
import { canonicalHost, type Place } from '../../domain/egress-places.ts'

export const longestLine = 300

/** Undefined for anything that is not exactly that. */
export function requestedPlace(line: string): Place | undefined {
  const [, written = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^:\s]+):([1-9]\d{0,4})$/i.exec(line) ?? []
  const host = canonicalHost(written)
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) }
}

export const requestLine = ({ host, port }: Place): string =>
  `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}\n`

export const acceptance = (address: string): string => `ok ${address}\n`

export const refusal = ({ code, reason }: Refusal): string => `no ${code} ${reason}\n`

export interface Refusal {
  /** As of node:net, so that packages understand it. */
  code: string
  reason: string
}

export type Reply = { address: string } | Refusal

export function parseReply(line: string): Reply {
  const [, address] = /^ok (\S+)$/.exec(line) ?? []
  if (address !== undefined) return { address }
  const [, code = 'ECONNRESET', reason = 'the way out is closed'] = /^no (\S+) (.*)$/.exec(line) ?? []
  return { code, reason }
}
