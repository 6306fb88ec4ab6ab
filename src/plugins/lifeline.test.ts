import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bridgeWithWorkInFlight } from './test-bridge-process.ts'
import { pluginSource, testFolder, until, writePlugin } from './test-host.ts'

it.each([
  ['behind the sandbox of the system', process.env.PATH],
  ['without a sandbox of the system', '/nowhere'],
])('ends a plugin that loops for ever after the bridge was killed, %s', async (_where, PATH) => {
  const serviceDir = testFolder()
  writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', { onInbound: 'for (;;);' }))
  const { bridge, runnerPid } = await bridgeWithWorkInFlight(serviceDir, { PATH })
  bridge.kill('SIGKILL')
  expect(membersOf(runnerPid)).not.toEqual([])
  await until(() => membersOf(runnerPid).length === 0)
})

/** The processes of a group that still run; those that only wait to be collected by their parent do not count. */
function membersOf(group: number): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => new RegExp(`^\\s*${group}\\s+[^Z]`).test(line))
}
