/** Runs the command `service` for tests as a user does, with a home of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../bin/service.mjs', import.meta.url))

/** The environment of the tests may name a base directory; the command must see only that of its home. */
function environment(home: string, more: NodeJS.ProcessEnv) {
  const { SERVICE_DIR: _dir, SERVICE_LOG_LEVEL: _level, FORCE_COLOR: _color, ...env } = process.env
  return { ...env, NO_COLOR: '1', HOME: home, ...more }
}

/** Waits until the command has ended. */
export function runService(home: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
    encoding: 'utf8',
    env: environment(home, more),
  })
  return { status, stdout, stderr }
}

export interface RunningService {
  child: ChildProcess
  /** The output so far. */
  stdout(): string
  stderr(): string
  /** Resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export function startService(home: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): RunningService {
  const child = spawn(process.execPath, [entry, ...args], { env: environment(home, more) })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  const exited = once(child, 'exit')
  return {
    child,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    async end(signal) {
      child.kill(signal)
      const [code] = await exited
      return code as number | null
    },
  }
}
