/**
 * Keeps state/oauth_tokens.json: the tokens by which programs that were allowed in by OAuth use their API key. It holds
 * hashes only. A token is worth nothing without its key in config.json, which says what the program may do.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { newSecretOf } from './api-keys.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Connection = Type.Object({
  key_id: Type.String(),
  client_sha256: Hash,
  access_sha256: Hash,
  access_expires_ms: Type.Number(),
  refresh_sha256: Hash,
  /** The refresh token before this one. */
  previous_sha256: Type.Union([Hash, Type.Null()]),
  /** Whether the tokens were ever presented: until then their answer may have been lost. */
  is_used: Type.Boolean(),
})
type Connection = Static<typeof Connection>
const Kept = Type.Object({ connections: Type.Array(Connection) })

export interface TokenPair {
  access: string
  refresh: string
  expiresInS: number
}

export type Refreshed =
  | { is: 'refreshed'; keyId: string; tokens: TokenPair }
  | { is: 'replayed'; keyId: string }
  | { is: 'unknown' }

interface OAuthTokensOptions {
  path: string
  installKey: Uint8Array
  nowMs(): number
}

const accessLifeMs = 3_600_000
const refreshForm = /^svr_(?<id>[0-9a-f]{8})(?<secret>[0-9a-f]{48})(?<mac>[0-9a-f]{32})$/

/** Only the web process opens it, so the file is read once, when a token is first presented. */
export class OAuthTokens {
  readonly #options: OAuthTokensOptions
  #connections: readonly Connection[] | undefined

  constructor(options: OAuthTokensOptions) {
    this.#options = options
  }

  /** `keys` are the ids of the keys that exist: tokens of any other are forgotten. */
  issue(keyId: string, clientId: string, keys: readonly string[]): TokenPair {
    const { tokens, connection } = this.#newTokens(keyId, sha256(clientId), null)
    this.#write([...this.#read().filter((each) => keys.includes(each.key_id) && each.key_id !== keyId), connection])
    return tokens
  }

  isAccessToken(keyId: string, secretSha256: string): boolean {
    const found = this.#read().find(({ key_id }) => key_id === keyId)
    if (found === undefined || found.access_sha256 !== secretSha256) return false
    if (this.#options.nowMs() >= found.access_expires_ms) return false
    if (!found.is_used) this.#markUsed(found)
    return true
  }

  /**
   * Replaces both tokens. The token before the newest one is accepted as long as the newest ones were never used, since
   * their answer was lost then. Any other earlier token was stolen, or its successor was.
   */
  refresh(presented: string, clientId: string): Refreshed {
    const keyId = this.#keyOfRefreshToken(presented)
    const found = this.#read().find(({ key_id }) => key_id === keyId)
    if (keyId === undefined || found === undefined || found.client_sha256 !== sha256(clientId)) return { is: 'unknown' }
    const hash = sha256(presented)
    const isLost = hash === found.previous_sha256 && !found.is_used
    if (hash !== found.refresh_sha256 && !isLost) return { is: 'replayed', keyId }
    const { tokens, connection } = this.#newTokens(keyId, found.client_sha256, hash)
    this.#write(this.#read().map((each) => (each === found ? connection : each)))
    return { is: 'refreshed', keyId, tokens }
  }

  /** Whether a key was made for a program that was allowed in by OAuth. */
  has(keyId: string): boolean {
    return this.#read().some(({ key_id }) => key_id === keyId)
  }

  /** The key of a refresh token, whether that was replaced or not; undefined where it is none of ours. */
  keyOfRefreshToken(presented: string): string | undefined {
    const keyId = this.#keyOfRefreshToken(presented)
    return keyId !== undefined && this.has(keyId) ? keyId : undefined
  }

  forget(keyId: string): void {
    if (this.has(keyId)) this.#write(this.#read().filter(({ key_id }) => key_id !== keyId))
  }

  #newTokens(keyId: string, client: string, previous: string | null): { tokens: TokenPair; connection: Connection } {
    const { key: access, secretSha256 } = newSecretOf(keyId)
    const secret = randomBytes(24).toString('hex')
    const refresh = `svr_${keyId}${secret}${this.#macOf(keyId, secret)}`
    return {
      tokens: { access, refresh, expiresInS: accessLifeMs / 1_000 },
      connection: {
        key_id: keyId,
        client_sha256: client,
        access_sha256: secretSha256,
        access_expires_ms: this.#options.nowMs() + accessLifeMs,
        refresh_sha256: sha256(refresh),
        previous_sha256: previous,
        is_used: false,
      },
    }
  }

  /** The code at its end shows that we made the token, also when its hash is no longer kept: a guess revokes nothing. */
  #keyOfRefreshToken(presented: string): string | undefined {
    const { id, secret, mac } = refreshForm.exec(presented)?.groups ?? {}
    if (id === undefined || secret === undefined || mac === undefined) return undefined
    return timingSafeEqual(Buffer.from(mac), Buffer.from(this.#macOf(id, secret))) ? id : undefined
  }

  #macOf(keyId: string, secret: string): string {
    const mac = createHmac('sha256', this.#options.installKey).update(`oauth refresh ${keyId} ${secret}`)
    return mac.digest('hex').slice(0, 32)
  }

  #markUsed(found: Connection): void {
    try {
      this.#write(this.#read().map((each) => (each === found ? { ...each, is_used: true } : each)))
    } catch {
      // A full disk must not make the service refuse a program that has a token.
    }
  }

  /** A missing or damaged file lets nobody in. */
  #read(): readonly Connection[] {
    this.#connections ??= connectionsIn(this.#options.path)
    return this.#connections
  }

  #write(connections: readonly Connection[]): void {
    writeAtomically(this.#options.path, `${JSON.stringify({ connections })}\n`)
    this.#connections = connections
  }
}

function connectionsIn(path: string): readonly Connection[] {
  try {
    const kept: unknown = JSON.parse(String(readOwned(path)))
    return Value.Check(Kept, kept) ? kept.connections : []
  } catch {
    return []
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
