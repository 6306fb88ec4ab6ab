/** Kills the process of the plugin that calls the webhook. */
import { runnerPid } from '../test/harness/runner-pid.ts'

export function killRunner(home: string): void {
  const pid = runnerPid(home)
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
