/**
 * Hashes passwords as PHC strings: argon2id, or scrypt where Node has no argon2. Verifies both wherever that is
 * possible.
 */
import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { isTooLong, normalisedPassword } from '../../domain/access/password-strength.ts'

type Algorithm = 'argon2id' | 'scrypt'

interface Hashing {
  algorithm: Algorithm
  /** The costs as the string writes them: m, t, p or ln, r, p. */
  costs: Readonly<Record<string, number>>
  salt: Buffer
  bytes: number
}

const wanted: Readonly<Record<Algorithm, Readonly<Record<string, number>>>> = {
  argon2id: { m: 65_536, t: 3, p: 1 },
  scrypt: { ln: 17, r: 8, p: 1 },
}
/** A string with higher costs is not one of ours; it would only use memory. */
const highestCost: Readonly<Record<string, number>> = { m: 1_048_576, t: 10, ln: 18, r: 16, p: 16 }
const saltBytes = 16
const hashBytes = 32
const argon2Version = 19
const form = /^\$(argon2id|scrypt)\$(?:v=19\$)?([a-z0-9,=]+)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** Node has argon2 since version 24.7. */
const hasArgon2 = typeof crypto.argon2 === 'function'
const preferred: Algorithm = hasArgon2 ? 'argon2id' : 'scrypt'

export async function hashPassword(password: string, algorithm: Algorithm = preferred): Promise<string> {
  const hashing = { algorithm, costs: wanted[algorithm], salt: crypto.randomBytes(saltBytes), bytes: hashBytes }
  const hash = await derive(password, hashing)
  const version = algorithm === 'argon2id' ? `$v=${argon2Version}` : ''
  const costs = Object.entries(hashing.costs).map(([name, cost]) => `${name}=${cost}`)
  return `$${algorithm}${version}$${costs.join(',')}$${unpadded(hashing.salt)}$${unpadded(hash)}`
}

/** Returns false for a string that cannot be read, after the same time. Undefined means that no password is set. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const known = phc === undefined ? undefined : readPhc(phc)
  const { hash, ...hashing } = known ?? stranger()
  if (isTooLong(password)) return false
  const derived = await derive(password, hashing)
  return crypto.timingSafeEqual(derived, hash) && known !== undefined
}

/** Whether passwords can be verified against this string on this machine. */
export const isReadable = (phc: string): boolean => readPhc(phc) !== undefined

function readPhc(phc: string): (Hashing & { hash: Buffer }) | undefined {
  const [, name, written = '', salt = '', hash = ''] = form.exec(phc) ?? []
  if (name === undefined || (name === 'argon2id' && !hasArgon2)) return undefined
  const algorithm = name as Algorithm
  const costs = Object.fromEntries(written.split(',').map((cost) => cost.split('='))) as Record<string, string>
  const numbers = Object.keys(wanted[algorithm]).map((cost): [string, number] => [cost, Number(costs[cost])])
  if (numbers.some(([cost, number]) => !(number >= 1 && number <= (highestCost[cost] ?? 0)))) return undefined
  const bytes = Buffer.from(hash, 'base64')
  return {
    algorithm,
    costs: Object.fromEntries(numbers),
    salt: Buffer.from(salt, 'base64'),
    hash: bytes,
    bytes: bytes.length,
  }
}

/** Returns a hash to compare with where there is none, so that a guess takes as long as a real check. */
const stranger = (): Hashing & { hash: Buffer } => ({
  algorithm: preferred,
  costs: wanted[preferred],
  salt: crypto.randomBytes(saltBytes),
  bytes: hashBytes,
  hash: crypto.randomBytes(hashBytes),
})

function derive(password: string, { algorithm, costs, salt, bytes }: Hashing): Promise<Buffer> {
  const message = normalisedPassword(password)
  const cost = (name: string) => costs[name] ?? 1
  if (algorithm === 'argon2id') {
    const passes = { memory: cost('m'), passes: cost('t'), parallelism: cost('p') }
    return promisify(crypto.argon2)(algorithm, { message, nonce: salt, tagLength: bytes, ...passes })
  }
  const [N, r, p] = [2 ** cost('ln'), cost('r'), cost('p')]
  return promisify<crypto.BinaryLike, crypto.BinaryLike, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)(
    message,
    salt,
    bytes,
    // Exactly what scrypt needs, by RFC 7914 as OpenSSL counts it.
    { N, r, p, maxmem: 128 * r * (N + p + 2) },
  )
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
