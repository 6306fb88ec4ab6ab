/** Has the browser keep the page, so that it opens without the service; only https, and the Mac itself, may do so. */

const worker = '/app/service-worker.js'

/**
 * The policy of the page allows text to become a script nowhere but here, and here it is always the same text. Whoever is
 * first may name this policy, and nobody after that.
 */
const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => worker })

export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register((policy?.createScriptURL('') ?? worker) as string, {
      updateViaCache: 'none',
    })
  } catch {
    // Private windows of some browsers keep nothing; the page needs the service then.
  }
}
