/** Makes launchd know a launch agent, or forget it; each answer is how it went wrong, undefined where it went well. */
import { setTimeout as pause } from 'node:timers/promises'
import { askProgram } from './ask-program.ts'

export interface AgentLoading {
  /** Also where somebody has switched it off in the settings of macOS: whoever asks for it wants it on. */
  load(label: string, definitionFile: string): Promise<string | undefined>
  /** Returns once its process has ended, however long that takes within launchd's patience. */
  unload(label: string): Promise<string | undefined>
}

/** Longer than launchd waits for the end of a process. */
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
      // It may answer before the process has ended; until then the same label cannot be loaded again.
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
