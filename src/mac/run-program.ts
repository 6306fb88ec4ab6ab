/** Runs a program of macOS by itself: no shell, nothing of our environment, and a deadline after which it is killed. */
import { spawn } from 'node:child_process'

export interface Run {
  program: string
  args: readonly string[]
  deadlineMs: number
  signal?: AbortSignal
}

/** What the programs of macOS themselves need. */
export const programEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'en_US.UTF-8' }

/** Undefined when it ended well, else how it ended. */
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
