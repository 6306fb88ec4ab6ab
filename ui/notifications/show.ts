/** Shows a notification; a click on it leads to a tab that is already open. */
import { base } from '../routes.ts'
import { isShown, type NotificationData } from './pushed.ts'

export type Open = (path: string) => void

interface Contents {
  title: string
  body: string
  /** A later notification with the same tag replaces an earlier one. */
  tag: string
  /** Path below the base to which a click leads. */
  path: string
  isSilent: boolean
  /** The message, if it is about one: a push may have shown it already. */
  rowid?: number
}

/** Prefers the service worker's notification, which outlives the tab and is the only kind on phones. */
export async function show({ title, body, tag, path, isSilent, rowid }: Contents, open: Open): Promise<void> {
  const options = { body, tag, icon: '/app/icon-192.png', silent: isSilent }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) {
    if (rowid !== undefined && isShown(rowid, await registration.getNotifications({ tag }))) return
    const data: NotificationData = { path: `${base}${path}`, ...(rowid !== undefined && { rowid }) }
    return registration.showNotification(title, { ...options, data })
  }
  const notification = new Notification(title, options)
  notification.onclick = () => {
    window.focus()
    open(path)
    notification.close()
  }
}
