import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { exitCodes } from '../contract/errors.ts'
import { names } from '../contract/names.ts'
import { openHeartbeat } from '../store/heartbeat.ts'
import { journalIntegrations } from '../store/journal/integrations.ts'
import { openJournal } from '../store/journal/open.ts'
import { createLogger } from '../store/log-file.ts'
import { prepareServiceDir, serviceDir } from '../store/service-dir.ts'
import { testFolders } from '../store/test-folder.ts'
import { startService } from './test-service.ts'

const folderOfTest = testFolders(onTestFinished)
const entry = fileURLToPath(new URL('../../bin/service.mjs', import.meta.url))

/** Creates a home with a log that is larger than a pipe holds. */
function homeWithLog(): string {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  const log = createLogger({ path: dir.logFile, source: 'web', settings: () => ({ level: 'debug', max_mb: 10 }) })
  for (let entry = 0; entry < 4_000; entry++) log.info(`entry ${entry} ${'-'.repeat(40)}`)
  return home
}

/** Runs a line in a shell; the exit code is that of the command, whatever reads from it. */
function shell(home: string, line: string) {
  const script = `set -o pipefail; service() { "${process.execPath}" "${entry}" "$@"; }; ${line}`
  const { SERVICE_DIR: _, ...env } = process.env
  return spawnSync('bash', ['-c', script], { encoding: 'utf8', env: { ...env, HOME: home } })
}

test('a reader that closes the pipe early causes no error message', () => {
  const home = homeWithLog()
  for (const line of ['service logs -n 4000 | head -1', 'service logs -f -n 4000 | head -1']) {
    const { status, stdout, stderr } = shell(home, line)
    expect([status, stdout.split('\n').length, stderr], line).toEqual([exitCodes.done, 2, ''])
  }
})

test('a long-running command shuts down in order once nobody reads its output', () => {
  using mac = temporaryMac()
  mac.contacts.onMyMac.add({ firstName: 'Anna', phones: ['+12025550123'] })
  mac.messages.receive({ from: '+12025550123', text: 'Hi' })
  const { status, stderr } = shell(mac.home, `service sim live "${mac.home}" --rate 1200 | head -1`)
  expect([status, stderr]).toEqual([exitCodes.done, ''])
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a waiting command silently', async (signal) => {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  // Simulates a bridge that never follows.
  const heartbeat = openHeartbeat(dir.heartbeatFile)
  heartbeat.write(Date.now())
  const beating = setInterval(() => heartbeat.write(Date.now()), 500)
  onTestFinished(() => {
    clearInterval(beating)
    heartbeat.close()
  })
  writeFileSync(dir.pidFile, `${process.pid}\n`)
  const { db } = openJournal(dir.journalFile)
  const webhook = { name: 'webhook', tier: 'official', status: 'off', lastError: null, manifest: {} }
  journalIntegrations(db).put(webhook, Date.now())
  db.close()
  const { child, stdout, stderr } = startService(home, ['plugins', 'enable', 'webhook'])
  const ended = once(child, 'exit')
  await vi.waitUntil(() => existsSync(dir.configFile), { timeout: 240_000 })
  child.kill(signal)
  expect(await ended).toEqual([null, signal])
  expect([stdout(), stderr()]).toEqual(['', ''])
})

test('closed standard streams cause no error', () => {
  expect(shell(homeWithLog(), 'service logs -n 2 <&- 2>&-')).toMatchObject({ status: exitCodes.done, stderr: '' })
  expect(shell(folderOfTest(), 'service --help >&-')).toMatchObject({ status: exitCodes.done, stderr: '' })
})

test.runIf(existsSync('/dev/full'))('output that cannot be written is a failure', () => {
  const { status, stderr } = shell(homeWithLog(), 'service logs > /dev/full')
  expect(status).toBe(exitCodes.unexpected)
  expect(stderr).toContain('could not be written: ENOSPC')
})
