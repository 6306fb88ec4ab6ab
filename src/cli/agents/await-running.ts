/** Waits until what launchd has started works: until it holds its place in the base directory. */
import { setTimeout as pause } from 'node:timers/promises'
import { names } from '../../contract/names.ts'
import { type ProcessName, processes } from '../../contract/setup-names.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { pidOf } from './foreground.ts'
import type { Launchd } from './place.ts'

export interface RunningAgent {
  process: ProcessName
  /** Null: it has not come up. */
  pid: number | null
}

const patienceMs = 10_000
const lookAgainMs = 100

export async function awaitRunning(base: string, launchd: Pick<Launchd, 'stateOf'>): Promise<RunningAgent[]> {
  const dir = serviceDir(base)
  const end = performance.now() + patienceMs
  const running = async (process: ProcessName): Promise<RunningAgent> => {
    for (;;) {
      const { pid } = await launchd.stateOf(names.launchAgents[process])
      if (pid !== null && pid === pidOf(dir, process)) return { process, pid }
      if (performance.now() > end) return { process, pid: null }
      await pause(lookAgainMs)
    }
  }
  return Promise.all(processes.map(running))
}
