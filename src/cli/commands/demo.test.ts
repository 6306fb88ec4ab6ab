import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runService } from '../test-service.ts'

const folderOfTest = testFolders(onTestFinished)

test("a real Mac's home is refused, and nothing is written there", () => {
  const home = folderOfTest()
  mkdirSync(join(home, 'Library', 'Messages'), { recursive: true })
  writeFileSync(join(home, 'Library', 'Messages', 'chat.db'), 'the real one')
  const { status, stderr } = runService(home, ['demo', '--dir', home])
  expect(status).toBe(exitCodes.refused)
  expect(stderr).toContain('holds no simulated Mac')
  expect(readdirSync(home)).toEqual(['Library'])
})

test('a folder with existing settings is refused, and they stay', () => {
  const home = folderOfTest()
  mkdirSync(join(home, '.service'))
  expect(runService(home, ['demo', '--dir', home]).status).toBe(exitCodes.refused)
  expect(readdirSync(join(home, '.service'))).toEqual([])
})
