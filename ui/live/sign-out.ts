/** Signs out, and leaves nothing of anyone's messages behind in this browser; other tabs follow. */
import type { QueryClient } from '@tanstack/react-query'
import { client, holdQuestions, leaveFor } from '../api/client.ts'
import { clearDrafts } from '../drafts/drafts.ts'
import { forgetShell } from '../offline/kept.ts'
import { clearOutbox } from '../outbox/outbox-store.ts'
import { clearMutes } from '../state/mutes.ts'
import { clearPins } from '../state/pins.ts'
import { clearRecentEmoji } from '../state/recent-emoji.ts'

/** What was chosen for this browser stays: it says nothing about anyone. */
export async function signOut(queries: QueryClient): Promise<void> {
  const goOn = holdQuestions()
  await client.logout().catch((error: unknown) => {
    goOn()
    throw error
  })
  await Promise.allSettled([clearDrafts(), clearOutbox(), forgetShell()])
  clearPins()
  clearMutes()
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

/** The tab that signs out hears of it as well, and is on its way already. Returns what ends it. */
export function followSignOut(queries: QueryClient): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = () => {
    queries.clear()
    leaveFor('/login')
  }
  return () => channel.close()
}
