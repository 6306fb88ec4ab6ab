/** What the browser keeps of the page, by name. */
export const shellPrefix = 'shell-'

/** At the end of a session: the page is kept anew at the next. */
export async function forgetShell(): Promise<void> {
  // Without encryption, nothing was kept.
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  const [registrations, names] = await Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()])
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await Promise.all(names.map((name) => caches.delete(name)))
}
