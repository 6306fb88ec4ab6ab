/** Shows a notification; a click on it leads to a tab that is already open. */
import { base } from '../routes.ts'

export const isPossible = (): boolean => 'Notification' in globalThis && isSecureContext
export const isAllowed = (): boolean => isPossible() && Notification.permission === 'granted'

interface Shown {
  title: string
  body: string
  /** A later notification with the same tag replaces an earlier one. */
  tag: string
  /** Path below the base to which a click leads. */
  path: string
  isSilent: boolean
}

interface Way {
  open(path: string): void
}

/** Prefers the service worker's notification, which outlives the tab and is the only kind on phones. */
export async function show({ title, body, tag, path, isSilent }: Shown, { open }: Way): Promise<void> {
  const options = { body, tag, icon: '/app/icon-192.png', silent: isSilent }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) return registration.showNotification(title, { ...options, data: `${base}${path}` })
  const notification = new Notification(title, options)
  notification.onclick = () => {
    window.focus()
    open(path)
    notification.close()
  }
}

/**
 * Follows clicks for which the service worker has brought this tab to the front. Returns the function that stops it.
 */
export function followClicks({ open }: Way): () => void {
  const worker = navigator.serviceWorker
  if (worker === undefined) return () => undefined
  const onMessage = ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data.open === 'string' && data.open.startsWith(`${base}/`)) open(data.open.slice(base.length))
  }
  worker.addEventListener('message', onMessage)
  return () => worker.removeEventListener('message', onMessage)
}
