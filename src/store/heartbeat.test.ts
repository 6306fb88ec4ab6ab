import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive, openHeartbeat, readHeartbeat } from './heartbeat.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

function heartbeat() {
  const path = join(testFolder(), 'bridge_heartbeat')
  const { write: beat, close } = openHeartbeat(path)
  onTestFinished(close)
  return { path, beat }
}

it('is a Unix time in plain text, readable only by the owner', () => {
  const { path, beat } = heartbeat()
  beat(1_763_700_000_123)
  expect(readFileSync(path, 'utf8')).toBe('1763700000.123\n')
  expect(readHeartbeat(path)).toBe(1_763_700_000.123)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('is rewritten in the same file', () => {
  const { path, beat } = heartbeat()
  beat(1_763_700_000_123)
  const inode = statSync(path).ino
  beat(1_763_700_002_000)
  expect(readHeartbeat(path)).toBe(1_763_700_002)
  expect(statSync(path).ino).toBe(inode)
})

it('is restored when it was removed or replaced by something longer', () => {
  const { path, beat } = heartbeat()
  beat(1_763_700_000_000)
  rmSync(path)
  beat(1_763_700_002_000)
  expect(readHeartbeat(path)).toBe(1_763_700_002)
  rmSync(path)
  writeFileSync(path, 'x'.repeat(100), { mode: 0o600 })
  beat(1_763_700_004_000)
  expect(readFileSync(path, 'utf8')).toBe('1763700004.000\n')
})

it('holds the time of a clock that was never set', () => {
  const { path, beat } = heartbeat()
  beat(5_250)
  expect(readHeartbeat(path)).toBe(5.25)
})

it.each(['', 'x', '\u0000'.repeat(15)])('the heartbeat is unknown when the file holds %j', (content) => {
  const path = join(testFolder(), 'bridge_heartbeat')
  expect(readHeartbeat(path)).toBeUndefined()
  writeFileSync(path, content)
  expect(readHeartbeat(path)).toBeUndefined()
})

it.each([
  [undefined, false],
  [1_000, true],
  [990.001, true],
  [990, false],
  [1_009.9, true],
  [1_010, false],
])('a last heartbeat at %s s means alive at 1000 s: %s', (lastHeartbeatS, alive) => {
  expect(isAlive(lastHeartbeatS, 1_000_000)).toBe(alive)
})
