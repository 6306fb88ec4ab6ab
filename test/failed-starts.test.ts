import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../simulator/temporary-mac.ts'
import { type RunningService, startService } from '../src/cli/test-service.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { tryLock } from '../src/store/file-lock.ts'
import { configure, dirOf } from './harness/bridge-process.ts'
import { until } from './harness/until.ts'
import { passwordHash } from './harness/web-here.ts'
import { launchWeb } from './harness/web-process.ts'

function macOfTest() {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const env = { PATH: [mac.bin, process.env.PATH].join(delimiter) }
  return {
    home: mac.home,
    dir: dirOf(mac.home),
    start(...args: string[]): RunningService {
      const service = startService(mac.home, args, env)
      onTestFinished(() => void service.child.kill('SIGKILL'))
      return service
    },
  }
}

const ended = async ({ child }: RunningService) => (await once(child, 'exit')) as [number | null, string | null]

test.for([
  ['web', 'web'],
  ['bridge', 'bridge'],
  ['up', 'web'],
  ['up', 'bridge'],
] as const)(
  'a link in place of the uploads folder ends `%s` with its exit code (uploads/%s)',
  async ([command, folder]) => {
    const { home, dir, start } = macOfTest()
    configure(home, { web: { port: 0 } })
    mkdirSync(join(home, 'elsewhere'))
    symlinkSync(join(home, 'elsewhere'), dir.uploadsDirOf(folder))
    const service = start(command)
    expect(await ended(service)).toEqual([exitCodes.refused, null])
    expect(service.stderr()).toContain(dir.uploadsDirOf(folder))
    expect(service.stderr()).not.toMatch(/^\s+at /m)
  },
)

test.for([
  ['web', ['web', '--port', '0']],
  ['bridge', ['bridge']],
] as const)('SIGTERM ends `%s` even while its start waits for something', async ([name, args]) => {
  const { home, dir, start } = macOfTest()
  configure(home, {})
  const lock = tryLock(join(dir.base, 'open.lock')) ?? expect.fail('held by somebody else')
  const lockOfState = tryLock(join(dir.stateDir, 'open.lock')) ?? expect.fail('held by somebody else')
  onTestFinished(() => {
    lock.release()
    lockOfState.release()
  })
  const service = start(...args)
  const pidFile = name === 'web' ? dir.webPidFile : dir.pidFile
  await until(() => existsSync(pidFile), { describe: () => `${name} to begin; it says ${service.stderr()}` })
  service.child.kill('SIGTERM')
  expect(await ended(service)).toEqual([null, 'SIGTERM'])
})

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

test.for([
  ['an address of another machine', async () => ({ host: '192.0.2.1' }), exitCodes.usage, 'web.host 127.0.0.1'],
  ['a name that leads nowhere', async () => ({ host: 'nowhere.invalid' }), exitCodes.usage, 'web.host 127.0.0.1'],
  ['a whole URL', async () => ({ host: 'http://127.0.0.1' }), exitCodes.usage, 'web.host 127.0.0.1'],
  ['an interface that is not there', async () => ({ host: 'fe80::1%none0' }), exitCodes.usage, 'web.host 127.0.0.1'],
  ['a port that is taken', async () => ({ port: await takenPort() }), exitCodes.alreadyRunning, 'web.port'],
] as const)(
  '%s as the listening address is reported in a sentence with its remedy',
  async ([_what, web, code, remedy]) => {
    const { home, dir, start } = macOfTest()
    const settings = await web()
    configure(home, {
      web: { port: 0, ...settings },
      auth: { password_hash: passwordHash },
    })
    const service = start('web')
    expect(await ended(service)).toEqual([code, null])
    const [sentence] = service.stderr().split('\n')
    expect(sentence).toContain('host' in settings ? settings.host : String(settings.port))
    expect(sentence).toContain(`service config set ${remedy}`)
    expect(service.stderr()).not.toMatch(/^\s+at /m)
    expect(readFileSync(dir.logFile, 'utf8')).toContain('web process did not start')
  },
)

/** Drops the right to bind low ports, which an administrator has and a user has not. */
const asUser = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-net_bind_service', '--'] : []

test('a port that only an administrator may use is reported as such', async () => {
  const { home } = macOfTest()
  configure(home, {})
  const web = launchWeb(home, { through: asUser, port: 81 })
  expect([await web.ended, web.said()]).toEqual([exitCodes.usage, expect.stringMatching(/port 81\. .*above 1023/)])
})
