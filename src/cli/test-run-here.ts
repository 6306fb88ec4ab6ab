/** Runs a command within the process of a test, which is faster than starting one. Standard input is not available. */
import { fileURLToPath } from 'node:url'
import { type MockInstance, vi } from 'vitest'
import { run } from './run.ts'

/** The file that starts the command, which names it to whatever is to start it again, such as launchd. */
const entry = fileURLToPath(new URL('../../bin/service.mjs', import.meta.url))

export interface Ran {
  status: number
  stdout: string
  stderr: string
}

/** Uses the environment of this process, except for the home and the given variables. */
export async function runHere(home: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const env = { SERVICE_DIR: undefined, SERVICE_LOG_LEVEL: undefined, NO_COLOR: '1', HOME: home, ...more }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const [out, err] = [written(process.stdout), written(process.stderr)]
  const before = { argv: process.argv, exitCode: process.exitCode }
  process.argv = [process.execPath, entry, ...args]
  process.exitCode = undefined
  try {
    const status = await run(process.argv)
    return { status, stdout: out.text(), stderr: err.text() }
  } finally {
    Object.assign(process, before)
    for (const { stop } of [out, err]) stop()
    vi.unstubAllEnvs()
  }
}

function written(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const spy: MockInstance = vi.spyOn(stream, 'write').mockImplementation(() => true)
  return { text: () => spy.mock.calls.map(([chunk]) => String(chunk)).join(''), stop: () => spy.mockRestore() }
}
