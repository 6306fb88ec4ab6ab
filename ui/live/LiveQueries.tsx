/**
 * Keeps the cached responses of the API up to date: by events while they arrive, and by fetching again after an outage.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallName } from '../../src/client/client-over.ts'
import { mayAskAgain } from '../api/ask.ts'
import { followShell, type Shell } from '../offline/follow-shell.ts'
import { viewedKey } from '../routes.ts'
import { onEvent, tellAll } from './events.ts'
import { queriesOf } from './queries-of.ts'
import { abortUnanswered, retryFailedQueries } from './retries.ts'
import { SharedStream } from './shared-stream.ts'
import { followSignOut } from './sign-out.ts'
import { followHeartbeat, useStatus } from './status.ts'

const noShell: Shell = { lookSoon: () => undefined, end: () => undefined }

export function LiveQueries() {
  const queries = useQueryClient()
  useEffect(() => {
    // The browser itself belongs to the owner: notifications, and the page that is kept for when it is offline.
    const shell = viewedKey === undefined ? followShell() : noShell
    const stream = new SharedStream({
      onFresh: () => isAnythingKnown(queries) && tellAll({ type: 'reset' }),
      onBroken() {
        useStatus.getState().askNow()
        shell.lookSoon()
      },
    })
    const ends = [
      refreshByEvents(queries),
      followHeartbeat(),
      refreshAfterSilence(queries, stream),
      noticeSilence(queries),
      abortUnanswered(),
      retryFailedQueries(queries),
      shell.end,
      followSignOut(queries),
    ]
    return () => {
      stream.close()
      for (const end of ends) end()
    }
  }, [queries])
  return null
}

const isAnythingKnown = (queries: QueryClient): boolean =>
  queries
    .getQueryCache()
    .findAll({ queryKey: ['list_conversations'] })
    .some(({ state }) => state.dataUpdatedAt > 0)

/** Collects events for this long, so that a burst of them causes one request. */
const gatherMs = 100

function refreshByEvents(queries: QueryClient): () => void {
  const old = new Set<CallName>()
  function refresh(): void {
    for (const name of old) void queries.invalidateQueries({ queryKey: [name] })
    old.clear()
  }
  return onEvent((event) => {
    const names = queriesOf(event)
    if (names === 'all') return void queries.invalidateQueries()
    if (old.size === 0 && names.length > 0) setTimeout(refresh, gatherMs)
    for (const name of names) old.add(name)
  })
}

/** Fetches everything again after an outage. */
function refreshAfterSilence(queries: QueryClient, stream: SharedStream): () => void {
  return useStatus.subscribe(({ observed }, { observed: before }) => {
    if (observed.failures > 0 || before.failures === 0) return
    stream.reopen()
    void queries.invalidateQueries()
  })
}

/** Any request without a response is a reason to check the service's heartbeat. */
const noticeSilence = (queries: QueryClient): (() => void) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return
    if (mayAskAgain(event.action.error)) useStatus.getState().askNow()
  })
