import { delimiter, join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { saveConfig } from '../../store/config-file.ts'
import { exactKey } from '../../store/kept-key.ts'
import { readPid } from '../../store/process-lock.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { forgetIdentity, readUplinkStatus, uplinkKey, writeIdentity } from '../../store/uplink-file.ts'
import { runService, startService } from '../test-service.ts'

const folderOfTest = testFolders(onTestFinished)

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.skipIf(process.platform === 'darwin')(
  'without Messages, people talk on a simulated Mac, and Ctrl-C ends everything',
  async () => {
    const [home, temporary] = [folderOfTest(), folderOfTest()]
    const up = startService(home, ['up'], { TMPDIR: temporary })
    onTestFinished(() => void up.child.kill('SIGKILL'))
    await expect.poll(up.stdout).toContain('webhook ✓')
    expect(up.stdout()).toContain('There is no Messages on this machine')
    const [, mac = ''] = up.stdout().match(/Simulated Mac +(\S+) \(macOS/) ?? []
    expect(mac.startsWith(temporary)).toBe(true)
    const pid = readPid(serviceDir(join(mac, names.baseDirectory)).pidFile) ?? expect.fail('no bridge')
    expect(runService(mac, ['status']).status).toBe(exitCodes.done)
    const [, page = ''] = up.stdout().match(/Page +(\S+)/) ?? []
    expect(await (await fetch(page)).text()).toContain('<!doctype html>')
    expect(up.stdout()).toMatch(/set one at http:\S+\/setup\?token=\S{20,}/)
    expect(await up.end('SIGINT')).toBe(exitCodes.done)
    expect(up.stdout()).toMatch(/[1-9]\d* messages reached the webhook/)
    expect(up.stderr()).toBe('')
    expect(isRunning(pid)).toBe(false)
    await expect(fetch(page)).rejects.toThrow()
  },
)

test.skipIf(process.platform === 'darwin')(
  'processes that `up` started end with it, even when it is killed',
  async () => {
    const [home, temporary] = [folderOfTest(), folderOfTest()]
    const up = startService(home, ['up'], { TMPDIR: temporary })
    await expect.poll(up.stdout).toContain('Page ')
    const [, page = ''] = up.stdout().match(/Page +(\S+)/) ?? []
    const [, mac = ''] = up.stdout().match(/Simulated Mac +(\S+) \(macOS/) ?? []
    const { pidFile } = serviceDir(join(mac, names.baseDirectory))
    await expect.poll(() => readPid(pidFile)).toBeDefined()
    const pid = readPid(pidFile) ?? expect.fail('no bridge')
    await up.end('SIGKILL')
    await expect.poll(() => isRunning(pid)).toBe(false)
    await expect.poll(() => fetch(page).catch(() => 'gone')).toBe('gone')
  },
)

/** A Mac with Messages, over which the service is started in the foreground. */
function aMac() {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const dir = serviceDir(join(mac.home, names.baseDirectory))
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { web: { port: 0 } })
  const start = () => {
    const up = startService(mac.home, ['up'], { PATH: [mac.bin, process.env.PATH].join(delimiter) })
    onTestFinished(() => void up.child.kill('SIGKILL'))
    return up
  }
  return { dir, start }
}

test('over Messages it is the web process itself, with the flags for it, and a bridge ends with it', async () => {
  const { dir, start } = aMac()
  const first = start()
  await expect.poll(first.stdout).toContain('Page ')
  await expect.poll(() => readPid(dir.pidFile)).toBeDefined()
  const pid = readPid(dir.pidFile) ?? expect.fail('no bridge')
  expect(readPid(dir.webPidFile)).toBe(first.child.pid)
  // Would open an inspector in a process that may read everything.
  first.child.kill('SIGUSR1')
  expect(await first.end('SIGTERM')).toBe(exitCodes.done)
  expect([first.stderr(), isRunning(pid)]).toEqual(['', false])

  const second = start()
  await expect.poll(second.stdout).toContain('Page ')
  await expect.poll(() => readPid(dir.pidFile)).toBeDefined()
  process.kill(readPid(dir.pidFile) ?? expect.fail('no bridge'), 'SIGKILL')
  expect(await new Promise((resolve) => second.child.once('exit', resolve))).toBe(exitCodes.unexpected)
})

test('a Mac that joins a hub while the service runs has its uplink until it leaves', async () => {
  const { dir, start } = aMac()
  const up = start()
  await expect.poll(up.stdout).toContain('Page ')
  const joinAs = (name: string) => {
    const pair = nkeys.createUser()
    writeIdentity(dir, {
      hub: 'http://127.0.0.1:9',
      servers: ['nats://127.0.0.1:9'],
      ca: null,
      mac: name,
      line: name,
      partition: 0,
      jwt: '',
      seed: new TextDecoder().decode(pair.getSeed()),
      instance: name,
    })
    exactKey(dir, { name: uplinkKey, label: 'hub', scopes: ['read'], days: undefined, grant: (before) => before })
  }
  joinAs('first')
  await expect.poll(() => readUplinkStatus(dir)?.state).toBe('waiting')
  const first = readPid(dir.uplinkPidFile) ?? expect.fail('no uplink')
  // A Mac that leaves and joins again at once has another identity from then on.
  forgetIdentity(dir)
  joinAs('second')
  await expect.poll(() => ![undefined, first].includes(readUplinkStatus(dir)?.pid)).toBe(true)
  const second = readPid(dir.uplinkPidFile) ?? expect.fail('no uplink')
  expect(isRunning(first)).toBe(false)
  forgetIdentity(dir)
  await expect.poll(() => isRunning(second)).toBe(false)
  expect(await up.end('SIGTERM')).toBe(exitCodes.done)
})
