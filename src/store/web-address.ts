/**
 * Keeps state/web_address.json: the address at which the web process of this folder really listens, and the key with
 * which it proves to programs of this Mac that it is that process. Only a program that may read this folder can know
 * the key, which is made anew at each start.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { plainAddress } from '../domain/access/address.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'
import { isRunning } from './process-lock.ts'
import type { ServiceDir } from './service-dir.ts'

const WebAddress = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  /** An address of this Mac, never a name. */
  host: Type.String({ minLength: 1 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  key: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Identifies the folder that the file was written for: in a copy of that folder it is ignored. */
  folder: Type.String(),
})
export type WebAddress = Static<typeof WebAddress>

/** The server's end of a connection, as both ends know it. */
export interface SocketAddress {
  host: string
  port: number
}

export interface WebIdentity {
  /** Returns a hexadecimal proof. `end` is the server's end of the connection that the request came by. */
  prove(nonce: string, end: SocketAddress): string
  /** Publishes the address to programs of this Mac. Throws when it cannot be written. */
  note(address: SocketAddress): void
  forget(): void
}

type WebAddressFiles = Pick<ServiceDir, 'base' | 'webAddressFile'>

const keyBytes = 32

export function webIdentity({ base, webAddressFile }: WebAddressFiles): WebIdentity {
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

/** Returns undefined when no web process of this folder runs, as far as the file shows. Throws `unsafe_file`. */
export function readWebAddress({ base, webAddressFile }: WebAddressFiles): WebAddress | undefined {
  const address = parsed(String(readOwned(webAddressFile) ?? ''))
  if (!Value.Check(WebAddress, address)) return undefined
  return address.folder === identityOf(base) && isRunning(address.pid) ? address : undefined
}

/**
 * Returns the port that plugins and rules may not reach: where the web process really listens, or will listen according
 * to its settings.
 */
export function webPort(dir: WebAddressFiles, configured: number): number {
  try {
    return readWebAddress(dir)?.port ?? configured
  } catch {
    return configured
  }
}

export const newNonce = (): string => randomBytes(keyBytes).toString('hex')

/**
 * Checks that the proof comes from the process that wrote the address. The proof names the server's end of the
 * connection, so that a program which listens elsewhere and forwards the request to that process gets a proof that fits
 * another address.
 */
export function isProof({ key, host, port }: WebAddress, nonce: string, proof: unknown): boolean {
  const expected = Buffer.from(proofOf(key, nonce, { host, port }))
  const given = Buffer.from(typeof proof === 'string' ? proof : '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The signed text begins with its purpose, although the key has no other use. */
const proofOf = (key: string, nonce: string, { host, port }: SocketAddress): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(['web process', nonce, withoutZone(plainAddress(host)), port].join('\n'))
    .digest('hex')

/** Drops the zone, since the two ends may differ in whether they name the interface of a link-local address. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '')

function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  return `${dev}:${ino}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
