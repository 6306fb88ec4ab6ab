/**
 * Notifies of new messages while the page is open: once per browser, and not of a conversation that somebody is looking
 * at.
 */
import { ClientError } from '../../src/client/client-error.ts'
import { client } from '../api/client.ts'
import { t } from '../catalogue/texts.ts'
import { onEvent } from '../live/events.ts'
import { base, paths } from '../routes.ts'
import { isMuted } from '../state/mutes.ts'
import { useChoices } from './choices.ts'
import { followClicks, isAllowed, show } from './show.ts'
import { playTone } from './tone.ts'
import { wordsOf } from './words.ts'

interface Options {
  /** Only the tab that holds the stream notifies. */
  isHolder(): boolean
  open(path: string): void
}

type Word = { ask: string } | { seen: string }

/** An older message is not reported, since it arrived while no tab was listening. */
const newsForMs = 5 * 60_000
const answerWithinMs = 200
const againInMs = 2_000

/** Returns the function that stops it. */
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
    const { conversation, messages } = await lookUp(guid, rowid)
    const message = messages.find((one) => one.rowid === rowid)
    if (message === undefined || isMuted(conversation) || Date.now() - Date.parse(message.ts) > newsForMs) return
    const told = { conversation, message, newMessage: t('shell.new_message'), product: t('shell.product') }
    const { isOn, hasSound, level } = useChoices.getState()
    if (hasSound) playTone()
    if (!isOn || !isAllowed()) return
    await show({ ...wordsOf(level, told), tag: guid, path: paths.conversation(guid), isSilent: hasSound }, { open })
  }

  const leave = onEvent((event) => {
    const { isOn, hasSound } = useChoices.getState()
    if (event.type !== 'new_message' || !isHolder() || !(hasSound || (isOn && isAllowed()))) return
    // A message that no longer exists is not reported.
    void tell(event.chat_guid, event.rowid).catch(() => undefined)
  })
  const leaveClicks = followClicks({ open })
  return () => {
    leave()
    leaveClicks()
    channel.close()
  }
}

/** Retries, because a temporary failure of the service must not suppress a notification. */
async function lookUp(guid: string, rowid: number, attemptsLeft = 3) {
  try {
    const [conversation, messages] = await Promise.all([
      client.get_conversation({ guid }),
      client.list_messages({ guid, around_rowid: rowid, limit: 1 }),
    ])
    return { conversation, messages }
  } catch (error) {
    const mayPass = error instanceof ClientError && (error.status === 0 || error.status >= 500)
    if (!mayPass || attemptsLeft === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, againInMs))
    return lookUp(guid, rowid, attemptsLeft - 1)
  }
}

const isLookedAt = (guid: string): boolean =>
  document.visibilityState === 'visible' &&
  document.hasFocus() &&
  decodeURIComponent(location.pathname) === decodeURIComponent(`${base}${paths.conversation(guid)}`)
