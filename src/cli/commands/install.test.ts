import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { saveConfig } from '../../store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { runHere } from '../test-run-here.ts'
import { startService } from '../test-service.ts'
import { unusedPort } from '../test-unused-port.ts'

/** Creates a Mac with launchd, on which the service has a port of its own. */
async function macWithLaunchd() {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const env = { PATH: [mac.bin, process.env.PATH].join(delimiter), SERVICE_API_KEY: 'svc_secret_of_the_shell' }
  const service = (...args: string[]) => runHere(mac.home, args, env)
  onTestFinished(async () => {
    if (existsSync(agents)) await service('stop')
  })
  const dir = serviceDir(join(mac.home, names.baseDirectory))
  prepareServiceDir(dir)
  const port = await unusedPort()
  saveConfig(dir.configFile, { web: { port } })
  const agents = join(mac.home, 'Library', 'LaunchAgents')
  const definition = (process: 'bridge' | 'web') => join(agents, `${names.launchAgents[process]}.plist`)
  const logs = join(mac.home, 'Library', 'Logs', 'service')
  return { home: mac.home, env, service, dir, agents, definition, logs, url: `http://127.0.0.1:${port}` }
}

const pidsIn = (stdout: string) => JSON.parse(stdout).agents.map(({ pid }: { pid: number }) => pid)

test('installs the agents, changes nothing the second time, and uninstalls them', async () => {
  const { home, service, definition, logs, url, dir } = await macWithLaunchd()
  const first = await service('install', '--no-identity', '--json')
  expect(first).toMatchObject({ status: exitCodes.done, stderr: '' })
  expect(JSON.parse(first.stdout)).toMatchObject({
    agents: [
      { process: 'bridge', outcome: 'installed', file: definition('bridge'), pid: expect.any(Number) },
      { process: 'web', outcome: 'installed', file: definition('web'), pid: expect.any(Number) },
    ],
    program: process.execPath,
    logs,
    url,
  })
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
  const second = await service('install', '--no-identity', '--json')
  expect(second.stdout).toContain('"unchanged"')
  expect(pidsIn(second.stdout)).toEqual(pidsIn(first.stdout))
  expect((await service('install', '--no-identity')).stdout).toContain('Nothing to do')
  const { stdout } = await service('uninstall')
  expect(stdout).toContain(`${dir.base}   (service uninstall --purge removes it)`)
  expect(existsSync(definition('web'))).toBe(false)
  await expect(fetch(url)).rejects.toThrow()
  expect(existsSync(join(home, 'Library', 'Messages', 'chat.db'))).toBe(true)
})

test('a definition that differs is written and loaded again', async () => {
  const { service, definition } = await macWithLaunchd()
  const before = await service('install', '--no-identity', '--json')
  const whole = readFileSync(definition('web'), 'utf8')
  writeFileSync(definition('web'), whole.replace(process.execPath, '/opt/homebrew/Cellar/node/25.0.0/bin/node'))
  const { stdout } = await service('install', '--no-identity', '--json')
  expect(JSON.parse(stdout).agents).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'changed' }])
  expect(pidsIn(stdout)[0]).toBe(pidsIn(before.stdout)[0])
  expect(pidsIn(stdout)[1]).not.toBe(pidsIn(before.stdout)[1])
  expect(readFileSync(definition('web'), 'utf8')).toBe(whole)
})

test('a process that does not come up is reported, with its log', async () => {
  const { service, logs, url } = await macWithLaunchd()
  const other = createServer((_, response) => response.writeHead(404).end())
  other.listen(Number(new URL(url).port), '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { status, stdout } = await service('install', '--no-identity')
  expect(status).toBe(exitCodes.notRunning)
  expect(stdout).toMatch(/bridge +running, process \d+/)
  expect(stdout).toContain(`has not come up: look into ${logs}/web.log`)
  expect(readFileSync(join(logs, 'web.log'), 'utf8')).toContain('Stop the program that uses the address')
})

test("neither a definition nor launchd's logs contain a secret", async () => {
  const { service, definition, logs } = await macWithLaunchd()
  await service('install', '--no-identity')
  const files = [definition('bridge'), definition('web'), ...readdirSync(logs).map((name) => join(logs, name))]
  for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/token=|svc_|EnvironmentVariables/)
})

test('starts, restarts and stops; reports a missing installation', async () => {
  const { service } = await macWithLaunchd()
  const none = await service('start')
  expect(none.status).toBe(exitCodes.notRunning)
  expect(none.stderr).toContain('service install')
  const { stdout } = await service('install', '--no-identity', '--json')
  const restarted = (await service('restart')).stdout
  for (const pid of pidsIn(stdout)) expect(restarted).not.toContain(`process ${pid}\n`)
  expect((await service('stop')).stdout).toContain('Stopped.')
  expect(await service('status')).toMatchObject({
    status: exitCodes.notRunning,
    stdout: expect.stringContaining('Start it: service start\n'),
  })
  expect((await service('stop')).stdout).toContain('nothing to stop')
  expect(await service('start')).toMatchObject({
    status: exitCodes.done,
    stdout: expect.stringContaining('running, process'),
  })
})

test('agents that were switched off in the settings of macOS are switched on again', async () => {
  const { home, service } = await macWithLaunchd()
  writeFileSync(join(home, '.simulator-launchd-disabled.json'), JSON.stringify(Object.values(names.launchAgents)))
  expect((await service('install', '--no-identity')).status).toBe(exitCodes.done)
})

test('refuses while the service runs in a Terminal window, and names the process', async () => {
  const { home, env, service, agents } = await macWithLaunchd()
  const bridge = startService(home, ['bridge'], env)
  onTestFinished(() => void bridge.child.kill('SIGKILL'))
  await expect.poll(async () => (await service('status')).status).toBe(exitCodes.done)
  const { status, stderr } = await service('install', '--no-identity')
  expect(status).toBe(exitCodes.alreadyRunning)
  expect(stderr).toContain(`process ${bridge.child.pid}`)
  expect(existsSync(agents)).toBe(false)
  expect((await service('uninstall', '--purge', '--yes')).status).toBe(exitCodes.alreadyRunning)
  for (const command of ['start', 'stop', 'restart']) {
    const refused = await service(command)
    expect([command, refused.status]).toEqual([command, exitCodes.alreadyRunning])
    expect(refused.stderr).toMatch(/Press Ctrl-C in that window/)
    expect(refused.stderr).not.toContain('service stop')
  }
  await bridge.end('SIGTERM')
})

test('start without an installation fails and names the install command', async () => {
  const { service } = await macWithLaunchd()
  const { status, stderr } = await service('start')
  expect(status).toBe(exitCodes.notRunning)
  expect(stderr).toContain('service install')
  expect(stderr).not.toContain('service start')
})

test('a purge asks first, and leaves what does not belong to the service', async () => {
  const { home, service, dir, logs } = await macWithLaunchd()
  await service('install', '--no-identity')
  expect(await service('uninstall', '--purge')).toMatchObject({
    status: exitCodes.usage,
    stderr: expect.stringContaining('--yes'),
  })
  expect(existsSync(dir.base)).toBe(true)
  const { status, stdout } = await service('uninstall', '--purge', '--yes', '--json')
  expect(status).toBe(exitCodes.done)
  expect(JSON.parse(stdout).stays).toEqual([])
  expect([existsSync(dir.base), existsSync(logs)]).toEqual([false, false])
  expect(existsSync(join(home, 'Library', 'Messages', 'chat.db'))).toBe(true)
})

test('a purge refuses a folder in SERVICE_DIR that contains other things', async () => {
  const { home, env } = await macWithLaunchd()
  const documents = join(home, 'Documents')
  mkdirSync(documents)
  const { status, stderr } = await runHere(home, ['uninstall', '--purge', '--yes'], { ...env, SERVICE_DIR: documents })
  expect(status).toBe(exitCodes.refused)
  expect(stderr).toContain(documents)
  expect(existsSync(documents)).toBe(true)
})

test.each(['install', 'start', 'stop', 'restart'])(
  'without launchd %s explains what to do instead',
  async (command) => {
    const mac = temporaryMac()
    onTestFinished(mac.close)
    const { status, stderr } = await runHere(mac.home, [command], { PATH: '/nowhere' })
    expect(status).toBe(exitCodes.refused)
    expect(stderr).toMatch(/launchctl.*service up/)
  },
)
