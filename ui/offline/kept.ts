/** Names and removes what the browser caches of the page. */
export const shellPrefix = 'shell-'

/** Called at the end of a session; the next session caches the page again. */
export async function forgetShell(): Promise<void> {
  // Without encryption, nothing was cached.
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  const [registrations, names] = await Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()])
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await Promise.all(names.map((name) => caches.delete(name)))
}
