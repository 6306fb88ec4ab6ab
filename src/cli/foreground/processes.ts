/** Starts, stops and awaits the processes that `up` and `demo` keep in the foreground. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ownCommand } from '../own-command.ts'

export interface ForegroundProcess {
  child: ChildProcess
  /** Resolves with the exit code; a signal counts as 1. */
  ended: Promise<number>
  stop(): Promise<void>
}

const patienceMs = 5_000

interface Start {
  env: NodeJS.ProcessEnv
  /** Flags of Node. */
  flags?: readonly string[]
  /** Whether its output is shown. */
  isShown?: boolean
}

/** Starts another subcommand of this same command. */
export function startService(args: readonly string[], options: Start) {
  const own = ownCommand(options.flags)
  const child = spawn(own.program, [...own.args, ...args], {
    env: options.env,
    // The channel carries no data; when it closes, the subcommand knows that its parent is gone.
    stdio: ['ignore', options.isShown ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    child,
    ended,
    async stop() {
      if (!isRunning()) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await ended
      clearTimeout(timer)
    },
  } satisfies ForegroundProcess
}
