/** The launch agents of this service, as launchd knows them: whether they are loaded and run, and starting one anew. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { askProgram } from './ask-program.ts'
import type { Programs } from './programs.ts'

/** launchctl answers once the process has ended, for which launchd gives it some seconds, and was started anew. */
const restartDeadlineMs = 15_000

export interface AgentState {
  /** `unknown`: there is no launchctl here. */
  is: 'running' | 'stopped' | 'installed' | 'absent' | 'unknown'
  pid: number | null
}

export interface LaunchAgents {
  /** Asked of launchd at most every two seconds, unless it is to be asked each time. */
  stateOf(label: string): Promise<AgentState>
  /** How it went wrong; undefined when launchd starts it anew. */
  restart(label: string): Promise<string | undefined>
}

interface Place {
  home: string
  programs: Pick<Programs, 'launchctl'>
  /** Of the user whose session it is. */
  uid: number
  nowMs(): number
  /** How long an answer holds. */
  holdsMs?: number
}

export function launchAgents({ home, programs: { launchctl }, uid, nowMs, holdsMs = 2_000 }: Place): LaunchAgents {
  const asked = new Map<string, { atMs: number; answer: Promise<AgentState> }>()
  const target = (label: string) => `gui/${uid}/${label}`

  async function ask(label: string): Promise<AgentState> {
    if (launchctl === undefined) return { is: 'unknown', pid: null }
    const { stdout, exitCode } = await askProgram(launchctl, ['print', target(label)])
    if (exitCode === 0) {
      const pid = Number(/^\s*pid = (\d+)$/m.exec(stdout)?.[1] ?? 0)
      return pid > 0 ? { is: 'running', pid } : { is: 'stopped', pid: null }
    }
    const isThere = existsSync(join(home, 'Library', 'LaunchAgents', `${label}.plist`))
    return { is: exitCode === null ? 'unknown' : isThere ? 'installed' : 'absent', pid: null }
  }

  return {
    stateOf(label) {
      const known = asked.get(label)
      if (known !== undefined && nowMs() - known.atMs < holdsMs) return known.answer
      const answer = ask(label)
      asked.set(label, { atMs: nowMs(), answer })
      return answer
    },
    async restart(label) {
      asked.delete(label)
      if (launchctl === undefined) return 'launchctl is not on this machine; it comes with macOS.'
      const { exitCode } = await askProgram(launchctl, ['kickstart', '-k', target(label)], restartDeadlineMs)
      return exitCode === 0 ? undefined : `launchctl ended with ${exitCode ?? 'no answer'}.`
    },
  }
}
