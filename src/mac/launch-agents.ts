/** Asks launchd about this service's launch agents; restarts, loads and unloads them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Programs } from './programs.ts'
import { askProgram } from './run-program.ts'

/** launchctl returns after the process has ended, for which launchd grants some seconds, and was started again. */
const restartDeadlineMs = 15_000

export interface AgentState {
  /** `unknown`: there is no launchctl on this machine. */
  is: 'running' | 'stopped' | 'installed' | 'absent' | 'unknown'
  pid: number | null
}

export interface LaunchAgents {
  /** Asks launchd at most once in `holdsMs`, which is two seconds by default. */
  stateOf(label: string): Promise<AgentState>
  /** Returns the reason of a failure; undefined when launchd restarts the agent. */
  restart(label: string): Promise<string | undefined>
}

interface LaunchAgentsDeps {
  home: string
  programs: Pick<Programs, 'launchctl'>
  /** The user whose session launchd manages. */
  uid: number
  nowMs(): number
  /** How long a result stays valid. */
  holdsMs?: number
}

export function launchAgents({
  home,
  programs: { launchctl },
  uid,
  nowMs,
  holdsMs = 2_000,
}: LaunchAgentsDeps): LaunchAgents {
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

/** Loads launch agents into launchd and unloads them. Both return the reason of a failure, undefined on success. */
export interface AgentLoading {
  /**
   * Loads an agent, and enables it if it was switched off in the settings of macOS, since the caller wants it to run.
   */
  load(label: string, definitionFile: string): Promise<string | undefined>
  /** Resolves once the process has ended, or once launchd should have killed it. */
  unload(label: string): Promise<string | undefined>
}

/** launchd waits less than this for a process to end. */
const deadlineMs = 30_000
const checkAgainMs = 100

export function agentLoading({ launchctl, uid }: { launchctl: string; uid: number }): AgentLoading {
  const domain = `gui/${uid}`
  const ask = (...args: string[]) => askProgram(launchctl, args, deadlineMs)

  async function isKnown(label: string): Promise<boolean> {
    return (await ask('print', `${domain}/${label}`)).exitCode === 0
  }

  return {
    async load(label, definitionFile) {
      await ask('enable', `${domain}/${label}`)
      const { exitCode, stderr } = await ask('bootstrap', domain, definitionFile)
      return exitCode === 0 ? undefined : whyNot(exitCode, stderr)
    },
    async unload(label) {
      const { exitCode, stderr } = await ask('bootout', `${domain}/${label}`)
      // `bootout` may return before the process has ended; the same label cannot be loaded again until then.
      const end = performance.now() + deadlineMs
      while (await isKnown(label)) {
        if (performance.now() > end) return whyNot(exitCode, stderr)
        await pause(checkAgainMs)
      }
      return undefined
    },
  }
}

const whyNot = (exitCode: number | null, stderr: string): string =>
  stderr.trim() || `launchctl ended with ${exitCode ?? 'no answer'}.`
