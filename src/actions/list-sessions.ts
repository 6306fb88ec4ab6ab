/** Implements GET /api/v1/sessions. */
import type { Action } from './action.ts'

export const listSessions: Action<'list_sessions'> = (_, { sessions }, { caller }) =>
  sessions.list().map(({ id, createdMs, lastSeenMs, expiresMs, browser }) => ({
    id,
    created_at: inWords(createdMs),
    last_seen_at: inWords(lastSeenMs),
    expires_at: inWords(expiresMs),
    browser,
    current: caller.via === 'session' && caller.id === id,
  }))

const inWords = (ms: number): string => new Date(ms).toISOString()
