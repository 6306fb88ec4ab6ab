/**
 * The first line on each connection to an egress socket: the plugin's process writes `host:port` and a newline, and
 * gets `ok` and the address, or `no`, a code and the reason. The bytes of the connection itself follow.
 */
import { canonicalHost, type Place } from '../../domain/egress-places.ts'

export const longestLine = 300

/** Returns undefined for anything that is not exactly in this form. */
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
  /** An error code of node:net, so that packages understand it. */
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
