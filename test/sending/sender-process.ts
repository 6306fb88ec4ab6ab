/** Starts a process that sends, and reads what it reports before it ends or is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from '../harness/until.ts'
import type { SenderJob } from './sender.ts'

export interface Said {
  isReady?: boolean
  key?: string
  id?: string
  state?: string
  diesBefore?: string
  decided?: string
  steps?: number
}

export interface SenderProcess {
  child: ChildProcess
  said(): Said[]
  ready(): Promise<void>
  /** Resolves when the process is gone, for any reason. */
  ended: Promise<void>
  kill(): Promise<void>
}

const program = fileURLToPath(new URL('./sender.ts', import.meta.url))

export function startSender(home: string, job: SenderJob): SenderProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, home, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'close').then(() => {})
  /** A killed process may leave half a line. */
  const said = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Said)
  return {
    child,
    said,
    ended,
    ready: () => until(() => said().some(({ isReady }) => isReady), { describe: () => 'a sender to open' }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
