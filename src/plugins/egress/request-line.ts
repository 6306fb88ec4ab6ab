/**
 * Writes and reads the first line on each connection to an egress socket: the plugin's process writes `host:port` and a
 * newline, and gets `ok` and the address, or `no`, a code and the reason. The bytes of the connection itself follow.
 */
import type { Socket } from 'node:net'
import { canonicalHost, type HostPort } from '../../domain/permitted-hosts.ts'

export const longestLine = 300

/** Returns undefined for anything that is not exactly in this form. */
export function requestedHost(line: string): HostPort | undefined {
  const [, written = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^:\s]+):([1-9]\d{0,4})$/i.exec(line) ?? []
  const host = canonicalHost(written)
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) }
}

export const requestLine = ({ host, port }: HostPort): string =>
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

/**
 * Reads the first line from a connection and leaves everything behind it to be read. Calls back once: with the line, or with undefined when it is too long or the other side ends before it is complete.
 */
export function firstLine(socket: Socket, longest: number, done: (line: string | undefined) => void): void {
  let taken: Buffer = Buffer.alloc(0)
  const finish = (line: string | undefined): void => {
    socket.off('data', take).off('close', lost).off('end', lost)
    done(line)
  }
  const lost = (): void => finish(undefined)
  const take = (chunk: Buffer): void => {
    taken = taken.length === 0 ? chunk : Buffer.concat([taken, chunk])
    const end = taken.indexOf(0x0a)
    if (end < 0 && taken.length <= longest) return
    socket.pause()
    if (end >= 0 && end + 1 < taken.length) socket.unshift(taken.subarray(end + 1))
    finish(end < 0 || end > longest ? undefined : taken.toString('utf8', 0, end))
  }
  socket.on('data', take).on('close', lost).on('end', lost)
}
