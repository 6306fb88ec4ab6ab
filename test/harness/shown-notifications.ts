/**
 * Counts the notifications that a page or a service worker has brought to the screen. One that is asked for meanwhile may
 * get lost in the browser, so tests ask for them only after they were counted.
 */

/** Runs in the page or the worker, where `shown` is the count from then on. */
export const countShown = `{
  const { prototype } = ServiceWorkerRegistration
  const { showNotification } = prototype
  globalThis.shown = 0
  prototype.showNotification = async function (...given) {
    await showNotification.apply(this, given)
    globalThis.shown++
  }
}`
