/**
 * Runs a program that is only tried, and returns what it printed. Whatever it does, it ends with our process or at its
 * limit: a program in a sandbox may ignore signals, or hang where nothing else would notice.
 */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { withLifeline } from '../lifeline.ts'
import { endGroup } from '../process-identity.ts'
import type { CommandLine } from './confinement.ts'

export class TooSlow extends Error {}

export async function runBriefly(command: CommandLine, limitMs: number): Promise<string> {
  const [program, ...args] = withLifeline(command)
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'pipe'] })
  const ended = Promise.withResolvers<number | NodeJS.Signals | null>()
  const end = () => child.pid !== undefined && endGroup(child.pid, 'SIGKILL')
  const limit = setTimeout(() => {
    ended.reject(new TooSlow())
    end()
  }, limitMs)
  child.on('error', ended.reject)
  child.on('exit', (code, signal) => {
    // A process that the lifeline's shell started beside the command still waits for the end of the pipe.
    end()
    ended.resolve(code ?? signal)
  })
  try {
    const [status, stdout, stderr] = await Promise.all([
      ended.promise,
      text(child.stdout as Readable),
      text(child.stderr as Readable),
    ])
    if (status === 0) return stdout.trim()
    throw new Error(stderr.trim().split('\n').at(-1) || `it ended with ${status}`)
  } finally {
    clearTimeout(limit)
  }
}
