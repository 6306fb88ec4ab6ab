/**
 * Removes a simulated Mac while programs may still be at work in it, such as the carrier of its messages.
 *
 * The home disappears in one step, by another name. Nobody finds it under the old name from then on, so nobody creates
 * files in it while it is emptied. Without that step `rmSync` can leave a part of it behind without an error: it takes
 * a file that another process removes at the same time as a sign that everything is gone.
 */
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../src/base/errors.ts'

export function removeHome(home: string): void {
  const aside = mkdtempSync(`${home}-removed-`)
  try {
    renameSync(home, join(aside, 'home'))
  } catch (error) {
    if (!hasErrno(error, 'ENOENT')) throw error
  }
  rmSync(aside, { recursive: true, force: true })
}
