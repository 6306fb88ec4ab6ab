/**
 * Decides of which new messages to notify while the page is open: once per browser, and not of a conversation that
 * somebody is looking at.
 */
import { onEventFromStart } from '../live/events.ts'
import { useStreamHolder } from '../live/stream-holder.ts'
import { base } from '../routes.ts'
import { useChoices } from './choices.ts'
import { isLookedAt } from './looked-at.ts'
import { isAllowed } from './permission.ts'

type Open = (path: string) => void

type Word = { ask: string } | { seen: string }

const answerWithinMs = 200

/** Most people never turn notifications on. */
const load = () => import('./notify.ts')

const isWanted = (): boolean => {
  const { isOn, hasSound } = useChoices.getState()
  return hasSound || (isOn && isAllowed())
}

/** Returns the function that stops it. */
export function tellOfNewMessages(open: Open): () => void {
  const channel = new BroadcastChannel('looked-at')
  const seen = new Set<string>()
  channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
    if ('seen' in word) seen.add(word.seen)
    else if (isLookedAt(word.ask)) channel.postMessage({ seen: word.ask } satisfies Word)
  }

  async function isSeenAnywhere(guid: string): Promise<boolean> {
    if (isLookedAt(guid)) return true
    seen.delete(guid)
    channel.postMessage({ ask: guid } satisfies Word)
    await new Promise((resolve) => setTimeout(resolve, answerWithinMs))
    return seen.has(guid)
  }

  async function tell(guid: string, rowid: number): Promise<void> {
    if (await isSeenAnywhere(guid)) return
    const { notify } = await load()
    await notify({ guid, rowid }, open)
  }

  if (isWanted()) void load().catch(() => undefined)
  const leave = onEventFromStart((event) => {
    // Only the tab that holds the stream notifies.
    if (event.type !== 'new_message' || !useStreamHolder.getState().isHolder || !isWanted()) return
    // A message that no longer exists is not reported.
    void tell(event.chat_guid, event.rowid).catch(() => undefined)
  })
  const leaveClicks = followClicks(open)
  return () => {
    leave()
    leaveClicks()
    channel.close()
  }
}

/**
 * Follows clicks for which the service worker has brought this tab to the front. Returns the function that stops it.
 */
function followClicks(open: Open): () => void {
  const worker = navigator.serviceWorker
  if (worker === undefined) return () => undefined
  const onMessage = ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data.open === 'string' && data.open.startsWith(`${base}/`)) open(data.open.slice(base.length))
  }
  worker.addEventListener('message', onMessage)
  return () => worker.removeEventListener('message', onMessage)
}
