import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../contract/errors.ts'
import { names } from '../contract/names.ts'
import { createLogger } from '../store/log-file.ts'
import { prepareServiceDir, serviceDir } from '../store/service-dir.ts'
import { testFolders } from '../store/test-folder.ts'

const folderOfTest = testFolders(onTestFinished)
const entry = fileURLToPath(new URL('../../bin/service.mjs', import.meta.url))

/** A home with a log that no pipe holds. */
function homeWithLog(): string {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  const log = createLogger({ path: dir.logFile, source: 'web', settings: () => ({ level: 'debug', max_mb: 10 }) })
  for (let entry = 0; entry < 4_000; entry++) log.info(`entry ${entry} ${'-'.repeat(40)}`)
  return home
}

/** As a shell runs it; the exit code is that of the command, whatever reads from it. */
function shell(home: string, line: string) {
  const script = `set -o pipefail; service() { "${process.execPath}" "${entry}" "$@"; }; ${line}`
  const { SERVICE_DIR: _, ...env } = process.env
  return spawnSync('bash', ['-c', script], { encoding: 'utf8', env: { ...env, HOME: home } })
}

test('whoever reads a line and goes away leaves no trace of trouble', () => {
  const home = homeWithLog()
  for (const line of ['service logs -n 4000 | head -1', 'service logs -f -n 4000 | head -1']) {
    const { status, stdout, stderr } = shell(home, line)
    expect([status, stdout.split('\n').length, stderr], line).toEqual([exitCodes.done, 2, ''])
  }
})

test('closed standard streams are no trouble', () => {
  expect(shell(homeWithLog(), 'service logs -n 2 <&- 2>&-')).toMatchObject({ status: exitCodes.done, stderr: '' })
  expect(shell(folderOfTest(), 'service --help >&-')).toMatchObject({ status: exitCodes.done, stderr: '' })
})

test.runIf(existsSync('/dev/full'))('what cannot be written is no success', () => {
  const { status, stderr } = shell(homeWithLog(), 'service logs > /dev/full')
  expect(status).toBe(exitCodes.unexpected)
  expect(stderr).toContain('could not be written: ENOSPC')
})
