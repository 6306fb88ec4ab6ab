/** Keeps authorization codes in memory: each is worth one exchange within two minutes, and a second use is noticed. */
import { createHash, randomBytes } from 'node:crypto'
import type { Grant } from '../../contract/grant.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { AuthorizationRequest } from '../../domain/oauth/authorization-request.ts'

/** The permissions that the owner chose for the key of the program. */
export interface Choice {
  scopes: readonly Scope[]
  grant: Grant | null
  /** Null for never. */
  expiresAt: string | null
}

/** The access that the owner allowed. */
export interface Allowed {
  request: AuthorizationRequest
  choice: Choice
  /** The actor who allowed it, as the audit log names it. */
  principal: string
}

interface Kept extends Allowed {
  untilMs: number
  /** The key that was made for it. */
  keyId?: string
}

const lifeMs = 120_000
const rememberedMs = 600_000
const mostCodes = 100

export class AuthorizationCodes {
  readonly #nowMs: () => number
  readonly #kept = new Map<string, Kept>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  add(allowed: Allowed): string {
    for (const [hash, { untilMs }] of this.#kept) if (this.#nowMs() >= untilMs + rememberedMs) this.#kept.delete(hash)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= mostCodes && oldest !== undefined) this.#kept.delete(oldest)
    const code = randomBytes(32).toString('base64url')
    this.#kept.set(hashOf(code), { ...allowed, untilMs: this.#nowMs() + lifeMs })
    return code
  }

  find(code: string): { is: 'valid'; allowed: Allowed } | { is: 'used'; keyId: string } | { is: 'unknown' } {
    const kept = this.#kept.get(hashOf(code))
    if (kept?.keyId !== undefined) return { is: 'used', keyId: kept.keyId }
    return kept === undefined || this.#nowMs() >= kept.untilMs ? { is: 'unknown' } : { is: 'valid', allowed: kept }
  }

  use(code: string, keyId: string): void {
    const kept = this.#kept.get(hashOf(code))
    if (kept !== undefined) kept.keyId = keyId
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
