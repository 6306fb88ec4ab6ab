/** Notifies of one message, by a sound, a notification, or both. A click on the notification leads to a tab. */
import { ClientError } from '../../src/client/client-error.ts'
import { client } from '../api/client.ts'
import { t } from '../catalogue/texts.ts'
import { paths } from '../routes.ts'
import { isMuted } from '../state/mutes.ts'
import { useChoices } from './choices.ts'
import { isLookedAt } from './looked-at.ts'
import { isAllowed } from './permission.ts'
import { type Open, show } from './show.ts'
import { playTone } from './tone.ts'
import { wordsOf } from './words.ts'

interface NewMessage {
  guid: string
  rowid: number
}

/** An older message is not reported, since it arrived while no tab was listening. */
const newsForMs = 5 * 60_000
const againInMs = 2_000

export async function notify({ guid, rowid }: NewMessage, open: Open): Promise<void> {
  const { conversation, messages } = await lookUp({ guid, rowid })
  // A person may write from another address than the one by which the open conversation is known.
  if (isLookedAt(conversation.guid)) return
  const message = messages.find((one) => one.rowid === rowid)
  if (message === undefined || isMuted(conversation) || Date.now() - Date.parse(message.ts) > newsForMs) return
  const { isOn, hasSound, level } = useChoices.getState()
  if (hasSound) playTone()
  if (!isOn || !isAllowed()) return
  const words = wordsOf(level, {
    conversation,
    message,
    newMessage: t('shell.new_message'),
    product: t('shell.product'),
  })
  const path = paths.conversation(conversation.guid)
  await show({ ...words, tag: guid, path, rowid, isSilent: hasSound }, open)
}

/** Retries, because a temporary failure of the service must not suppress a notification. */
async function lookUp({ guid, rowid }: NewMessage, attemptsLeft = 3) {
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
    return lookUp({ guid, rowid }, attemptsLeft - 1)
  }
}
