/**
 * The service worker: opens the page from its cache while the service does not respond, shows what is pushed while no
 * page is open, and leads from a notification to a tab.
 */
import { shellFiles, shellVersion } from 'virtual:shell-files'
import type { Pushed } from '../../src/contract/push.ts'
import { isLookedAt, isShown, mustShow, type NotificationData, shownOf } from '../notifications/pushed.ts'
import { subscribedWith } from '../notifications/subscribe.ts'
import { shellPrefix } from './kept.ts'
import { renewSubscription } from './renew-push.ts'
import { isNoAnswer, wayOf } from './ways.ts'
import type { WorkerScope } from './worker-scope.ts'

const worker = globalThis as unknown as WorkerScope
const own = () => caches.open(`${shellPrefix}${shellVersion}`)
const shell = '/app/index.html'

/** A sleeping Mac does not even refuse the connection, and the window stays blank meanwhile. */
const patienceMs = 2_500
/** The page waits for its colours before it shows anything, and the last known ones will do. */
const lookPatienceMs = 500
/** Tabs opened before an update continue with the files of their version. */
const versionsKept = 2

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  event.waitUntil(keepShell())
})

async function keepShell(): Promise<void> {
  const cache = await own()
  // Without a session the service redirects to the login, which must not be cached as the page.
  const ask = (url: string) => new Request(url, { redirect: 'error', cache: wasNamed(url) ? 'default' : 'reload' })
  await cache.addAll(shellFiles.map(ask))
}

const wasNamed = (url: string): boolean => url.startsWith('/app/assets/')

worker.addEventListener('activate', (event) => event.waitUntil(dropOldShells()))

async function dropOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(shellPrefix))
  await Promise.all(names.slice(0, -versionsKept).map((name) => caches.delete(name)))
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const way = wayOf(request, worker.location.origin)
  if (way === 'page') event.respondWith(page(request))
  else if (way === 'asset') event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  else if (way === 'look') event.respondWith(look(request))
})

async function page(request: Request): Promise<Response> {
  const kept = async () => (await own()).match(shell)
  try {
    const response = await inTime(fetch(request), patienceMs)
    return isNoAnswer(response.status) ? ((await kept()) ?? response) : response
  } catch {
    return (await kept()) ?? Response.error()
  }
}

async function look(request: Request): Promise<Response> {
  const cache = await own()
  const kept = await cache.match(request)
  const fresh = fetch(request).then(async (response) => {
    if (response.ok && !response.redirected) await cache.put(request, response.clone())
    return response
  })
  try {
    return await (kept === undefined ? fresh : inTime(fresh, lookPatienceMs))
  } catch {
    return kept ?? Response.error()
  }
}

const inTime = (answer: Promise<Response>, ms: number): Promise<Response> =>
  Promise.race([answer, new Promise<never>((_, reject) => setTimeout(reject, ms))])

worker.addEventListener('push', (event) => event.waitUntil(showPushed(event.data?.json() as Pushed | undefined)))

async function showPushed(pushed: Pushed = { type: 'test', language: 'en' }): Promise<void> {
  const { registration, clients, navigator } = worker
  const { title, ...options } = shownOf(pushed)
  const show = (more: { silent?: boolean; renotify?: boolean }) =>
    registration.showNotification(title, { ...options, icon: '/app/icon-192.png', ...more } as NotificationOptions)
  if (pushed.type !== 'message') return show({})
  await Promise.all(pushed.withdraw.map(closeOf))
  const { guid, rowid, unread } = pushed
  // Only the installed page has an icon.
  await (navigator as Partial<Pick<Navigator, 'setAppBadge'>>).setAppBadge
    ?.call(navigator, unread)
    .catch(() => undefined)
  const isSeen = isLookedAt(guid, await clients.matchAll({ type: 'window', includeUncontrolled: true }))
  if (!isSeen && !isShown(rowid, await registration.getNotifications({ tag: guid }))) return show({ renotify: true })
  if (!mustShow(navigator.userAgent)) return
  await show({ silent: true })
  if (isSeen) await closeOf(guid)
}

async function closeOf(tag: string): Promise<void> {
  for (const notification of await worker.registration.getNotifications({ tag })) notification.close()
}

worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(
    renewSubscription({
      fetch: (path, init) => fetch(path, init),
      subscribe: (key) => subscribedWith(worker.registration, key),
    }),
  ),
)

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data = event.notification.data as NotificationData | null
  event.waitUntil(openAt(data?.actions?.[event.action] ?? data?.path ?? '/app/'))
})

/** Prefers a tab that is already open. */
async function openAt(path: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A tab with the view of an API key is not reused.
  const tab = tabs.find(({ url }) => /^\/app\/(?!as\/)/.test(new URL(url).pathname))
  if (tab === undefined) return void (await worker.clients.openWindow(path))
  const focused = await tab.focus()
  focused.postMessage({ open: path })
}
