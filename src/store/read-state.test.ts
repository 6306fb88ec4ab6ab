import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey, RowId } from '../contract/ids.ts'
import { openReadState, type ReadMark } from './read-state.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const bob = 'dm:+15550001' as ConversationKey
const mark = (rowid: number, sentAtMs: number, conversation = bob): ReadMark => ({
  conversation,
  rowid: rowid as RowId,
  sentAtMs,
})

function opened(path = join(testFolder(), 'read_state.db')) {
  const reports: unknown[] = []
  const readState = openReadState({ path, onQuarantine: (report) => reports.push(report) })
  onTestFinished(readState.close)
  return { path, readState, reports }
}

it('knows nothing of a conversation that was never read', () => {
  expect(opened().readState.readUpTo(bob)).toBeUndefined()
})

it('moves forward in time only, whatever the ROWIDs are', () => {
  const { readState } = opened()
  expect(readState.markRead(mark(10, 1_000))).toBe(true)
  expect(readState.markRead(mark(11, 900))).toBe(false)
  expect(readState.markRead(mark(10, 1_000))).toBe(false)
  expect(readState.readUpTo(bob)).toEqual(mark(10, 1_000))
  expect(readState.markRead(mark(3, 2_000))).toBe(true)
  expect(readState.readUpTo(bob)).toEqual(mark(3, 2_000))
})

it('shows one process the marks of another', () => {
  const web = opened()
  const bridge = opened(web.path)
  web.readState.markRead(mark(1, 1_000))
  web.readState.markRead(mark(2, 2_000, 'group:chat1' as ConversationKey))
  expect(bridge.readState.all()).toEqual([mark(1, 1_000), mark(2, 2_000, 'group:chat1' as ConversationKey)])
  expect(statSync(web.path).mode & 0o777).toBe(0o600)
})

it('starts afresh when the file is damaged, and reports it', () => {
  const path = join(testFolder(), 'read_state.db')
  writeFileSync(path, 'garbage'.repeat(1_000))
  const { readState, reports } = opened(path)
  expect(readState.all()).toEqual([])
  expect(reports).toHaveLength(1)
})
