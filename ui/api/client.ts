/** The API as the page asks it: signed in by its cookie, and on to the login where that has ended. */
import { endpointTable } from 'virtual:endpoint-table'
import { clientOver } from '../../src/client/client-over.ts'
import { t } from '../catalogue/texts.ts'
import { announce } from '../state/announcements.ts'

export const client = clientOver(endpointTable, {
  baseUrl: location.origin,
  fetch: async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 401) leadToLogin()
    return response
  },
})

const signInAddress = (): string => `/login?next=${encodeURIComponent(`${location.pathname}${location.search}`)}`

/** Once: many questions may learn at the same time that the session is over. */
let leaving = false
export function leadToLogin(): void {
  if (leaving) return
  leaving = true
  announce(t('live.session_over'), 'assertive')
  location.assign(signInAddress())
}

/** What went wrong, in the service's own words. */
export const saying = (error: unknown): string => (error instanceof Error ? error.message : String(error))
