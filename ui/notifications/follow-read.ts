/**
 * Removes notifications of conversations that are read, here or elsewhere, and keeps the push subscription of this
 * browser current where it has one.
 */
import { client } from '../api/client.ts'
import { onEvent } from '../live/events.ts'
import { onceJoined } from '../live/stream-holder.ts'
import { usePush } from './push-state.ts'
import type { NotificationData } from './pushed.ts'

/** Returns the function that stops it. */
export function followRead(): () => void {
  const ends = [
    onEvent((event) => {
      if (event.type === 'read_state') void withdraw(event.chat_guid, event.rowid).catch(() => undefined)
    }),
    usePush.subscribe(({ id }) => id !== undefined && keep({ renews: false })),
  ]
  let isKept = false
  /** Most browsers have no subscription. */
  function keep(options: { renews: boolean }): void {
    if (isKept) return
    isKept = true
    void import('./keep-push.ts').then(({ keepPush }) => ends.push(keepPush(options))).catch(() => undefined)
  }
  if (usePush.getState().id !== undefined) keep({ renews: true })
  ends.push(onceJoined(() => void withdrawFromBefore().catch(() => undefined)))
  return () => {
    for (const end of ends) end()
  }
}

async function withdraw(guid: string, upTo: number): Promise<void> {
  for (const notification of await shown({ tag: guid })) if (rowidOf(notification) <= upTo) notification.close()
}

/** Removes what was read while no page was open, or before this one listened. */
async function withdrawFromBefore(): Promise<void> {
  const ofMessages = (await shown()).filter((notification) => rowidOf(notification) > 0)
  for (const notification of ofMessages) {
    const { unread_count } = await client.get_conversation({ guid: notification.tag })
    if (unread_count === 0) notification.close()
  }
}

const shown = async (which?: GetNotificationOptions): Promise<Notification[]> =>
  (await (await navigator.serviceWorker?.getRegistration())?.getNotifications(which)) ?? []

const rowidOf = ({ data }: Notification): number => Number((data as NotificationData | null)?.rowid ?? 0)
