/** For tests: empty folders that are gone when the process of the tests is. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = mkdtempSync(join(tmpdir(), 'relay-test-'))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))

export const testFolder = (): string => mkdtempSync(join(root, 'folder-'))
