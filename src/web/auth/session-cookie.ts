/** The cookie of a signed-in browser: writes it and reads it back. */
import { parseCookie, stringifySetCookie } from 'cookie'
import { sessionLifeMs } from '../../domain/access/session-life.ts'

const name = 'service_session'

const always = { name, httpOnly: true, sameSite: 'strict', path: '/' } as const

export const sessionCookie = (token: string, secure: boolean): string =>
  stringifySetCookie({ ...always, value: token, secure, maxAge: sessionLifeMs / 1_000 })

export const endedCookie = (): string => stringifySetCookie({ ...always, value: '', maxAge: 0 })

/**
 * Returns the meaning of the first cookie of this name that can be read. There may be several, since any program that
 * listens on another port of this Mac can put one in front of ours.
 */
export function readSessionCookie<T>(
  header: string | undefined,
  read: (token: string) => T | undefined,
): T | undefined {
  const found = new Map<string, T>()
  const decode = (token: string) => {
    const meaning = read(token)
    if (meaning === undefined) return undefined
    found.set(token, meaning)
    return token
  }
  const token = parseCookie(header ?? '', { decode })[name]
  return token === undefined ? undefined : found.get(token)
}
