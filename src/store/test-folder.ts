/** For tests: empty folders that are gone when the test is over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Takes vitest's `onTestFinished`: a file that ships may not import a development tool. */
export const testFolders = (onTestFinished: (cleanUp: () => void) => void) => (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'relay-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
