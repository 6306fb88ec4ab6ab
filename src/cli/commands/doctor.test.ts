import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasFault, setFault } from '../../../simulator/programs/faults.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { openStatusFile } from '../../store/bridge-status.ts'
import { saveConfig } from '../../store/config-file.ts'
import { openHeartbeat } from '../../store/heartbeat.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { setupNote } from '../../store/setup-note.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runHere } from '../test-run-here.ts'
import { unusedPort } from '../test-unused-port.ts'

const folderOfTest = testFolders(onTestFinished)

async function macWithService() {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const env = { PATH: [mac.bin, process.env.PATH].join(delimiter) }
  const service = (...args: string[]) => runHere(mac.home, args, env)
  const install = async () => {
    onTestFinished(async () => void (await service('stop')))
    expect((await service('install', '--no-identity')).status).toBe(exitCodes.done)
  }
  const dir = serviceDir(join(mac.home, names.baseDirectory))
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { web: { port: await unusedPort() } })
  const found = async () => JSON.parse((await service('doctor', '--json')).stdout)
  const file = async (path: string) => (await found()).files.find((each: { file: string }) => each.file === path)
  return { home: mac.home, service, install, dir, found, file }
}

test('for an installed service it reports the permissions of each process, and that all files are in order', async () => {
  const { service, install, found } = await macWithService()
  await install()
  const { status, stdout } = await service('doctor')
  expect(status).toBe(exitCodes.done)
  expect(stdout).toMatch(/✓ full disk access \(bridge\) +The bridge reads the Messages database\./)
  expect(stdout).toMatch(/✓ automation \(web\) +Messages can be controlled\./)
  expect(stdout).toMatch(/^! password +No password is set\..*\n +Type: service password set$/m)
  expect(stdout).not.toContain('✗')
  const { tried_by, program, files } = await found()
  expect([tried_by, program]).toEqual(['web', process.execPath])
  expect(files.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
})

test('where nothing runs it checks what it can, and says whose permission that was', async () => {
  const { service } = await macWithService()
  const { status, stdout } = await service('doctor')
  expect(status).toBe(exitCodes.notRunning)
  expect(stdout).toContain("Terminal's permission")
  expect(stdout).toMatch(/\? full disk access \(bridge\)/)
  expect(stdout).toMatch(/^! agent \(bridge\) .*\n.*\n +Type: service install$/m)
})

test('a bridge without access to Messages is reported with the program to grant it to, and how', async () => {
  const { service, dir } = await macWithService()
  const heartbeat = openHeartbeat(dir.heartbeatFile)
  heartbeat.write(Date.now())
  heartbeat.close()
  const bridge = openStatusFile(dir.statusFile)
  const counts = { cursor: 0, pending: 0, dead: 0 }
  const place = { pid: process.pid, started_at: '', program: '/opt/homebrew/bin/node' }
  bridge.write({ ...place, ...counts, state: 'unreadable', reason: 'macOS denies access to Messages.' })
  bridge.close()
  const { status, stdout } = await service('doctor')
  expect(status).toBe(exitCodes.permission)
  expect(stdout).toMatch(/✗ full disk access \(bridge\) +The bridge cannot read Messages: macOS denies access/)
  expect(stdout).toContain('1. Open System Settings → Privacy & Security → Full Disk Access.')
  expect(stdout).toContain('The program: /opt/homebrew/bin/node')
})

test('--wake opens Messages before anything is checked', async () => {
  const { home, service } = await macWithService()
  setFault(home, { name: 'not-running', times: null })
  expect((await service('doctor', '--wake')).stdout).toMatch(/^Messages was opened\.\n/)
  await expect.poll(() => hasFault(home, 'not-running')).toBe(false)
})

test('a problem gives an exit code of its own, although everything runs', async () => {
  const { service, install, dir } = await macWithService()
  await install()
  chmodSync(dir.base, 0o755)
  const { status, stdout } = await service('doctor')
  expect(status).toBe(exitCodes.needsAttention)
  expect(stdout).toMatch(/✗ .*\n +Others can read it/)
  expect(stdout).toContain('1 issue found.')
})

test('a Node that was replaced since it could read Messages is reported, with the remedy', async () => {
  const { dir, file } = await macWithService()
  const before = { program: process.execPath, node: '25.0.0', at: '2026-01-02T03:04:05.000Z' }
  setupNote(dir.setupFile).grant({ ...before, inode: 1 })
  expect(await file(process.execPath)).toMatchObject({
    ok: false,
    command: 'service restart',
    message: expect.stringMatching(/Node 25\.0\.0.*was replaced.*Give Full Disk Access to /),
  })
  setupNote(dir.setupFile).grant({ ...before, program: '/opt/homebrew/Cellar/node/25.0.0/bin/node', inode: 1 })
  expect((await file('/opt/homebrew/Cellar/node/25.0.0/bin/node')).message).toContain('is not there any more')
})

test('a launch agent that starts a removed program is reported before the next login', async () => {
  const { home, install, file } = await macWithService()
  await install()
  const path = join(home, 'Library', 'LaunchAgents', `${names.launchAgents.bridge}.plist`)
  const gone = '/opt/homebrew/Cellar/node/25.0.0/bin/node'
  writeFileSync(path, readFileSync(path, 'utf8').replace(process.execPath, gone))
  expect(await file(path)).toMatchObject({
    ok: false,
    message: expect.stringContaining(gone),
    command: 'service install',
  })
})

test('settings that others can read are refused with the command to type, and none of them is shown', async () => {
  const { service, dir } = await macWithService()
  chmodSync(dir.configFile, 0o644)
  const { status, stdout } = await service('doctor')
  expect(status).toBe(exitCodes.refused)
  expect(stdout).toContain(`chmod 600 "${dir.configFile}"`)
})

test('without a sandbox of the system it explains what passes, and what to install', async () => {
  const { status, stdout } = await runHere(folderOfTest(), ['doctor', '--isolation'], { PATH: '/nowhere' })
  expect(status).toBe(exitCodes.done)
  expect(stdout).toMatch(/missing: bubblewrap is not installed/)
  expect(stdout).toMatch(/signal_bridge +to signal the bridge/)
  expect(stdout).toMatch(/(\d+) of \1 attacks on keys, releases and OAuth held\./)
  expect(stdout).toMatch(/release_by_asker +to release a message with the key that asked for it/)
})
