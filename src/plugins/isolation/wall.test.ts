import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startOf } from '../process-identity.ts'
import { testFolder } from '../test-host.ts'
import { findWall } from './wall.ts'

const { missing } = await findWall()

test.skipIf(missing !== null || process.platform !== 'linux')(
  'an OS sandbox that is slow to try, as on a busy machine, does not count as missing',
  async () => expect(await findWall({ limitMs: 1 })).toMatchObject({ missing: null }),
)

test('a platform without a known OS sandbox is reported', async () =>
  expect(await findWall({ platform: 'aix' })).toMatchObject({ missing: 'there is none for aix' }))

/** A sandbox that never starts anything and ignores the signals that ask it to end. */
function stuckSandbox() {
  const folder = testFolder()
  const note = join(folder, 'pid')
  const program = join(folder, 'bwrap')
  const script = `trap '' TERM HUP INT\necho $$ > ${note}.new && mv ${note}.new ${note}\nwhile :; do sleep 1; done`
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  return {
    PATH: `${folder}:${process.env.PATH}`,
    isTried: () => existsSync(note),
    isGone: async () => (await startOf(Number(readFileSync(note, 'utf8')))) === undefined,
  }
}

test('a sandbox that hangs while it is tried ends at the limit, and counts as slow', async () => {
  const { PATH, isTried, isGone } = stuckSandbox()
  vi.stubEnv('PATH', PATH)
  onTestFinished(() => void vi.unstubAllEnvs())
  // Such a sandbox is started before the limit only on a machine that is not busy.
  for (let limitMs = 200; !isTried(); limitMs *= 2)
    expect(await findWall({ platform: 'linux', limitMs })).toMatchObject({ missing: null })
  await expect.poll(isGone).toBe(true)
})

test('a sandbox that hangs while it is tried ends with the process that tried it', async () => {
  const { PATH, isTried, isGone } = stuckSandbox()
  const trial = `import { findWall } from '${new URL('./wall.ts', import.meta.url)}'
    await findWall({ platform: 'linux', limitMs: 3_600_000 })`
  const ours = spawn(process.execPath, ['--input-type=module', '-e', trial], { env: { ...process.env, PATH } })
  onTestFinished(() => void ours.kill('SIGKILL'))
  await expect.poll(isTried).toBe(true)
  ours.kill('SIGKILL')
  await expect.poll(isGone).toBe(true)
})
