/**
 * state/web_address.json: where the web process of this folder really listens, and the key with which it proves to programs of
 * this Mac that it is that process. Only who may read this folder can know the key, which is made anew at each start.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, constants, readFileSync, rmSync, statSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { plainAddress } from '../domain/access/address.ts'
import { writeAtomically } from './atomic-file.ts'
import { openOwned } from './owned-file.ts'
import { isRunning } from './process-lock.ts'
import type { ServiceDir } from './service-dir.ts'

const WebAddress = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** An address of this Mac, never a name. */
  host: Type.String({ minLength: 1 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  key: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** The folder that it was written for: in a copy of that folder it means nothing. */
  folder: Type.String(),
})
export type WebAddress = Static<typeof WebAddress>

/** One end of a connection: the end of the server, as both ends know it. */
export interface SocketAddress {
  host: string
  port: number
}

export interface WebIdentity {
  /** Hexadecimal. `end` is the end of the connection that the question came by. */
  prove(nonce: string, end: SocketAddress): string
  /** Tells programs of this Mac where it listens. Throws when that cannot be written. */
  note(address: SocketAddress): void
  forget(): void
}

type Places = Pick<ServiceDir, 'base' | 'webAddressFile'>

const keyBytes = 32

export function webIdentity({ base, webAddressFile }: Places): WebIdentity {
  const key = randomBytes(keyBytes).toString('hex')
  return {
    prove: (nonce, end) => proofOf(key, nonce, end),
    note({ host, port }) {
      const address: WebAddress = { pid: process.pid, host, port, key, folder: identityOf(base) }
      writeAtomically(webAddressFile, `${JSON.stringify(address)}\n`)
    },
    forget: () => rmSync(webAddressFile, { force: true }),
  }
}

/** Undefined when no web process of this folder runs, as far as its file tells. Throws `unsafe_file`. */
export function readWebAddress({ base, webAddressFile }: Places): WebAddress | undefined {
  const address = parsed(readOwned(webAddressFile))
  if (!Value.Check(WebAddress, address)) return undefined
  return address.folder === identityOf(base) && isRunning(address.pid) ? address : undefined
}

/** The port that plugins and rules may not reach: where the web process really listens, or will by its settings. */
export function webPort(dir: Places, configured: number): number {
  try {
    return readWebAddress(dir)?.port ?? configured
  } catch {
    return configured
  }
}

export const newNonce = (): string => randomBytes(keyBytes).toString('hex')

/**
 * Whether the proof is that of the process which wrote the address. It names the server's end of the connection, so that
 * a program which listens elsewhere and passes the question on to that process gets a proof that fits another address.
 */
export function isProof({ key, host, port }: WebAddress, nonce: string, proof: unknown): boolean {
  const expected = Buffer.from(proofOf(key, nonce, { host, port }))
  const given = Buffer.from(typeof proof === 'string' ? proof : '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Begins with its purpose, although the key has no other. */
const proofOf = (key: string, nonce: string, { host, port }: SocketAddress): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(['web process', nonce, withoutZone(plainAddress(host)), port].join('\n'))
    .digest('hex')

/** The two ends may differ in whether they name the interface of a link-local address. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '')

function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  return `${dev}:${ino}`
}

function readOwned(path: string): string {
  let fd: number | undefined
  try {
    fd = openOwned(path, constants.O_RDONLY)
    return readFileSync(fd, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
