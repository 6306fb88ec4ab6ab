/** Shows a notice when the service has been updated and this tab is outdated; the page reloads only on request. */
import { t } from '../catalogue/texts.ts'
import { notify } from '../state/toasts.ts'
import { isOtherBuild } from './build.ts'

const lookEveryMs = 10 * 60_000

const ownScript = (): string | null =>
  document.querySelector('script[type=module][src^="/app/"]')?.getAttribute('src') ?? null

export interface Versions {
  /** Checks after a possible update. */
  look(): void
  end(): void
}

export function followVersions(): Versions {
  let lookedAtMs = Date.now()
  let isSaid = false

  async function look(): Promise<void> {
    if (isSaid) return
    lookedAtMs = Date.now()
    if (!(await isReplaced()) || isSaid) return
    isSaid = true
    void navigator.serviceWorker?.getRegistration().then((registration) => registration?.update())
    notify(t('offline.new_version'), { action: { label: t('offline.reload'), run: () => location.reload() } })
  }

  const lookQuietly = () => void look().catch(() => undefined)
  const onVisibility = () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAtMs > lookEveryMs) lookQuietly()
  }
  document.addEventListener('visibilitychange', onVisibility)
  // A part of the page that should be loaded no longer exists.
  addEventListener('vite:preloadError', lookQuietly)
  return {
    look: lookQuietly,
    end() {
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('vite:preloadError', lookQuietly)
    },
  }
}

async function isReplaced(): Promise<boolean> {
  const response = await fetch('/app/index.html', { cache: 'no-cache', redirect: 'error' })
  return response.ok && isOtherBuild(await response.text(), ownScript())
}
