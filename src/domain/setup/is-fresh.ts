/** Decides whether nobody has set the service up yet, so that it opens with setup. */
import type { Config } from '../../contract/config.ts'
import type { SetupProgress } from '../../contract/setup.ts'
import { enabledByFirstStart, isSwitchedOn } from '../plugin-configuration.ts'

/** A service that was configured by hand is not fresh either. */
export function isFresh(
  progress: SetupProgress,
  { auth, integrations }: Pick<Config, 'auth' | 'integrations'>,
): boolean {
  if (progress.finished || progress.furthest !== 'welcome' || auth.password_hash !== null) return false
  return !Object.keys(integrations).some(
    (name) => isSwitchedOn(integrations, name) && !enabledByFirstStart.includes(name),
  )
}
