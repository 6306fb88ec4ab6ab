import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../simulator/temporary-mac.ts'
import { type RunningService, runService, startService } from '../src/cli/test-service.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { saveConfig } from '../src/store/config-file.ts'
import { readPid } from '../src/store/process-lock.ts'
import { dirOf } from './harness/bridge-process.ts'
import { until } from './harness/until.ts'

const startDemo = (temporary: string): RunningService => startService(temporary, ['demo'], { TMPDIR: temporary })

function demoIn(temporary: string): RunningService {
  const demo = startDemo(temporary)
  onTestFinished(() => void demo.child.kill('SIGKILL'))
  return demo
}

/** Resolves once the demo serves its page. */
async function running(demo: RunningService) {
  await until(() => {
    if (demo.child.exitCode !== null) throw new Error(`The demo ended: ${demo.stdout()} ${demo.stderr()}`)
    return demo.stdout().includes('Page  ') && demo.stdout().includes('✓')
  })
  const [, home = ''] = /Simulated Mac +(\S+) \(macOS/.exec(demo.stdout()) ?? []
  const { configFile } = dirOf(home)
  return { home, configFile, settings: () => readFileSync(configFile, 'utf8') }
}

test('a service that runs in the folder keeps its settings as well', async () => {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const bridge = startService(mac.home, ['bridge'])
  onTestFinished(() => void bridge.child.kill('SIGKILL'))
  const { pidFile, configFile } = dirOf(mac.home)
  await until(() => readPid(pidFile) === bridge.child.pid)
  const { status, stderr } = runService(mac.home, ['demo', '--dir', mac.home])
  expect([status, stderr]).toEqual([exitCodes.alreadyRunning, expect.stringContaining(`${bridge.child.pid}`)])
  expect(existsSync(configFile) ? readFileSync(configFile, 'utf8') : '').not.toContain('whsec_')
})

describe('while a demo runs', () => {
  let temporary: string
  let [first, other] = [] as unknown as [RunningService, RunningService]
  let demo: Awaited<ReturnType<typeof running>>
  beforeAll(async () => {
    temporary = mkdtempSync(join(tmpdir(), 'demo-'))
    // Both look for a folder at the same time.
    ;[first, other] = [startDemo(temporary), startDemo(temporary)]
    demo = await running(first)
  })
  afterAll(() => {
    for (const each of [first, other]) each?.child.kill('SIGKILL')
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  })

  test('two demos at once have a folder each, and both keep running', async () => {
    const second = await running(other)
    expect(second.home).not.toBe(demo.home)
    expect(second.settings()).not.toBe(demo.settings())
    for (const { home } of [demo, second]) expect(runService(home, ['status']).status).toBe(exitCodes.done)
    expect(await other.end('SIGINT')).toBe(exitCodes.done)
  })

  test('a second demo of the same folder is refused before it changes anything, and the error names the remedy', () => {
    const { home, settings } = demo
    const before = settings()
    const { status, stdout, stderr } = runService(temporary, ['demo', '--dir', home], { TMPDIR: temporary })
    expect([status, stdout]).toEqual([exitCodes.alreadyRunning, ''])
    expect(stderr).toMatch(
      new RegExp(`${home} is in use by process ${first.child.pid}\\. Name another folder with --dir`),
    )
    expect(settings()).toBe(before)
  })

  test('a demo that is started again keeps its settings', async () => {
    const { configFile, settings } = demo
    expect(await first.end('SIGINT')).toBe(exitCodes.done)
    // Another test may have taken its port by then.
    saveConfig(configFile, {
      log: { level: 'debug' },
      integrations: { webhook: { contains: ['boat'] } },
      web: { port: 0 },
    })
    const { integrations, web, ...left } = JSON.parse(settings())
    const again = demoIn(temporary)
    await until(() => again.stdout().includes('Page  '))
    const { url, ...webhook } = integrations.webhook
    expect(JSON.parse(settings())).toMatchObject({ ...left, integrations: { webhook } })
    expect(await again.end('SIGINT')).toBe(exitCodes.done)

    saveConfig(configFile, { integrations: { webhook: { url: 'https://hooks.example.org/mine' } } })
    const third = demoIn(temporary)
    await until(() => third.stdout().includes('Page  '))
    expect(JSON.parse(settings()).integrations.webhook.url).toBe('https://hooks.example.org/mine')
    expect(await third.end('SIGINT')).toBe(exitCodes.done)
  })
})
