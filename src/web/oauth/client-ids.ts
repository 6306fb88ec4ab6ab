/**
 * Makes the id of a program that registers out of what it says of itself, sealed with our key (RFC 7591, A.5.2): nothing
 * is stored for strangers, so no flood of registrations fills anything or pushes anyone out.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject } from '../../base/json-object.ts'
import type { ClientMetadata } from '../../domain/oauth/client-metadata.ts'

const lifeMs = 365 * 86_400_000
const longestId = 6_000

export class ClientIds {
  readonly #key: Uint8Array
  readonly #nowMs: () => number

  constructor(installKey: Uint8Array, nowMs: () => number) {
    this.#key = installKey
    this.#nowMs = nowMs
  }

  idOf({ name, redirectUris }: ClientMetadata): string {
    const content = Buffer.from(JSON.stringify({ n: name, r: redirectUris, t: this.#nowMs() })).toString('base64url')
    return `${content}.${this.#sealOf(content)}`
  }

  /** Undefined for an id that we did not make, or that is a year old. */
  read(id: string): ClientMetadata | undefined {
    const [content = '', seal = ''] = id.length > longestId ? [] : id.split('.')
    const own = Buffer.from(this.#sealOf(content))
    const given = Buffer.from(seal)
    if (own.length !== given.length || !timingSafeEqual(own, given)) return undefined
    const read: unknown = JSON.parse(Buffer.from(content, 'base64url').toString())
    if (!isObject(read) || this.#nowMs() - Number(read.t) >= lifeMs) return undefined
    return { name: String(read.n), redirectUris: read.r as string[] }
  }

  #sealOf(content: string): string {
    return createHmac('sha256', this.#key).update(`oauth client ${content}`).digest('base64url')
  }
}
