import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readState, writeState } from './state-file.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const stateFile = () => join(testFolder(), 'state.json')

it('reads what was written', () => {
  const path = stateFile()
  writeState(path, { last_rowid: 42, epoch: 2 })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ last_rowid: 42, epoch: 2 })
  expect(readState(path)).toEqual({ state: { last_rowid: 42, epoch: 2 } })
})

it('reports that the file is absent', () => {
  expect(readState(stateFile())).toEqual({ absent: true })
})

it('reports a file as damaged wherever it is torn', () => {
  const path = stateFile()
  writeState(path, { last_rowid: 42 })
  const whole = readFileSync(path)
  for (let length = 0; length < whole.length - 2; length++) {
    writeFileSync(path, whole)
    truncateSync(path, length)
    expect(readState(path)).toEqual({ damage: expect.any(String) })
  }
})

it.each([
  '\u0000\u0001',
  '[]',
  'null',
  '{}',
  '{"last_rowid":"1"}',
  '{"last_rowid":1.5}',
  '{"last_rowid":-1}',
  '{"last_rowid":1e300}',
])('takes no cursor from %j, and the next export repairs it', (content) => {
  const path = stateFile()
  writeFileSync(path, content)
  expect(readState(path)).toEqual({ damage: expect.any(String) })
  writeState(path, { last_rowid: 7 })
  expect(readState(path)).toEqual({ state: { last_rowid: 7 } })
})

it('sets aside a folder in place of the file', () => {
  const path = stateFile()
  mkdirSync(path)
  expect(readState(path)).toEqual({ damage: 'is not a regular file' })
  writeState(path, { last_rowid: 7 })
  expect(readState(path)).toEqual({ state: { last_rowid: 7 } })
  expect(readdirSync(join(path, '..'))).toContainEqual(expect.stringMatching(/^state\.json\.bad-/))
})
