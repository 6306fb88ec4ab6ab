/** Runs a program to its end, and returns its output. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { root } from '../test/harness/built.ts'

export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

interface Options {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

export async function run([program = '', ...args]: readonly string[], options: Options = {}): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { status, stdout, stderr }
}
