/** Who may ask what: the door between the web process and everything about passwords, sessions, keys and guards. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../actions/action.ts'
import type { Endpoint } from '../../contract/endpoint.ts'

/** The value of a `Set-Cookie` header, which goes with the answer. */
export interface CookieChange {
  cookie: string
}

export interface PasswordChange {
  current?: string | undefined
  /** Null removes the password. */
  password: string | null
}

export interface Access {
  /** Before anything else, for every request: files and unknown paths too. Throws `wrong_host` and `forbidden`. */
  guard(request: FastifyRequest): void
  /** Who asks, whether they may, and whether the page itself sent it. Throws `unauthenticated` and `forbidden`. */
  admit(request: FastifyRequest, endpoint: Endpoint): Caller
  /** Whether a caller that was admitted still is: for streams, every few seconds. */
  stillAdmitted(caller: Caller): boolean
  /** No password is set. */
  isOpen(): boolean
  /** Throws `unauthenticated`, and `rate_limited` with `retryAfterS` in its details. */
  login(password: string, request: FastifyRequest): Promise<CookieChange>
  logout(caller: Caller): CookieChange
  /** Ends every other session. Throws `weak_password`, `rate_limited`, and `forbidden` when `current` is not the password. */
  changePassword(change: PasswordChange, caller: Caller, request: FastifyRequest): Promise<CookieChange>
  /** For the address that the command prints: `/setup?token=…`. Undefined once a password is set. */
  setupToken(): string | undefined
  /** Sets the first password and signs the browser in. Throws `gone`, `weak_password` and `forbidden`. */
  setUp(given: { token: string; password: string }, request: FastifyRequest): Promise<CookieChange>
  /** What the page sends as `X-CSRF-Token`; null for callers without a cookie. */
  csrfToken(caller: Caller): string | null
  /** At most every twelve hours: the cookie with thirty days before it again. For every answer to a session. */
  refreshedCookie(caller: Caller): string | undefined
}
