/** The process of the plugin that calls the webhook, as the journal has it. */
import { DatabaseSync } from 'node:sqlite'
import { dirOf } from '../test/harness/bridge-process.ts'

export function killRunner(home: string): void {
  const db = new DatabaseSync(dirOf(home).journalFile, { readOnly: true, timeout: 2_000 })
  const pid = db.prepare("SELECT pid FROM integration WHERE name = 'webhook'").get()?.pid
  db.close()
  if (typeof pid !== 'number') return
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
