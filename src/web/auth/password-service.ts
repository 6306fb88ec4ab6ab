/** Checks, sets, changes and removes the password. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/action.ts'
import type { SettingsService } from '../../actions/services.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { isLoopback } from '../../domain/access/address.ts'
import { weaknessOf } from '../../domain/access/password-strength.ts'
import { principalOf } from '../../domain/access/principal.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { AuditEntry, AuditLog } from '../../store/audit-log.ts'
import type { BoundedMutex } from './bounded-mutex.ts'
import type { BrowserSessions } from './browser-sessions.ts'
import type { Guesses } from './guesses.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { addressOf, browserOf } from './request-origin.ts'
import { endedCookie } from './session-cookie.ts'

/** The value of a `Set-Cookie` header, which is sent with the response. */
export interface CookieChange {
  cookie: string
}

export interface PasswordChange {
  current?: string | undefined
  /** Null removes the password. */
  password: string | null
}

interface PasswordServiceDeps {
  settings: SettingsService
  browsers: BrowserSessions
  guesses: Guesses
  mutex: BoundedMutex
  audit: AuditLog
  log: Logger
  boundTo(): { host: string }
  setupToken: string
}

export class PasswordService {
  readonly #deps: PasswordServiceDeps

  constructor(deps: PasswordServiceDeps) {
    this.#deps = deps
  }

  /** Throws `unauthenticated`, and `rate_limited` with `retry_after_s` in its details. */
  async login(password: string, request: FastifyRequest): Promise<CookieChange> {
    if (!(await this.#isPassword(password, request))) {
      this.#note(request, { action: 'login', principal: 'open', result: 'refused' })
      this.#deps.log.warn('somebody tried to sign in with a wrong password')
      throw new ServiceError('unauthenticated', 'The password is wrong.')
    }
    const { id, cookie } = this.#signIn(request)
    this.#note(request, { action: 'login', principal: `session:${id}`, result: 'ok' })
    return { cookie }
  }

  logout(caller: Caller, request: FastifyRequest): CookieChange {
    if (caller.via === 'session' && caller.id !== null && this.#deps.browsers.end(caller.id))
      this.#note(request, { action: 'logout', principal: principalOf(caller), result: 'ok' })
    return { cookie: endedCookie() }
  }

  /**
   * Ends every other session. Throws `weak_password`, `rate_limited`, and `forbidden` when `current` is not the
   * password.
   */
  async changePassword(
    { current, password }: PasswordChange,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<CookieChange | undefined> {
    const { boundTo, mutex } = this.#deps
    const replaced = this.#hash()
    if (password === null) requireLoopback(boundTo().host)
    else requireStrong(password)
    if (replaced !== undefined && !(await this.#isPassword(current ?? '', request))) throw wrongCurrent()
    const hash = password === null ? null : await mutex(() => hashPassword(password))
    this.#put(hash, replaced, wrongCurrent)
    const action = hash === null ? 'password_removed' : 'password_set'
    this.#note(request, { action, principal: principalOf(caller), result: 'ok' })
    if (caller.via === 'key') return undefined
    return hash === null ? { cookie: endedCookie() } : { cookie: this.#signIn(request).cookie }
  }

  /**
   * Asks for the password again, before something that a session or a key alone is not enough for. Throws `no_password`,
   * `rate_limited`, and `forbidden` when it is not the password.
   */
  async confirm(password: string, caller: Caller, request: FastifyRequest): Promise<void> {
    if (this.#hash() === undefined) throw new ServiceError('no_password', 'This needs a password, and none is set.')
    if (await this.#isPassword(password, request)) return
    this.#note(request, { action: 'password_asked', principal: principalOf(caller), result: 'refused' })
    throw new ServiceError('forbidden', 'The password is wrong.', { missing: 'the password, `password`' })
  }

  /** Sets the first password and signs the browser in. Throws `gone`, `weak_password` and `forbidden`. */
  async setUp(
    { token, password }: { token: string; password: string },
    request: FastifyRequest,
  ): Promise<CookieChange> {
    const { setupToken, mutex } = this.#deps
    if (this.#hash() !== undefined) throw setUpAlready()
    if (!isSame(token, setupToken)) throw wrongToken()
    requireStrong(password)
    const hash = await mutex(() => hashPassword(password))
    this.#put(hash, undefined, setUpAlready)
    const { id, cookie } = this.#signIn(request)
    this.#note(request, { action: 'password_set', principal: `session:${id}`, result: 'ok' })
    return { cookie }
  }

  #hash(): string | undefined {
    return this.#deps.settings.current().auth.password_hash ?? undefined
  }

  #note(request: FastifyRequest, entry: Omit<AuditEntry, 'address'>): void {
    this.#deps.audit.append({ ...entry, address: addressOf(request) })
  }

  async #isPassword(password: string, request: FastifyRequest): Promise<boolean> {
    const { browsers, guesses, mutex } = this.#deps
    const session = browsers.ofCookie(request.headers.cookie)?.session.id
    const guess = guesses.begin({ address: addressOf(request), session })
    const asked = this.#hash()
    // If the password changed meanwhile, the old one no longer counts as right.
    const isRight = (await mutex(() => verifyPassword(password, asked))) && asked === this.#hash()
    if (isRight) guess.succeeded()
    return isRight
  }

  /**
   * `replaced` is the hash that the request was checked against; if another one is in force now, nothing is written.
   */
  #put(hash: string | null, replaced: string | undefined, changedMeanwhile: () => ServiceError): void {
    const { settings, browsers, log } = this.#deps
    settings.change(({ auth }) => {
      if (auth.password_hash !== (replaced ?? null)) throw changedMeanwhile()
      return { auth: { password_hash: hash } }
    })
    browsers.endAll()
    log.info(hash === null ? 'the password was removed' : 'the password was changed')
  }

  #signIn(request: FastifyRequest): CookieChange & { id: string } {
    const { browsers } = this.#deps
    const before = browsers.ofCookie(request.headers.cookie)
    if (before !== undefined) browsers.end(before.session.id)
    return browsers.begin(browserOf(request))
  }
}

function requireStrong(password: string): void {
  const weakness = weaknessOf(password)
  if (weakness !== undefined) throw new ServiceError('weak_password', weakness, { path: 'password', reason: weakness })
}

function requireLoopback(host: string): void {
  if (isLoopback(host)) return
  throw new ServiceError('forbidden', 'The service listens on the network, which it may not do without a password.', {
    missing: '`web.host` 127.0.0.1',
  })
}

const wrongCurrent = () =>
  new ServiceError('forbidden', 'The present password is not that one.', { missing: 'the present password, `current`' })
const setUpAlready = () => new ServiceError('gone', 'A password is set.')
const wrongToken = () =>
  new ServiceError('forbidden', 'The token is not the one of the address that the command printed.', {
    missing: 'the token that the command printed',
  })

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
