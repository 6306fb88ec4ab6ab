import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { executableFolder } from '../packaging/executable/folder.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { names } from '../src/contract/names.ts'
import type { PluginRecord } from '../src/contract/plugin.ts'
import { tools } from '../src/mcp/tools/index.ts'
import { root } from './harness/built.ts'
import { type InstalledService, installedService } from './harness/installed-service.ts'
import { onMac } from './harness/on-mac.ts'
import { anna } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'

const folder = executableFolder(root)
const program = join(folder, names.command)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** `npm run test:executable` builds it first, which takes longer than all of these tests. */
describe.skipIf(!existsSync(program))('the executable', () => {
  let service: InstalledService
  beforeAll(async () => {
    service = await installedService(program)
  })
  afterAll(() => service?.[Symbol.asyncDispose]())

  test('runs where Node is not installed, and cannot be made to run other code', () => {
    const { run, env } = service
    expect(run('--version')).toEqual({ status: exitCodes.done, stdout: `${version}\n`, stderr: '' })
    const evil = 'data:text/javascript,console.log("evil")'
    Object.assign(env, { NODE_OPTIONS: `--import=${evil}`, NODE_PATH: folder })
    onTestFinished(() => {
      delete env.NODE_OPTIONS
      delete env.NODE_PATH
    })
    expect(run('--version').stdout).toBe(`${version}\n`)
    expect(run('--import', evil, 'status').stdout).not.toContain('evil')
    expect(run('status').stdout).not.toContain('evil')
  })

  test('is started by launchd and granted permissions by the user; it relays through a sandbox, serves, searches, and answers a language model', async () => {
    const { mac, receiver, run, url, mcp } = service
    const installed = run('install', '--json')
    expect([installed.stderr, installed.status]).toEqual(['', exitCodes.done])
    expect(JSON.parse(installed.stdout).program).toBe(program)
    const definition = readFileSync(
      join(mac.home, 'Library', 'LaunchAgents', `${names.launchAgents.bridge}.plist`),
      'utf8',
    )
    expect(definition).toMatch(/<array>\s*<string>[^<]+\/service<\/string>\s*<string>bridge<\/string>\s*<\/array>/)
    mac.messages.receive({ from: anna, text: 'From the executable' })
    await until(() => receiver.texts().includes('From the executable'))
    const plugins: PluginRecord[] = JSON.parse(run('plugins', 'list', '--json').stdout)
    const layers = plugins.find(({ name }) => name === 'webhook')?.isolation
    expect(layers).toContainEqual({ layer: 'permissions', held: true, reason: null })
    const page = await (await fetch(`${url}/app/`)).text()
    const [, script = ''] = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page) ?? []
    expect((await fetch(url + script)).headers.get('content-type')).toContain('javascript')
    const found = async () => (await (await fetch(`${url}/api/v1/search?q=executable`)).text()).includes('From the')
    await until(found)
    const { program: named, files } = JSON.parse(run('doctor', '--json').stdout)
    expect([named, files.filter(({ ok }: { ok: boolean }) => !ok)]).toEqual([program, []])
    const client = await mcp()
    onTestFinished(() => client[Symbol.asyncDispose]())
    expect(await client.tools()).toHaveLength(tools.length)
  })

  onMac('is signed with the hardened runtime, as is the Node beside it', () => {
    for (const file of [program, join(folder, 'lib', 'node')]) {
      const codesign = (...args: string[]) => spawnSync('codesign', [...args, file], { encoding: 'utf8' })
      const verified = codesign('--verify', '--strict')
      expect([verified.stderr, verified.status]).toEqual(['', 0])
      expect(codesign('--display', '--verbose=2').stderr).toMatch(/flags=0x[0-9a-f]+\((adhoc,)?runtime\)/)
    }
  })
})
