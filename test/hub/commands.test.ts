/** A hub and a Mac as their owners run them: by commands, as processes, from nothing to revoked. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openMac } from '../../simulator/mac.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { startNats } from '../../src/cli/hub/programs.ts'
import { setPassword } from '../../src/cli/new-password.ts'
import { runHere } from '../../src/cli/test-run-here.ts'
import { startService } from '../../src/cli/test-service.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { createClient } from '../../src/client/client.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { names } from '../../src/contract/names.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../src/store/service-dir.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { until } from '../harness/until.ts'

const anna = '+12025550123'

describe.runIf(hasHubServers)('a hub', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await postgres()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  function folder(): string {
    const home = mkdtempSync(join(tmpdir(), 'hub-home-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    return home
  }

  /** A Mac on which launchd runs the service. */
  async function installedMac() {
    const mac = temporaryMac()
    onTestFinished(mac.close)
    const env = { PATH: [mac.bin, process.env.PATH].join(delimiter) }
    const service = (...args: string[]) => runHere(mac.home, args, env)
    const dir = serviceDir(join(mac.home, names.baseDirectory))
    prepareServiceDir(dir)
    saveConfig(dir.configFile, { web: { port: await unusedPort() }, relay: { scope: 'everyone' } })
    expect(await service('install', '--no-identity')).toMatchObject({ status: exitCodes.done })
    onTestFinished(async () => void (await service('stop')))
    return { home: mac.home, service, dir }
  }

  test('is made, started and joined by commands, and lets a Mac go again', async () => {
    const home = folder()
    const hub = (...args: string[]) => runHere(home, ['hub', ...args])
    const port = await unusedPort()
    const nats = `nats://127.0.0.1:${port}`
    const made = await hub(
      'init',
      '--postgres',
      await server.newDatabase(),
      '--listen',
      `127.0.0.1:${port}`,
      '--nats',
      nats,
    )
    expect(made).toMatchObject({ status: exitCodes.done, stdout: expect.stringContaining('nats-server -c ') })
    const config = join(home, names.hubDirectory, 'nats', 'nats.conf')
    const natsServer = await startNats(config, port)
    onTestFinished(() => natsServer.kill())
    const running = startService(home, ['hub', 'up', '--port', '0'])
    onTestFinished(async () => void (await running.end('SIGTERM')))
    await until(() => running.stdout().includes('Ctrl-C'), { describe: () => running.stderr() })
    const [url = ''] = /http:\S+/.exec(running.stdout()) ?? []
    const client = createClient({ baseUrl: url })

    const { stdout: code } = await hub('macs', 'add', 'Anna’s iMac', '--line', 'Anna')
    const { home: macHome, service, dir } = await installedMac()
    expect(await service('uplink', 'join', url, code.trim())).toMatchObject({
      status: exitCodes.refused,
      stderr: expect.stringContaining('password'),
    })
    await setPassword(dir, 'a horse that is correct')
    expect(await service('uplink', 'join', url, 'WRONG')).toMatchObject({ status: exitCodes.refused })
    expect(await service('uplink', 'join', url, code.trim())).toMatchObject({
      status: exitCodes.done,
      stdout: expect.stringContaining('Its uplink is running'),
    })
    expect(await service('uplink', 'join', url, code.trim())).toMatchObject({ status: exitCodes.refused })
    expect(readFileSync(dir.logFile, 'utf8')).not.toContain(code.trim())
    const { messages, close } = openMac(macHome)
    onTestFinished(close)
    messages.receive({ from: anna, text: 'hello from the iMac' })
    await until(async () => (await client.search({ q: 'iMac' })).results.length === 1)
    expect(await client.list_macs()).toMatchObject([
      { id: 'anna-s-imac', state: 'connected', line: { name: 'Anna' }, version: expect.any(String) },
    ])
    // Commands find the hub of this machine, too.
    const ofHub = { SERVICE_DIR: join(home, names.hubDirectory) }
    expect(await runHere(home, ['send', anna, 'from the hub', '--from', 'Anna'], ofHub)).toMatchObject({
      status: exitCodes.done,
    })
    // The status is reported by its own command, and by the commands of a Mac in its folder.
    const known = {
      postgres: { trouble: null },
      nats: { trouble: null },
      web: { url, trouble: null },
      relay: { is_alive: true, trouble: null },
      partitions: [{ partition: 0, is_read: true }],
      macs: [{ id: 'anna-s-imac', state: 'connected' }],
    }
    // A busy machine may need longer for a connection than the commands wait for it.
    for (const status of [() => hub('status', '--json'), () => runHere(home, ['status', '--json'], ofHub)])
      await expect.poll(async () => JSON.parse((await status()).stdout)).toMatchObject(known)
    let doctor = ''
    const examine = async () => {
      doctor = (await runHere(home, ['doctor'], ofHub)).stdout
      return doctor
    }
    await expect.poll(examine).toMatch(/✓ PostgreSQL .*✓ NATS .*✓ Partition 0 +is read.*Mac Anna’s iMac: connected/s)
    // The health page has the same states of the same parts.
    const status = JSON.parse((await hub('status', '--json')).stdout)
    const isWell = (trouble: string | null) => (trouble === null ? 'ok' : 'failing')
    const { rows } = await client.health_report()
    const asked = ['postgres', 'nats', 'reader', 'bridge', 'mac', 'alerts']
    expect(rows.flatMap(({ name, about, state }) => (asked.includes(name) ? [[name, about, state]] : []))).toEqual([
      ['postgres', null, isWell(status.postgres.trouble)],
      ['nats', null, isWell(status.nats.trouble)],
      ['reader', '0', status.partitions[0].is_read ? 'ok' : 'failing'],
      ['bridge', null, status.relay.works_somewhere ? 'ok' : 'failing'],
      ['mac', status.macs[0].name, status.macs[0].state === 'connected' ? 'ok' : 'failing'],
      ['alerts', null, status.alerts.length === 0 ? 'ok' : 'failing'],
    ])
    expect(rows.find(({ name }) => name === 'nats')?.message).toContain(status.nats.version)
    expect(rows.find(({ name }) => name === 'mac')?.message).toContain(status.macs[0].version)
    expect(doctor).not.toMatch(/permission|full disk access|launchd/i)
    expect(await hub('init', '--listen', '127.0.0.1:4222')).toMatchObject({
      stdout: expect.stringContaining('change `listen` in it'),
    })
    const ofMac = JSON.parse((await service('status', '--json')).stdout)
    expect(ofMac.hub).toMatchObject({ url, mac: 'anna-s-imac', state: 'connected' })
    expect(ofMac.agents).toMatchObject([{}, {}, { process: 'uplink', state: 'running' }])

    // The owner of the Mac can end it by revoking the key, the hub by revoking the Mac.
    const { stdout: keys } = await service('keys', 'list', '--json')
    expect(JSON.parse(keys)).toMatchObject([{ label: `hub ${new URL(url).host}`, scopes: ['read', 'write'] }])
    await service('keys', 'pause', JSON.parse(keys)[0].id)
    const uplink = async () => JSON.parse((await service('uplink', 'status', '--json')).stdout)
    await until(async () => (await uplink()).state === 'waiting')
    await service('keys', 'resume', JSON.parse(keys)[0].id)
    await until(async () => (await uplink()).state === 'connected')
    await hub('macs', 'rename', 'Anna’s iMac', 'Hall')
    expect(await hub('macs', 'revoke', 'Hall')).toMatchObject({ status: exitCodes.done, stderr: '' })
    await until(async () => (await uplink()).trouble?.includes('revoked') === true)
    expect((await hub('macs', 'list')).stdout).toMatch(/Hall +anna-s-imac +Anna +revoked/)
    expect((await client.search({ q: 'iMac' })).results).toHaveLength(1)

    const definition = join(macHome, 'Library', 'LaunchAgents', `${names.launchAgents.uplink}.plist`)
    expect(existsSync(definition)).toBe(true)
    expect(await service('uplink', 'leave')).toMatchObject({ status: exitCodes.done })
    expect(existsSync(definition)).toBe(false)
    expect((await service('keys', 'list', '--json')).stdout.trim()).toBe('[]')
    expect(await service('uplink', 'status')).toMatchObject({ status: exitCodes.usage })

    await natsServer.kill()
    const natsOn = async () => (await client.health_report()).rows.find(({ name }) => name === 'nats')
    await until(async () => (await natsOn())?.state === 'failing')
    expect(await natsOn()).toMatchObject({
      finding: 'nats_lost',
      fix: { by: 'command', command: 'service hub status' },
    })
    expect(await hub('status')).toMatchObject({
      status: exitCodes.notRunning,
      stdout: expect.stringMatching(/✓ PostgreSQL .*\n✗ NATS /),
    })
  })

  test('names what is missing, and accepts no password as an argument', async () => {
    const home = folder()
    const hub = (...args: string[]) => runHere(home, ['hub', ...args])
    for (const asked of ['status', 'up'])
      expect(await hub(asked)).toMatchObject({ status: exitCodes.usage, stderr: expect.stringContaining('hub init') })
    expect(await hub('init', '--postgres', 'postgresql://a:secret@127.0.0.1/hub')).toMatchObject({
      status: exitCodes.usage,
      stderr: expect.stringContaining('--postgres -'),
    })
    const nowhere = `127.0.0.1:${await unusedPort()}`
    await hub('init', '--postgres', `postgresql://${nowhere}/hub`, '--nats', `nats://${nowhere}`)
    expect(await hub('up')).toMatchObject({
      status: exitCodes.notRunning,
      stderr: expect.stringContaining('PostgreSQL'),
    })
    expect(await hub('status')).toMatchObject({
      status: exitCodes.notRunning,
      stdout: expect.stringMatching(/✗ PostgreSQL .*\n✗ NATS /),
    })
    await hub('init', '--postgres', await server.newDatabase())
    expect(await hub('up')).toMatchObject({ status: exitCodes.notRunning, stderr: expect.stringContaining('NATS') })
    // Whom the hub refuses is known to it without nats-server, too.
    expect(await hub('macs', 'add', 'one')).toMatchObject({ status: exitCodes.done })
    await hub('macs', 'add', 'two')
    expect(await hub('lines', 'default', 'two')).toMatchObject({ status: exitCodes.done })
    expect(await hub('lines', 'rename', 'two', 'one')).toMatchObject({
      status: exitCodes.refused,
      stderr: expect.stringContaining('“one”'),
    })
    await hub('lines', 'rename', 'two', 'office')
    expect((await hub('lines', 'list')).stdout).toMatch(/office +2 +yes +two/)
    await hub('lines', 'default', '--none')
    const { stdout: lines } = await hub('lines', 'list', '--json')
    expect(JSON.parse(lines)).toEqual([
      { id: 2, name: 'office', is_default: false, macs: ['two'] },
      { id: 1, name: 'one', is_default: false, macs: ['one'] },
    ])
    for (const wrong of [['default'], ['default', 'nowhere'], ['rename', 'nowhere', 'x']])
      expect((await hub('lines', ...wrong)).status).not.toBe(exitCodes.done)
    expect(await hub('macs', 'revoke', 'one')).toMatchObject({
      status: exitCodes.done,
      stderr: expect.stringContaining('The hub refuses them already'),
    })
  })
})
