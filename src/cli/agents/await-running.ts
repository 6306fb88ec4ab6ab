/**
 * Waits until what launchd has started works (the web process responds, and the bridge has written its status), and
 * formats that for the terminal.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { names } from '../../contract/names.ts'
import type { AgentName } from '../../contract/setup-names.ts'
import { provenAddress } from '../../local-client/proven-fetch.ts'
import { readStatus } from '../../store/bridge-status.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { readUplinkStatus } from '../../store/uplink-file.ts'
import { agentsOf, type Launchd, pidOf } from './launchd.ts'

export interface RunningAgent {
  process: AgentName
  /** Null when it has not come up. */
  pid: number | null
}

/** Start-up may take this long, since a process opens large files on a busy Mac. */
const patienceMs = 60_000
/** The time given to a process that ended: launchd starts it again, but it rarely does better. */
const patienceAfterEndMs = 10_000
const pollMs = 100
/** The interval at which launchd is asked whether a process that does not work yet has ended. */
const askLaunchdMs = 1_000

export async function awaitRunning(base: string, launchd: Pick<Launchd, 'stateOf'>): Promise<RunningAgent[]> {
  const dir = serviceDir(base)
  const sinceMs = performance.now()
  const running = async (process: AgentName): Promise<RunningAgent> => {
    let firstPid: number | null = null
    let hasEnded = false
    let askedMs = Number.NEGATIVE_INFINITY
    for (;;) {
      // Our own files are read first, since each request to launchd starts a program.
      const locked = pidOf(dir, process)
      const isWorking = locked !== undefined && (await works[process](dir, locked))
      if (isWorking || performance.now() - askedMs >= askLaunchdMs) {
        askedMs = performance.now()
        const { pid } = await launchd.stateOf(names.launchAgents[process])
        if (isWorking && pid === locked) return { process, pid }
        firstPid ??= pid
        hasEnded = firstPid !== null && pid !== firstPid
      }
      if (performance.now() - sinceMs > (hasEnded ? patienceAfterEndMs : patienceMs)) return { process, pid: null }
      await pause(pollMs)
    }
  }
  return Promise.all(agentsOf(dir).map(running))
}

const works: Record<AgentName, (dir: ServiceDir, pid: number) => boolean | Promise<boolean>> = {
  bridge: (dir, pid) => readStatus(dir.statusFile)?.pid === pid,
  web: (dir) => isProven(dir),
  uplink: (dir, pid) => readUplinkStatus(dir)?.pid === pid,
}

async function isProven(dir: ServiceDir): Promise<boolean> {
  try {
    await provenAddress(dir, 'terminal')
    return true
  } catch {
    return false
  }
}

const column = 10

export const agentLine = (process: AgentName, text: string): string => `  ${process.padEnd(column)}${text}`

export function runningLines(running: readonly RunningAgent[], logs: string): string[] {
  return running.map(({ process, pid }) =>
    agentLine(
      process,
      pid === null
        ? `has not come up: look into ${logs}/${process}.log, or type ${names.command} doctor`
        : `running, process ${pid}`,
    ),
  )
}
