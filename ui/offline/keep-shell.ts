/**
 * Registers the service worker, so that the page opens without the service; browsers allow that only on https and
 * localhost.
 */

const worker = '/app/service-worker.js'

/**
 * The page's trusted types policy allows text to become a script URL only here, and it is always the same text. Only
 * the first caller can create this policy.
 */
const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => worker })

export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register((policy?.createScriptURL('') ?? worker) as string, {
      updateViaCache: 'none',
    })
  } catch {
    // Private windows of some browsers store nothing; there the page needs the service.
  }
}
