/** Runs commands of the service one after the other in one process, which saves the start of a process for each. */
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../../src/cli/run.ts'
import { readStatus } from '../../src/store/bridge-status.ts'
import { readPid } from '../../src/store/process-lock.ts'
import { dirOf } from './bridge-process.ts'

export interface Typed {
  home: string
  args: string[]
}

export interface Outcome {
  status: number
  /** All output to stdout and stderr. */
  said: string
}

process.on('message', async ({ home, args }: Typed) => {
  process.env.HOME = home
  process.exitCode = undefined
  let said = ''
  for (const stream of [process.stdout, process.stderr])
    stream.write = (chunk: string | Uint8Array) => {
      said += String(chunk)
      return true
    }
  const ending = run([process.execPath, 'service', ...args])
  if (args[0] === 'bridge' || args[0] === 'web') await endOnceItRuns(args[0], home, ending)
  const status = await ending
  process.exitCode = undefined
  // A refused command leaves its signal handlers behind, which would end the next one.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  process.send?.({ status, said } satisfies Outcome)
})

async function endOnceItRuns(command: 'bridge' | 'web', home: string, ending: Promise<number>): Promise<void> {
  const dir = dirOf(home)
  let hasEnded = false
  void ending.then(() => {
    hasEnded = true
  })
  const begunMs = Date.now()
  const polls = () => {
    const { pid, state, started_at = '' } = readStatus(dir.statusFile) ?? {}
    return pid === process.pid && state === 'polling' && Date.parse(started_at) >= begunMs
  }
  const runs = command === 'bridge' ? polls : () => readPid(dir.webPidFile) === process.pid
  while (!hasEnded && !runs()) await pause(10)
  if (!hasEnded) process.kill(process.pid, 'SIGTERM')
}
