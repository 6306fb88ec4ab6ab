/** Browser sessions, each tied to the current password: create, look up, renew, end. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isOver, isToBeRenewed } from '../../domain/access/session-life.ts'
import type { BrowserSession, Sessions } from '../../store/sessions.ts'
import { readSessionCookie, sessionCookie } from './session-cookie.ts'

export interface Signed {
  session: BrowserSession
  token: string
}

export interface BrowserSessions {
  ofCookie(header: string | undefined): Signed | undefined
  begin(browser: { name: string; isSecure: boolean }): { id: string; cookie: string }
  isAlive(id: string): boolean
  /** Returns the cookie when it is time to send it again. */
  renew(signed: Signed): string | undefined
  csrfToken(id: string): string
  isCsrfToken(id: string, given: string | undefined): boolean
  list(): BrowserSession[]
  end(id: string): boolean
  endAll(): void
}

interface BrowserSessionsDeps {
  sessions: Sessions
  /** Undefined while no password is set. */
  passwordHash(): string | undefined
  installKey: Uint8Array
  nowMs(): number
}

const markLength = 32

export function browserSessions({ sessions, passwordHash, installKey, nowMs }: BrowserSessionsDeps): BrowserSessions {
  const isValid = (session: BrowserSession) =>
    !isOver(session, nowMs()) && session.passwordMark === markOf(passwordHash())

  const csrfToken = (id: string) => createHmac('sha256', installKey).update(`csrf ${id}`).digest('base64url')

  return {
    ofCookie: (header) =>
      readSessionCookie(header, (token) => {
        const session = sessions.ofToken(token)
        return session && isValid(session) ? { session, token } : undefined
      }),
    begin({ name, isSecure }) {
      const begun = { browser: name, passwordMark: markOf(passwordHash()), isSecure }
      const { id, token } = sessions.begin(begun, nowMs())
      return { id, cookie: sessionCookie(token, isSecure) }
    },
    isAlive(id) {
      const session = sessions.ofId(id)
      return session !== undefined && isValid(session)
    },
    renew({ session, token }) {
      if (!isToBeRenewed(session, nowMs())) return undefined
      try {
        sessions.seen(session.id, nowMs())
        return sessionCookie(token, session.isSecure)
      } catch {
        // A full disk must not sign anybody out; the next request tries again.
        return undefined
      }
    },
    csrfToken,
    isCsrfToken: (id, given) => given !== undefined && isSame(given, csrfToken(id)),
    list: () => sessions.list().filter(isValid),
    end: (id) => sessions.end(id),
    endAll: () => sessions.endAllBut(null),
  }
}

/**
 * A session is valid only with the password it began with, whoever changes it and however, so it stores a mark of the
 * hash.
 */
const markOf = (passwordHash: string | undefined): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('hex')
    .slice(0, markLength)

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
