/** Tells the alerts of a Mac whether its bridge can read Messages, and whether messages come as usual. */
import { readStatus } from '../../store/bridge-status.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import type { Surroundings } from './alert-watch.ts'
import { SilenceWatch, type SilenceWatchDeps } from './silence-watch.ts'

export function macSurroundings(dir: Pick<ServiceDir, 'statusFile'>, deps: SilenceWatchDeps): Surroundings {
  const silence = new SilenceWatch(deps)
  return {
    relay() {
      const { state = 'polling', code = null, reason = null } = readStatus(dir.statusFile) ?? {}
      return { state, code, reason }
    },
    quiet: (since) => silence.check(since),
    raisedElsewhere: () => [],
    isLogged: () => true,
  }
}
