/** Signs out and removes all message data from this browser; other tabs follow. */
import type { QueryClient } from '@tanstack/react-query'
import { client, holdQuestions, leaveFor } from '../api/client.ts'
import { clearDrafts } from '../drafts/drafts.ts'
import { forgetShell } from '../offline/kept.ts'
import { clearOutbox } from '../outbox/outbox-store.ts'
import { clearMutes } from '../state/mutes.ts'
import { clearPins } from '../state/pins.ts'
import { clearRecentEmoji } from '../state/recent-emoji.ts'

/** Preferences of this browser stay, because they reveal nothing about anyone. */
export async function signOut(queries: QueryClient): Promise<void> {
  const goOn = holdQuestions()
  await client.logout().catch((error: unknown) => {
    goOn()
    throw error
  })
  await Promise.allSettled([clearDrafts(), clearOutbox(), forgetShell()])
  clearPins()
  clearMutes()
  localStorage.removeItem('push')
  clearRecentEmoji()
  queries.clear()
  tellOthers()
  leaveFor('/login')
}

const name = 'session'

function tellOthers(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage('over')
  channel.close()
}

/**
 * Follows a sign-out of any tab; the tab that signs out receives it too and is already leaving. Returns the function
 * that stops it.
 */
export function followSignOut(queries: QueryClient): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = () => {
    queries.clear()
    leaveFor('/login')
  }
  return () => channel.close()
}
