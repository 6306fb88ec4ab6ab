import { writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { names } from '../../src/contract/names.ts'
import { agentDefinition } from '../../src/domain/launch-agent/definition.ts'
import { agentLoading, launchAgents } from '../../src/mac/launch-agents.ts'
import { askProgram } from '../../src/mac/run-program.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { onMac } from '../harness/on-mac.ts'
import { until } from '../harness/until.ts'

const folderOfTest = testFolders(onTestFinished)
/** The label of no service that anybody installs. */
const label = 'dev.service.scratch'

/** The definition of the bridge as `service install` writes it, for another label and a program that waits. */
function definitionIn(folder: string): string {
  const waiting = { program: '/bin/sh', args: ['-c', 'exec sleep 600'], baseDirectory: undefined, logsFolder: folder }
  const file = join(folder, `${label}.plist`)
  writeFileSync(file, agentDefinition('bridge', waiting).replace(names.launchAgents.bridge, label), { mode: 0o600 })
  return file
}

async function roundTrip({ bin, plutil, uid }: { bin: string; plutil: string; uid: number }): Promise<void> {
  const folder = folderOfTest()
  const launchctl = join(bin, 'launchctl')
  const loading = agentLoading({ launchctl, uid })
  const agents = launchAgents({ home: folder, programs: { launchctl }, uid, nowMs: Date.now, holdsMs: 0 })
  const running = async () => {
    await until(async () => (await agents.stateOf(label)).is === 'running')
    return (await agents.stateOf(label)).pid
  }
  const file = definitionIn(folder)
  expect(await askProgram(plutil, ['-lint', file])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('OK'),
  })
  // Removes what an earlier run may have left.
  await loading.unload(label)
  expect((await agents.stateOf(label)).is).toBe('absent')
  try {
    expect(await loading.load(label, file)).toBeUndefined()
    const first = await running()
    expect(await agents.restart(label)).toBeUndefined()
    expect(await running()).not.toBe(first)
  } finally {
    expect(await loading.unload(label)).toBeUndefined()
  }
  expect((await agents.stateOf(label)).is).toBe('absent')
}

test('a launch agent as we write it is loaded, restarted and unloaded by the simulated launchd', async () => {
  using mac = temporaryMac()
  await roundTrip({ bin: mac.bin, plutil: join(mac.bin, 'plutil'), uid: 501 })
})

onMac('a launch agent as we write it is loaded, restarted and unloaded by launchd', () =>
  roundTrip({ bin: '/bin', plutil: '/usr/bin/plutil', uid: userInfo().uid }),
)

onMac('the path of the test folder contains no link, and leaves room for the path of a socket', () => {
  expect(tmpdir()).toMatch(/^\/private\/tmp\//)
  expect(tmpdir().length).toBeLessThan(50)
})
