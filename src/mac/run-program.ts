/**
 * Runs a program of macOS directly: without a shell or our environment, and with a deadline after which it is killed.
 */
import { spawn } from 'node:child_process'

export interface Run {
  program: string
  args: readonly string[]
  deadlineMs: number
  signal?: AbortSignal
}

/** The minimal environment that the programs of macOS need. */
export const programEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'en_US.UTF-8' }

/** Resolves to undefined on success, otherwise to a description of how the program ended. */
export function runProgram({ program, args, deadlineMs, signal }: Run): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: programEnvironment,
      stdio: 'ignore',
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    })
    child.on('error', (error) => resolve(error.name === 'AbortError' ? 'was stopped' : 'could not be started'))
    child.on('close', (code, killedBy) => resolve(code === 0 ? undefined : endOf(code, killedBy)))
  })
}

const endOf = (code: number | null, killedBy: NodeJS.Signals | null): string =>
  killedBy === null ? `ended with ${code}` : `was ended by ${killedBy}`
