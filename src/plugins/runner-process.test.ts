import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { noWall } from './isolation/wall.ts'
import { RunnerProcess } from './runner-process.ts'
import { testFolder, until, writePlugin } from './test-host.ts'

const silentLog = { write: () => undefined, capture: () => undefined }

/** Starts a runner that loads its plugin forever, so that only its silence can end it. */
async function endlessRunner({ clock = systemClock, beforeInit = (_: RunnerProcess) => {} } = {}) {
  const dataDir = testFolder()
  const cacheDir = join(dataDir, 'cache')
  mkdirSync(cacheDir)
  const entry = join(writePlugin(dataDir, 'endless', 'await new Promise(() => undefined)'), 'index.mjs')
  const hello = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const answers = { count: 0 }
  const runner = new RunnerProcess({
    sandbox: { readable: [dataDir], dataDir, cacheDir },
    wall: noWall('not needed'),
    log: silentLog,
    clock,
    onFrame({ type }) {
      if (type === 'hello') hello.resolve()
      if (type === 'pong') answers.count++
    },
    onExit: ended.resolve,
  })
  onTestFinished(() => runner.kill('the test is over'))
  beforeInit(runner)
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
  return { runner, ended: ended.promise, answers }
}

const probe = (runner: RunnerProcess, times: number): void => {
  for (let count = 0; count < times; count++) runner.probe()
}

test('a runner is not probed before it has sent anything, and is probed once it has', async () => {
  const { runner, ended } = await endlessRunner({ beforeInit: (runner) => probe(runner, 100) })
  probe(runner, 100)
  expect(await ended).toBe('did not answer for two seconds')
})

test('a runner that has nothing to do is asked at every fourth probe, until it has something to do', async () => {
  let atMs = 0
  const { runner, answers } = await endlessRunner({ clock: { ...systemClock, monotonicMs: () => atMs } })
  expect(runner.isAtRest).toBe(false)
  atMs += 60_000
  for (const count of [1, 2]) {
    expect(runner.isAtRest).toBe(true)
    probe(runner, 4)
    expect(runner.isAtRest).toBe(false)
    await until(() => answers.count === count)
  }
  runner.send({ type: 'cancel', delivery_id: 'any' })
  expect(runner.isAtRest).toBe(false)
  probe(runner, 1)
  await until(() => answers.count === 3)
})

test('a runner at rest that falls silent is ended as soon as any other', async () => {
  let atMs = 0
  const { runner, ended } = await endlessRunner({ clock: { ...systemClock, monotonicMs: () => atMs } })
  atMs += 60_000
  probe(runner, 8)
  expect(await ended).toBe('did not answer for two seconds')
})
