/** Distinguishes processes that launchd runs from those that run in a Terminal window over the same directory. */
import { names } from '../../contract/names.ts'
import { type ProcessName, processes } from '../../contract/setup-names.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { readPid } from '../../store/process-lock.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import type { Launchd } from './place.ts'

export const pidOf = (dir: ServiceDir, process: ProcessName): number | undefined =>
  readPid(process === 'bridge' ? dir.pidFile : dir.webPidFile)

/** Throws `runs_in_terminal`, because a process that launchd starts in addition would end at once, again and again. */
export async function requireNoOther(dir: ServiceDir, launchd: Pick<Launchd, 'stateOf'> | undefined): Promise<void> {
  for (const process of processes) {
    const pid = pidOf(dir, process)
    if (pid === undefined) continue
    const agent = await launchd?.stateOf(names.launchAgents[process])
    if (agent?.pid === pid) continue
    const what = `The ${process} process runs in a Terminal window (process ${pid}).`
    throw new ServiceError('runs_in_terminal', what, { pid })
  }
}
