import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import { boundOutput } from './bound-output.ts'
import { logsFolder } from './launchd.ts'

const folderOfTest = testFolders(onTestFinished)
const long = 'Error: again\n'.repeat(100_000)

/** Opens the output file as launchd does. */
function outputOf(home: string, text: string) {
  mkdirSync(logsFolder(home), { recursive: true })
  const file = join(logsFolder(home), 'web.log')
  writeFileSync(file, text)
  const output = openSync(file, 'a')
  onTestFinished(() => closeSync(output))
  return { file, output }
}

test('long output is moved aside, and later output begins at the start of the file', () => {
  const home = folderOfTest()
  const { file, output } = outputOf(home, long)
  boundOutput(home, 'web', output)
  writeSync(output, 'started\n')
  expect(readFileSync(file, 'utf8')).toBe('started\n')
  expect(readFileSync(`${file}.1`, 'utf8')).toBe(long)
  appendFileSync(file, long)
  boundOutput(home, 'web', output)
  expect(statSync(`${file}.1`).size).toBe('started\n'.length + long.length)
})

test('short output stays, and so does a file that is not launchd’s', () => {
  const home = folderOfTest()
  const { file, output } = outputOf(home, 'started\n')
  boundOutput(home, 'web', output)
  expect(readFileSync(file, 'utf8')).toBe('started\n')
  const other = outputOf(folderOfTest(), long)
  boundOutput(home, 'web', other.output)
  expect(readFileSync(other.file, 'utf8')).toBe(long)
})
