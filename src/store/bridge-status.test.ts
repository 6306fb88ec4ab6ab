import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type BridgeStatus, openStatusFile, readStatus } from './bridge-status.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

const status: BridgeStatus = {
  pid: 4711,
  started_at: '2026-01-02T00:00:00.000Z',
  state: 'polling',
  reason: null,
  cursor: 42,
  pending: 0,
  dead: 0,
}

function statusFile() {
  const path = join(testFolder(), 'bridge_status.json')
  const { write, close } = openStatusFile(path)
  onTestFinished(close)
  return { path, write }
}

it('reads back what was written, and the file never changes its size', () => {
  const { path, write } = statusFile()
  write({ ...status, state: 'degraded', reason: 'disk full: '.repeat(50) })
  const sizeBytes = readFileSync(path).length
  expect(readStatus(path)).toEqual({
    ...status,
    state: 'degraded',
    reason: `${'disk full: '.repeat(50).slice(0, 499)}…`,
  })
  write(status)
  expect(readStatus(path)).toEqual(status)
  expect(readFileSync(path)).toHaveLength(sizeBytes)
})

it.each(['"', '\n', '\u0001', '\u{1F600}'])('has room for a reason that consists of %j', (character) => {
  const { path, write } = statusFile()
  write({ ...status, reason: character.repeat(600) })
  expect(readStatus(path)?.reason?.replaceAll(character, '')).toMatch(/^\ufffd?…$/)
})

it('the status is unknown while the file is missing, torn or of another shape', () => {
  const { path, write } = statusFile()
  expect(readStatus(path)).toBeUndefined()
  write(status)
  const whole = readFileSync(path)
  for (const content of ['', whole.subarray(0, 50), '{"pid":1}']) {
    writeFileSync(path, content)
    expect(readStatus(path)).toBeUndefined()
  }
})
