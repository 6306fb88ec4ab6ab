/** Runs programs of macOS: without a shell or our environment, and with a deadline after which they are killed. */
import { execFile, spawn } from 'node:child_process'

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

interface ProgramOutput {
  stdout: string
  stderr: string
  /** Zero on success; null where the program was killed or could not be started. */
  exitCode: number | null
}

const mostBytes = 256 * 1024

/**
 * Runs a program of macOS for its output: without a shell or our environment, with a deadline and a limit on the
 * output.
 */
export function askProgram(program: string, args: readonly string[], deadlineMs = 3_000): Promise<ProgramOutput> {
  const options = {
    cwd: '/',
    env: programEnvironment,
    encoding: 'utf8' as const,
    timeout: deadlineMs,
    killSignal: 'SIGKILL' as const,
    maxBuffer: mostBytes,
  }
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error, stdout, stderr) =>
      resolve({ stdout, stderr, exitCode: error === null ? 0 : typeof error.code === 'number' ? error.code : null }),
    )
  })
}
