/**
 * Access control of the web process: joins passwords, sessions, API keys and the guards against foreign hosts and
 * sites.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/action.ts'
import type { Services, SettingsService } from '../../actions/services.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { refusalOf } from '../../domain/access/refusal.ts'
import { ownOrigin } from '../../domain/oauth/own-origin.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openApiKeysUse } from '../../store/api-keys-use.ts'
import { type AuditLog, openAuditLog } from '../../store/audit-log.ts'
import { installKey } from '../../store/install-key.ts'
import { type KeyActivityStore, openKeyActivity } from '../../store/key-activity.ts'
import { OAuthTokens } from '../../store/oauth-tokens.ts'
import { revokedKeys } from '../../store/revoked-keys.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { openSessions } from '../../store/sessions.ts'
import type { Quarantined } from '../../store/sqlite-file.ts'
import { admitCaller, isStillAdmitted, requireKeyHolder } from './admission.ts'
import { boundedMutex } from './bounded-mutex.ts'
import { browserSessions, type Signed } from './browser-sessions.ts'
import { countGuesses } from './guesses.ts'
import { isReadable } from './password-hash.ts'
import { PasswordService } from './password-service.ts'
import { addressOf, requestOriginOf } from './request-origin.ts'

export interface Access {
  /**
   * Runs before anything else, for every request, including files and unknown paths. Throws `wrong_host` and
   * `forbidden`.
   */
  guard(request: FastifyRequest): void
  /**
   * Identifies the caller, and checks the scope and that the page itself sent it. Throws `unauthenticated` and
   * `forbidden`.
   */
  admit(request: FastifyRequest, endpoint: Pick<Endpoint, 'scope' | 'limited'>): Caller
  /**
   * The holder of an API key that came in another way than our own API takes it. Throws `key_paused`, and
   * `unauthenticated`, whose `details.reason` is `expired` for a key that has expired.
   */
  keyHolder(presented: string, request: Pick<FastifyRequest, 'raw'>): Caller
  /** Whether a caller that was admitted still is. Streams check this every few seconds. */
  stillAdmitted(caller: Caller): boolean
  /** Tokens of programs that were allowed in by OAuth. */
  tokens: OAuthTokens
  /** The address under which the caller of a request reaches the service, without a trailing slash. */
  originOf(request: FastifyRequest): string
  /** Makes and recognises what only this installation can have made. */
  installKey: Uint8Array
  /** Whether no password is set. */
  isOpen(): boolean
  /** Checks, sets, changes and removes the password. */
  passwords: Pick<PasswordService, keyof PasswordService>
  /** The token of the address that the command prints, `/setup?token=…`. Undefined once a password is set. */
  setupToken(): string | undefined
  /** The token that the page sends as `X-CSRF-Token`; null for callers without a cookie. */
  csrfToken(caller: Caller): string | null
  /**
   * Returns the cookie with a new life of thirty days, at most every twelve hours. Is called for every response to a
   * session.
   */
  refreshedCookie(caller: Caller): string | undefined
}

export interface OpenedAccess extends Access {
  /** The services that actions need of it. */
  services: Pick<Services, 'audit' | 'sessions' | 'apiKeysUse' | 'revokedKeys'> & { keyActivity: KeyActivityStore }
  close(): void
}

export interface AccessOptions {
  /** The base directory, prepared. */
  base: string
  settings: SettingsService
  log: Logger
  nowMs(): number
  /** Called when needed, since the port may be chosen only when listening begins. */
  boundTo(): { host: string; port: number }
}

const setupTokenBytes = 24

export function openAccess({ base, settings, log, nowMs, boundTo }: AccessOptions): OpenedAccess {
  const auth = () => settings.current().auth
  const keys = () => auth().api_keys.map(({ id }) => id)
  const { audit, sessions, apiKeysUse, keyActivity, key } = openFiles(base, { log, nowMs, keys })
  const passwordHash = () => auth().password_hash ?? undefined
  const browsers = browserSessions({ sessions, passwordHash, installKey: key, nowMs })
  const tokens = new OAuthTokens({ path: serviceDir(base).oauthTokensFile, installKey: key, nowMs })
  const admission = { auth, browsers, apiKeysUse, keyActivity, tokens, nowMs }
  const token = randomBytes(setupTokenBytes).toString('base64url')
  const [guesses, mutex] = [countGuesses(nowMs), boundedMutex()]
  const passwords = new PasswordService({ settings, browsers, guesses, mutex, audit, log, boundTo, setupToken: token })
  const signedCallers = new WeakMap<Caller, Signed>()
  const hash = passwordHash()
  if (hash !== undefined && !isReadable(hash))
    log.error('auth.password_hash of config.json cannot be read, so nobody can sign in: run `service password set`')

  return {
    passwords,
    services: { audit, sessions: browsers, apiKeysUse, keyActivity, revokedKeys: revokedKeys() },
    guard(request) {
      const { host, port } = boundTo()
      const { allowed_hosts: allowedHosts } = settings.current().web
      const localAddress = request.raw.socket.localAddress ?? host
      const refusal = refusalOf(requestOriginOf(request), { port, localAddress, allowedHosts })
      if (refusal !== undefined) throw new ServiceError(refusal.code, refusal.reason, { reason: refusal.reason })
    },
    admit(request, endpoint) {
      const { caller, signed } = admitCaller(request, endpoint, admission)
      if (signed !== undefined) signedCallers.set(caller, signed)
      return caller
    },
    keyHolder: (presented, request) => requireKeyHolder(presented, addressOf(request), admission),
    stillAdmitted: (caller) => isStillAdmitted(caller, admission),
    tokens,
    installKey: key,
    originOf: ({ headers }) =>
      ownOrigin({
        host: headers.host ?? '',
        port: boundTo().port,
        forwardedProto: [headers['x-forwarded-proto']].flat()[0],
      }),
    isOpen: () => passwordHash() === undefined,
    setupToken: () => (passwordHash() === undefined ? token : undefined),
    csrfToken: ({ via, id }) => (via === 'session' && id !== null ? browsers.csrfToken(id) : null),
    refreshedCookie(caller) {
      const signed = signedCallers.get(caller)
      return signed && browsers.renew(signed)
    },
    close() {
      keyActivity.close()
      sessions.close()
    },
  }
}

interface FileDeps {
  log: Logger
  nowMs(): number
  keys(): readonly string[]
}

function openFiles(base: string, { log, nowMs: now, keys }: FileDeps) {
  const dir = serviceDir(base)
  const signedOut = ({ path, reason }: Quarantined) =>
    log.error(`sessions.db was damaged (${reason}) and lies at ${path} now; every browser has to sign in again`)
  const unwritten = (reason: string) => log.error(`audit.jsonl cannot be written: ${reason}`)
  const audit = openAuditLog({ path: dir.auditFile, onTrouble: unwritten, now })
  const key = installKey(dir.installKeyFile)
  const apiKeysUse = openApiKeysUse(dir.apiKeysUseFile)
  const sessions = openSessions({ path: dir.sessionsFile, onQuarantine: signedOut })
  try {
    return { key, audit, apiKeysUse, sessions, keyActivity: openedActivity(dir, { log, nowMs: now, keys, audit }) }
  } catch (error) {
    sessions.close()
    throw error
  }
}

function openedActivity(
  dir: ServiceDir,
  { log, nowMs, keys, audit }: FileDeps & { audit: AuditLog },
): KeyActivityStore {
  const told = (action: 'key_marked' | 'key_read' | 'key_refused', id: string, target: string) =>
    audit.append({ action, principal: `key:${id}`, target, result: action === 'key_refused' ? 'refused' : 'ok' })
  return openKeyActivity({
    path: dir.keyActivityFile,
    nowMs,
    keys,
    onQuarantine: ({ path }) => log.error(`key_activity.db was damaged; it lies at ${path}`),
    onMark(id, kind) {
      told('key_marked', id, kind)
      log.warn(`API key ${id} is conspicuous: ${kind}`)
    },
    onFirstRefusal: (id, code) => told('key_refused', id, code),
    onDayOver: (id, { day, messages, conversations }) =>
      told('key_read', id, `${day}: ${messages} messages of ${conversations} conversations`),
  })
}
