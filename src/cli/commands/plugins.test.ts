import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TemporaryMac, temporaryMac } from '../../../simulator/temporary-mac.ts'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { layCompiled } from '../../plugins/test-compiled.ts'
import { pluginSource, until, writePlugin } from '../../plugins/test-host.ts'
import { readStatus } from '../../store/bridge-status.ts'
import { saveConfig } from '../../store/config-file.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { runHere } from '../test-run-here.ts'
import { type RunningService, startService } from '../test-service.ts'

let mac: TemporaryMac
let dir: ServiceDir
let bridge: RunningService | undefined

beforeAll(() => {
  mac = temporaryMac()
  dir = serviceDir(join(mac.home, names.baseDirectory))
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { relay: { scope: 'everyone', poll_interval_s: 0.1 } })
  const refusing = "if (!existsSync(this.ctx.data_dir + '/good')) throw new DeliveryRefused('not so', null)"
  writePlugin(dir.integrationsDir, 'strict', pluginSource('strict', { onInbound: refusing }))
  layCompiled(dir.base, ['strict'])
})

/** Starts the bridge, unless an earlier test did. */
async function withBridge(): Promise<void> {
  bridge ??= startService(mac.home, ['bridge'], { PATH: [mac.bin, process.env.PATH].join(delimiter) })
  await until(() => readStatus(dir.statusFile)?.state === 'polling')
}

afterAll(async () => {
  await bridge?.end('SIGTERM')
  mac.close()
})

const service = (...args: string[]) => runHere(mac.home, args)

const plugins = (...args: string[]) => service('plugins', ...args)

const record = async (name: string) =>
  JSON.parse((await plugins('list', '--json')).stdout).find((one: { name: string }) => one.name === name)

test('without a bridge, plugins are found on the disk and can be switched', async () => {
  expect(existsSync(dir.journalFile)).toBe(false)
  expect((await plugins('list')).stdout).toMatch(/^strict +off +official$/m)
  expect(await record('content_filter')).toMatchObject({ tier: 'core', status: 'off' })
  const { status, stdout } = await plugins('enable', 'strict')
  expect([status, stdout]).toEqual([exitCodes.done, expect.stringContaining('starts with the bridge')])
  expect(JSON.parse(readFileSync(dir.configFile, 'utf8')).integrations.strict.enabled).toBe(true)
  expect(readFileSync(dir.auditFile, 'utf8')).toContain('"principal":"command","target":"strict"')
})

test.each(['without', 'with'])('a plugin that violates the contract cannot be enabled, %s a bridge', async (with_) => {
  writePlugin(dir.integrationsDir, 'broken', 'export default class { static NAME = "Broken" }')
  if (with_ === 'with') await withBridge()
  const { status, stderr } = await plugins('enable', 'broken')
  expect([status, stderr]).toEqual([
    exitCodes.usage,
    expect.stringMatching(/broken can't be enabled: NAME is not snake_case/),
  ])
  expect((await plugins('list')).stdout).toMatch(/^broken +invalid\n +NAME is not snake_case/m)
  expect(JSON.parse(readFileSync(dir.configFile, 'utf8')).integrations.broken).toBeUndefined()
})

test('a plugin without its required settings is not enabled, and the command names them', async () => {
  const refused = await plugins('enable', 'webhook')
  expect(refused).toMatchObject({ status: exitCodes.usage, stdout: '' })
  expect(refused.stderr).toContain('set: service config set integrations.webhook.url <value>')
  expect(JSON.parse(readFileSync(dir.configFile, 'utf8')).integrations.webhook).toBeUndefined()
  expect(await service('config', 'set', 'integrations.webhook.url', 'http://127.0.0.1:9/x')).toMatchObject({
    status: 0,
  })
  expect((await plugins('enable', 'webhook')).status).toBe(exitCodes.done)
  expect((await plugins('disable', 'webhook')).status).toBe(exitCodes.done)
})

test('with a bridge, failed deliveries are listed, retried and dropped', async () => {
  await withBridge()
  expect((await plugins('enable', 'strict')).stdout).toMatch(/^strict is on: running/)
  for (const text of ['secret one', 'secret two']) mac.messages.receive({ from: '+12025550123', text })
  let dead: { id: string; error: string }[] = []
  await expect
    .poll(
      async () => {
        dead = JSON.parse((await plugins('dead', 'strict', '--json')).stdout)
        return dead.length
      },
      { timeout: 240_000 },
    )
    .toBe(2)
  expect(dead[0]?.error).toContain('not so')
  const told = await plugins('dead', 'strict')
  expect(told.stdout).toMatch(/tried once: not so/)
  expect(told.stdout).not.toMatch(/secret|2025550123/)
  const id = dead[0]?.id ?? ''
  const listed = await service('deliveries', 'list', '--state', 'failed')
  expect(listed.stdout).toMatch(new RegExp(`^${id}  \\d{4}-.* strict  failed     not so$`, 'm'))
  expect(listed.stdout).not.toMatch(/secret|2025550123/)
  expect((await service('deliveries', 'show', id)).stdout).toMatch(
    /: failed\n {2}Plugin +strict\n.*Attempt 1 .*: not so/s,
  )

  writeFileSync(join(dir.pluginDir('strict'), 'good'), '')
  expect((await plugins('dead', 'strict', '--retry', '--id', dead[0]?.id ?? '')).stdout).toContain('1 delivery')
  expect((await service('deliveries', 'skip', '00000000-0000-8000-8000-000000000000')).status).toBe(exitCodes.usage)
  const calls = join(dir.pluginDir('strict'), 'calls.log')
  await until(() => readFileSync(calls, 'utf8').split(dead[0]?.id ?? '').length === 3)
  const shown = async () => (await service('deliveries', 'show', id)).stdout
  await expect.poll(shown, { timeout: 240_000 }).toMatch(/: delivered\n/)
  expect((await plugins('dead', 'strict', '--drop')).stdout).toBe('1 delivery dropped.\n')
  expect((await plugins('dead', 'strict')).stdout).toBe('No failed deliveries for strict.\n')

  expect(await shown()).toMatch(/Handed over:\n.*"delivery_id": ".*"text": "secret (one|two)"/s)
  const again = JSON.parse((await service('deliveries', 'send-again', id, '--json')).stdout)
  expect(again).toMatchObject({ state: 'queued', plugin: 'strict' })
  await until(() => readFileSync(calls, 'utf8').includes(again.id))
  const answered = async () => (await service('deliveries', 'show', again.id)).stdout
  await expect.poll(answered, { timeout: 240_000 }).toMatch(/: delivered\n/)
  expect(await plugins('test', 'strict')).toMatchObject({
    status: exitCodes.done,
    stdout: expect.stringMatching(/^strict delivered the test in \d+ ms\.\n {2}Delivery {2}/),
  })
  expect((await plugins('pause', 'strict')).stdout).toBe('strict is paused. 0 queued.\n')
  expect((await plugins('list')).stdout).toMatch(/^strict +paused/m)
  expect((await plugins('resume', 'strict')).stdout).toBe('strict is not paused. 0 queued.\n')
  expect((await plugins('disable', 'strict')).stdout).toBe('strict is off.\n')
  expect(await plugins('test', 'strict')).toMatchObject({ status: exitCodes.usage, stdout: '' })
})

test.each([
  [['enable', 'nobody']],
  [['dead', 'nobody']],
  [['dead', 'strict', '--retry', '--drop']],
  [['dead', 'strict', '--id', 'x']],
  [['enable']],
])('%j is a usage error', async (args) => {
  expect(await plugins(...args)).toMatchObject({ status: exitCodes.usage, stdout: '' })
})
