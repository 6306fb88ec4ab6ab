/** The API as the page asks it: signed in by its cookie, and on to the login where that has ended. */
import { endpointTable } from 'virtual:endpoint-table'
import { ClientError, unreachable } from '../../src/client/client-error.ts'
import { clientOver } from '../../src/client/client-over.ts'
import { t } from '../catalogue/texts.ts'
import { announce } from '../state/announcements.ts'

export const surface = 'page'

export const client = clientOver(endpointTable, {
  baseUrl: location.origin,
  surface,
  fetch: async (input, init) => {
    if (!isOfSignOut(String(input))) await held
    const signal = AbortSignal.any([silence.signal, ...(init?.signal ? [init.signal] : [])])
    const response = await fetch(input, { ...init, signal })
    // What was asked just before the user signed out is refused afterwards, which is no news.
    if (response.status === 401 && held === undefined) leadToLogin()
    return response
  },
})

let silence = new AbortController()

/** Every question that is on its way ends as one without an answer: a connection may be dead without a sign of it. */
export function stopWaiting(): void {
  silence.abort(unreachable(location.origin, surface, undefined))
  silence = new AbortController()
}

/** The token for it may have to be asked for first. */
const isOfSignOut = (url: string): boolean =>
  [endpointTable.logout, endpointTable.page_session].some(({ path }) => url.endsWith(path))

let held: Promise<void> | undefined

/** Nothing but the end of the session is asked until what this returns is called: it would only be refused. */
export function holdQuestions(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  return () => {
    held = undefined
    resolve()
  }
}

/** Pending while a session ends. */
export const untilAsking = (): Promise<void> | undefined => held

const signInAddress = (): string => `/login?next=${encodeURIComponent(`${location.pathname}${location.search}`)}`

let leaving = false

/** Goes there once: a second navigation would break off the first, and many may learn at the same time that the session is over. */
export function leaveFor(address: string): void {
  if (leaving) return
  leaving = true
  location.assign(address)
}

export function leadToLogin(): void {
  if (leaving) return
  announce(t('live.session_over'), 'assertive')
  leaveFor(signInAddress())
}

/** What went wrong, in the service's own words. */
export const saying = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether there was no answer at all. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ClientError ? error.code === 'unreachable' : error instanceof TypeError
