// A simulated Mac for one test: empty unless requested otherwise, and deleted when it is disposed of.

import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMac, type MacOptions } from './create.ts'
import { type Mac, openMac } from './mac.ts'
import type { MessagesOptions } from './messages/open-messages.ts'
import { chatDbPath } from './paths.ts'
import { installPrograms } from './programs/install.ts'
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
  create(home, created)
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

interface WrittenFile {
  path: string
  bytes: Buffer
}

/** The files of empty Macs, by what distinguishes them: writing them takes far less time than making them. */
const emptyMacs = new Map<string, readonly WrittenFile[]>()

function create(home: string, options: MacOptions): void {
  const { macos, seed, messages = 0, chats = 0 } = options
  if (messages > 0 || chats > 0) return void createMac(home, { ...options, messages, chats })
  const kind = `${macos} ${seed}`
  const files = emptyMacs.get(kind)
  if (files === undefined) {
    createMac(home, { ...options, messages, chats })
    // Its databases are closed: closing a file of an open one would drop the locks that SQLite holds on it.
    emptyMacs.set(kind, filesOf(home))
    return
  }
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), bytes)
  }
  installPrograms(home)
}

/** Returns all but the programs, in which the path of the home stands. */
const filesOf = (home: string): WrittenFile[] =>
  globSync(['.simulator.json', 'Library/**'], { cwd: home, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ path: file.slice(home.length + 1), bytes: readFileSync(file) }))
