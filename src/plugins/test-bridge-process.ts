/** Runs for tests a bridge in a process of its own, which can be killed while a plugin works on a message. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { until } from './test-host.ts'

export async function bridgeWithWorkInFlight(
  serviceDir: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ bridge: ChildProcess; runnerPid: number }> {
  const program = `
    const { testHost, until } = await import(${JSON.stringify(join(import.meta.dirname, 'test-host.ts'))})
    const bench = await testHost({ serviceDir: ${JSON.stringify(serviceDir)}, settings: { probe: { enabled: true } } })
    bench.receive({})
    await until(() => bench.calls().length === 1)
    await until(() => bench.pids()[0]?.pid)
    console.log(bench.pids()[0].pid)
    setInterval(() => {}, 1000)`
  const bridge = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let printed = ''
  bridge.stdout?.on('data', (chunk) => (printed += chunk))
  await until(() => printed.endsWith('\n'))
  return { bridge, runnerPid: Number(printed) }
}
