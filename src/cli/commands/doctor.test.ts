import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runService } from '../test-service.ts'

const folderOfTest = testFolders(onTestFinished)

test('without saying what it is to try it says what it can', () => {
  const { status, stderr } = runService(folderOfTest(), ['doctor'])
  expect(status).toBe(exitCodes.usage)
  expect(stderr).toContain('--isolation')
})

test('where there is no sandbox of the system it says in words what passes, and what to install', {
  timeout: 180_000,
}, () => {
  const { status, stdout } = runService(folderOfTest(), ['doctor', '--isolation'], { PATH: '/nowhere' })
  expect(status).toBe(exitCodes.done)
  expect(stdout).toMatch(/missing: bubblewrap is not installed/)
  expect(stdout).toMatch(/signal_bridge +to signal the bridge/)
})
