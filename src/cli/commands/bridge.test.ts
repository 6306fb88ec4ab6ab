import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { readStatus } from '../../store/bridge-status.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runService, startService } from '../test-service.ts'

const folderOfTest = testFolders(onTestFinished)

test('a second bridge exits and names the process of the first, which continues', async () => {
  const home = folderOfTest()
  const first = startService(home, ['bridge'])
  onTestFinished(() => void first.child.kill('SIGKILL'))
  const { statusFile } = serviceDir(join(home, names.baseDirectory))
  await expect.poll(() => readStatus(statusFile)?.pid).toBe(first.child.pid)
  const second = runService(home, ['bridge'])
  expect(second.status).toBe(exitCodes.alreadyRunning)
  expect(second.stderr).toContain(`${first.child.pid}`)
  expect(first.child.exitCode).toBeNull()
  expect(await first.end('SIGTERM')).toBe(exitCodes.done)
})
