/** Tells of new messages while the page is open: once per browser, and not of what somebody is looking at. */
import { client } from '../api/client.ts'
import { t } from '../catalogue/texts.ts'
import { onEvent } from '../live/events.ts'
import { base, paths } from '../routes.ts'
import { useChoices } from './choices.ts'
import { wordsOf } from './words.ts'

interface Options {
  /** Of all tabs, the one that holds the stream tells. */
  isHolder(): boolean
  open(path: string): void
}

type Word = { ask: string } | { seen: string }

/** What is older than that is no news: it came while nothing listened. */
const newsForMs = 5 * 60_000
const answerWithinMs = 200

/** Returns what ends it. */
export function tellOfNewMessages({ isHolder, open }: Options): () => void {
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
    const [conversation, messages] = await Promise.all([
      client.get_conversation({ guid }),
      client.list_messages({ guid, around_rowid: rowid, limit: 1 }),
    ])
    const message = messages.find((one) => one.rowid === rowid)
    if (message === undefined || conversation.muted || Date.now() - Date.parse(message.ts) > newsForMs) return
    const told = { conversation, message, newMessage: t('notifications.new_message'), product: t('shell.product') }
    const { title, body } = wordsOf(useChoices.getState().level, told)
    show({ title, body, tag: guid, onClick: () => open(paths.conversation(guid)) })
  }

  const leave = onEvent((event) => {
    if (event.type !== 'new_message' || !isHolder() || !useChoices.getState().isOn || !isAllowed()) return
    // A message that is gone again is no news.
    void tell(event.chat_guid, event.rowid).catch(() => undefined)
  })
  return () => {
    leave()
    channel.close()
  }
}

export const isPossible = (): boolean => 'Notification' in globalThis && isSecureContext
export const isAllowed = (): boolean => isPossible() && Notification.permission === 'granted'

interface Shown {
  title: string
  body: string
  tag: string
  onClick(): void
}

export function show({ title, body, tag, onClick }: Shown): void {
  const notification = new Notification(title, { body, tag, icon: '/app/icon-192.png' })
  notification.onclick = () => {
    window.focus()
    onClick()
    notification.close()
  }
}

const isLookedAt = (guid: string): boolean =>
  document.visibilityState === 'visible' &&
  document.hasFocus() &&
  decodeURIComponent(location.pathname) === decodeURIComponent(`${base}${paths.conversation(guid)}`)
