// A simulated Mac for one test: empty unless requested otherwise, and deleted when it is disposed of.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMac, type MacOptions } from './create.ts'
import { type Mac, openMac } from './mac.ts'
import type { MessagesOptions } from './messages/open-messages.ts'
import { chatDbPath } from './paths.ts'
import { seededRandom } from './random.ts'
import { removeHome } from './remove-home.ts'

export interface TemporaryMac extends Mac, Disposable {
  /** Returns rows of chat.db as another process sees them. */
  rows(sql: string): Array<Record<string, unknown>>
  /** Returns the first of these rows. */
  row(sql: string): Record<string, unknown> | undefined
}

export function temporaryMac(options: MacOptions & Pick<MessagesOptions, 'now'> = {}): TemporaryMac {
  const home = mkdtempSync(join(tmpdir(), 'mac-'))
  const { now, ...created } = options
  createMac(home, { messages: 0, chats: 0, ...created })
  const mac = openMac(home, { random: seededRandom('temporary'), ...(now && { now }) })
  const reader = new DatabaseSync(chatDbPath(home), { readOnly: true })
  const rows = (sql: string) =>
    reader
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  const close = (): void => {
    reader.close()
    mac.close()
    removeHome(home)
  }
  return { ...mac, rows, row: (sql) => rows(sql)[0], close, [Symbol.dispose]: close }
}
