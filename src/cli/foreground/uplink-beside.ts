/** Runs the uplink beside a service in the foreground for as long as its Mac belongs to a hub. */
import { SteadyTimer } from '../../base/steady-timer.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import { hasJoined, readIdentity } from '../../store/uplink-file.ts'
import { type ForegroundProcess, startService } from './processes.ts'

const pollMs = 1_000

/**
 * Runs the uplink beside the service. It starts and ends when the Mac joins or leaves a hub, which other commands do.
 */
export function uplinkBeside(dir: ServiceDir, env: NodeJS.ProcessEnv): Pick<ForegroundProcess, 'stop'> {
  const start = () => startService(['uplink', 'run'], { env })
  const joinedBy = () => (hasJoined(dir) ? readIdentity(dir).seed : undefined)
  let key = joinedBy()
  let uplink = key === undefined ? undefined : start()
  let isOver = false
  // An uplink that has ended by itself stays ended: it has told why, and another may have taken its place.
  const follow = async () => {
    const present = joinedBy()
    if (present === key) return
    key = present
    await uplink?.stop()
    uplink = key === undefined || isOver ? undefined : start()
  }
  let following = Promise.resolve()
  const timer = new SteadyTimer(pollMs, () => {
    // An identity that goes away or cannot be read at this moment is looked for again at the next.
    following = following.then(follow).catch(() => undefined)
  })
  return {
    async stop() {
      isOver = true
      timer.stop()
      await following
      await uplink?.stop()
    },
  }
}
