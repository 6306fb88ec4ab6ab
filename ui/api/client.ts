/**
 * The API client of the page: it authenticates by the session cookie and leads to the login when the session has ended.
 */
import { endpointTable } from 'virtual:endpoint-table'
import { ClientError, unreachable } from '../../src/client/client-error.ts'
import { clientOver } from '../../src/client/client-over.ts'
import { asKeyHeader } from '../../src/contract/as-key.ts'
import { t } from '../catalogue/texts.ts'
import { viewedKey } from '../routes.ts'
import { announce } from '../state/announcements.ts'
import { takeAsked } from './asked-ahead.ts'

export const surface = 'page'

/** The header by which the service responds as to the key through which the owner looks. */
const asKey: Record<string, string> = viewedKey === undefined ? {} : { [asKeyHeader]: viewedKey }

export const client = clientOver(endpointTable, {
  baseUrl: location.origin,
  surface,
  fetch: async (input, init) => {
    if (!isOfSignOut(String(input))) await held
    const signal = AbortSignal.any([silence.signal, ...(init?.signal ? [init.signal] : [])])
    const asked = init?.method === 'GET' ? takeAsked(String(input), signal) : undefined
    const response = await counted(asked ?? fetch(input, { ...init, headers: { ...init?.headers, ...asKey }, signal }))
    // Requests from just before a sign-out are refused afterwards, which must not lead to the login again.
    if (response.status === 401 && held === undefined) leadToLogin()
    return response
  },
})

const quietMs = 300
/** The page itself counts until it is drawn, because only then has it asked for all that it shows. */
let underWay = 1
let isAsked = false
let quiet: ReturnType<typeof setTimeout> | undefined
const firstQuiet = Promise.withResolvers<void>()

/** Resolves once everything that the page asks for when it opens has been answered. */
export const untilAnswered = (): Promise<void> => firstQuiet.promise

/** Stand in the timeline of the browser, where measurements and tests read when the page had what it opens with. */
const marks = { asked: 'asked', answered: 'answered' }
void firstQuiet.promise.then(() => performance.mark(marks.answered))

async function counted(response: Promise<Response>): Promise<Response> {
  if (!isAsked) performance.mark(marks.asked)
  isAsked = true
  clearTimeout(quiet)
  underWay++
  try {
    return await response
  } finally {
    end()
  }
}

function end(): void {
  underWay--
  if (underWay === 0) quiet = setTimeout(firstQuiet.resolve, quietMs)
}

let isDrawn = false

/** Called when the page has been drawn for the first time. */
export function pageIsDrawn(): void {
  if (!isDrawn) end()
  isDrawn = true
}

let silence = new AbortController()

/** Ends all current requests as unanswered, because a connection may be dead without an error. */
export function stopWaiting(): void {
  silence.abort(unreachable(location.origin, surface, undefined))
  silence = new AbortController()
}

/** A sign-out may have to fetch its CSRF token first. */
const isOfSignOut = (url: string): boolean =>
  [endpointTable.logout, endpointTable.page_session].some(({ path }) => url.endsWith(path))

let held: Promise<void> | undefined

/**
 * Holds back all requests other than the sign-out until the returned function is called, because they would only be
 * refused.
 */
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

/**
 * Navigates once: a second navigation would interrupt the first, and many requests may learn at the same time that the
 * session has ended.
 */
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

/** Whether there was no response at all. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ClientError ? error.code === 'unreachable' : error instanceof TypeError
