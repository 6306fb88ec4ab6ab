/** Creates empty folders for tests, and removes them when the test ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Takes vitest's `onTestFinished` as a parameter, since a file that ships may not import a development tool. */
export const testFolders = (onTestFinished: (cleanUp: () => void) => void) => (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'relay-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
