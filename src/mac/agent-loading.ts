/** Loads launch agents into launchd and unloads them. Both return the reason of a failure, undefined on success. */
import { setTimeout as pause } from 'node:timers/promises'
import { askProgram } from './ask-program.ts'

export interface AgentLoading {
  /** Also enables an agent that was switched off in the settings of macOS, since the caller wants it to run. */
  load(label: string, definitionFile: string): Promise<string | undefined>
  /** Resolves once the process has ended, or once launchd should have killed it. */
  unload(label: string): Promise<string | undefined>
}

/** launchd waits less than this for a process to end. */
const deadlineMs = 30_000
const lookAgainMs = 100

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
        await pause(lookAgainMs)
      }
      return undefined
    },
  }
}

const whyNot = (exitCode: number | null, stderr: string): string =>
  stderr.trim() || `launchctl ended with ${exitCode ?? 'no answer'}.`
