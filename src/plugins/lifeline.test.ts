import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bridgeWithWorkInFlight } from './test-bridge-process.ts'
import { endlessLoop, pluginSource, testFolder, until, writePlugin } from './test-host.ts'

it.each([
  ['behind the sandbox of the system', process.env.PATH],
  ['without a sandbox of the system', '/nowhere'],
])('ends a plugin in an endless loop after the bridge was killed, %s', async (_where, PATH) => {
  const serviceDir = testFolder()
  writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', { onInbound: endlessLoop }))
  const { bridge, runnerPid } = await bridgeWithWorkInFlight(serviceDir, { PATH })
  expect(membersOf(runnerPid)).not.toEqual([])
  bridge.kill('SIGKILL')
  await until(() => membersOf(runnerPid).length === 0)
})

/** The running processes of a group, without those that only wait for their parent to collect them. */
function membersOf(group: number): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => new RegExp(`^\\s*${group}\\s+[^Z]`).test(line))
}
