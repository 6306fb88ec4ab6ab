/**
 * Runs a program of macOS for its output: without a shell or our environment, with a deadline and a limit on the
 * output.
 */
import { execFile } from 'node:child_process'
import { programEnvironment } from './run-program.ts'

export interface ProgramOutput {
  stdout: string
  stderr: string
  /** Zero on success; null where the program was killed or could not be started. */
  exitCode: number | null
}

const mostBytes = 256 * 1024

export function askProgram(program: string, args: readonly string[], deadlineMs = 3_000): Promise<ProgramOutput> {
  const options = {
    ...{ cwd: '/', env: programEnvironment, encoding: 'utf8' as const },
    ...{ timeout: deadlineMs, killSignal: 'SIGKILL' as const, maxBuffer: mostBytes },
  }
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error, stdout, stderr) =>
      resolve({ stdout, stderr, exitCode: error === null ? 0 : typeof error.code === 'number' ? error.code : null }),
    )
  })
}
