import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { noWall } from './isolation/wall.ts'
import { RunnerProcess } from './runner-process.ts'
import { testFolder, writePlugin } from './test-host.ts'

const silentLog = { write: () => undefined, capture: () => undefined }

test('a runner is not probed before it has sent anything, and is probed once it has', async () => {
  const dataDir = testFolder()
  const cacheDir = join(dataDir, 'cache')
  mkdirSync(cacheDir)
  // Loads forever, so that only its silence can end it.
  const entry = join(writePlugin(dataDir, 'endless', 'await new Promise(() => undefined)'), 'index.mjs')
  const hello = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const runner = new RunnerProcess({
    sandbox: { readable: [dataDir], dataDir, cacheDir },
    wall: noWall('not needed'),
    log: silentLog,
    clock: systemClock,
    onFrame: ({ type }) => type === 'hello' && hello.resolve(),
    onExit: ended.resolve,
  })
  onTestFinished(() => runner.kill('the test is over'))
  for (let count = 0; count < 100; count++) runner.probe()
  runner.send({
    type: 'init',
    entry,
    name: 'endless',
    tier: 'official',
    is_bundled: false,
    settings: {},
    data_dir: dataDir,
  })
  await Promise.race([hello.promise, ended.promise])
  for (let count = 0; count < 100; count++) runner.probe()
  expect(await ended.promise).toBe('did not answer for two seconds')
})
