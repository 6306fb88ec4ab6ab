import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keptSeparate } from './kept-separate.ts'
import { testFolders } from './test-folder.ts'

const folderOfTest = testFolders(onTestFinished)
const mail = 'anna@example.org'

test('another process sees at once who is kept separate, and the same array until that changes', () => {
  const path = join(folderOfTest(), 'kept_separate.json')
  const [web, bridge] = [keptSeparate(path), keptSeparate(path)]
  expect(bridge.handles()).toEqual([])
  web.separate(['+1 (202) 555-0123', mail])
  expect(bridge.handles()).toEqual(['+12025550123', mail])
  expect(bridge.handles()).toBe(bridge.handles())
  web.separate([mail])
  expect(bridge.handles()).toEqual(['+12025550123', mail])
  web.join(['(202) 555-0123'])
  expect(bridge.handles()).toEqual([mail])
})

test.each(['{', '[]', '{"handles":[1]}'])('a damaged file keeps nobody separate: %s', (text) => {
  const path = join(folderOfTest(), 'kept_separate.json')
  writeFileSync(path, text)
  const kept = keptSeparate(path)
  expect(kept.handles()).toEqual([])
  kept.separate([mail])
  expect(kept.handles()).toEqual([mail])
})
