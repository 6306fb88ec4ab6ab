import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { followReadMarks } from './read-marks.ts'
import { openReadState, type ReadMark } from './read-state.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

const mark = (conversation: string, rowid: number) => ({ conversation, rowid, sentAtMs: rowid }) as ReadMark

function readStateAt(path: string) {
  const state = openReadState({ path })
  onTestFinished(() => state.close())
  return state
}

function following(path: string) {
  const marks = followReadMarks(path)
  onTestFinished(() => marks.close())
  return marks
}

test('each move of a mark is reported once; marks that existed before are not reported', () => {
  const path = join(testFolder(), 'read_state.db')
  const state = readStateAt(path)
  state.markRead(mark('dm:a', 1))
  const marks = following(path)
  expect(marks.moved()).toEqual([])
  state.markRead(mark('dm:a', 5))
  state.markRead(mark('dm:b', 3))
  state.markRead(mark('dm:a', 4))
  expect(marks.moved()).toEqual([mark('dm:a', 5), mark('dm:b', 3)])
  expect(marks.moved()).toEqual([])
})

test('the file may be created later', () => {
  const path = join(testFolder(), 'read_state.db')
  const marks = following(path)
  expect(marks.moved()).toEqual([])
  readStateAt(path).markRead(mark('dm:a', 1))
  expect(marks.moved()).toEqual([mark('dm:a', 1)])
})
