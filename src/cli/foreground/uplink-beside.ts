/** Runs the uplink beside a service in the foreground for as long as its Mac belongs to a hub. */
import type { ServiceDir } from '../../store/service-dir.ts'
import { hasJoined, readIdentity } from '../../store/uplink-file.ts'
import { type ForegroundProcess, startService } from './processes.ts'

const pollMs = 1_000

/** Also starts and ends it when the Mac joins or leaves a hub meanwhile, which other commands do. */
export function uplinkBeside(dir: ServiceDir, env: NodeJS.ProcessEnv): Pick<ForegroundProcess, 'stop'> {
  let key: string | undefined
  let uplink: ForegroundProcess | undefined
  let isOver = false
  // An uplink that has ended by itself stays ended: it has told why, and another may have taken its place.
  const follow = async () => {
    const joinedBy = hasJoined(dir) ? readIdentity(dir).seed : undefined
    if (joinedBy === key) return
    key = joinedBy
    await uplink?.stop()
    uplink = key === undefined || isOver ? undefined : startService(['uplink', 'run'], { env })
  }
  let following = follow()
  const timer = setInterval(() => {
    following = following.then(follow)
  }, pollMs)
  return {
    async stop() {
      isOver = true
      clearInterval(timer)
      await following
      await uplink?.stop()
    },
  }
}
