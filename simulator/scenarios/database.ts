/** Scenarios with chat.db as a file: checkpoints, locks, replacements, lost permissions. */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { chatDbPath, messagesFolder } from '../paths.ts'
import {
  asideOf,
  copyDatabase,
  moveDatabase,
  renumberDownwards,
  renumberMessages,
  replaceDatabase,
} from './database-files.ts'
import type { Scenario, Stage } from './stage.ts'

/** Gives a relay enough time to ingest what was written before. */
const SETTLING_MS = 3000

export const databaseScenarios: Record<string, Scenario> = {
  'wal-recreated': {
    description: 'Messages quits and starts again; the write-ahead log is another file afterwards',
    async play(stage) {
      stage.hear('before Messages quits')
      await stage.pause(500)
      await stage.whileClosed(() => undefined)
      stage.hear('after Messages has started again')
    },
  },
  checkpoint: {
    description: 'the write-ahead log is emptied between two messages',
    async play(stage) {
      stage.hear('before the checkpoint')
      stage.messages().db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      await stage.pause(500)
      stage.hear('after the checkpoint')
    },
  },
  'log-rotated-under-load': {
    description: 'people write on while the write-ahead log is emptied and replaced again and again',
    async play(stage) {
      for (let round = 1; round <= 4; round++) {
        for (let count = 1; count <= 10; count++) stage.hear(`round ${round}, ${count}`)
        stage.messages().db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
        for (let count = 11; count <= 20; count++) stage.hear(`round ${round}, ${count}`)
        await stage.pause(200)
        await stage.whileClosed(() => undefined)
      }
      stage.hear('after the last round')
    },
  },
  'folder-replaced': {
    description: 'the folder of Messages is another one afterwards; who watches the old one hears of nothing any more',
    async play(stage) {
      stage.hear('in the old folder')
      await stage.pause(SETTLING_MS)
      await stage.whileClosed(() => exchangeFolder(messagesFolder(stage.home)))
      for (const word of ['first', 'second']) {
        stage.hear(`the ${word} in the new folder`)
        await stage.pause(SETTLING_MS)
      }
    },
  },
  vacuum: {
    description: 'the database is rewritten between two messages',
    async play(stage) {
      stage.hear('before the vacuum')
      stage.messages().db.exec('VACUUM')
      await stage.pause(500)
      stage.hear('after the vacuum')
    },
  },
  'database-replaced': {
    description: 'another file takes the place of chat.db, with the same rows',
    async play(stage) {
      stage.hear('in the old file')
      await exchange(stage, () => undefined)
      stage.hear('in the new file')
    },
  },
  'database-restored': {
    description: 'an older copy takes the place of chat.db; ROWIDs go back',
    async play(stage) {
      const older = asideOf(stage.home)
      copyDatabase(stage.messages().db, older)
      await hearLostMessages(stage)
      await stage.whileClosed(() => replaceDatabase(stage.home, older))
      stage.hear('the first after the older copy came back')
      stage.hear('the second after the older copy came back')
    },
  },
  'database-overwritten': {
    description: 'an older copy is written into the same file; ROWIDs go back, the inode stays',
    async play(stage) {
      const older = asideOf(stage.home)
      copyDatabase(stage.messages().db, older)
      await hearLostMessages(stage)
      await stage.whileClosed(() => overwrite(stage.home, older))
      stage.hear('the first after the file was overwritten')
      stage.hear('the second after the file was overwritten')
    },
  },
  'database-rebuilt': {
    description: 'chat.db is rebuilt and every message gets another ROWID',
    async play(stage) {
      stage.hear('before the rebuild')
      await stage.pause(SETTLING_MS)
      await exchange(stage, renumberMessages)
      stage.hear('after the rebuild')
    },
  },
  'database-rebuilt-with-gaps': {
    description: 'chat.db is rebuilt, and new messages get lower ROWIDs than old ones',
    async play(stage) {
      stage.hear('before the rebuild')
      await stage.pause(SETTLING_MS)
      await exchange(stage, (path) => renumberMessages(path, 2))
      hearBelow(stage, 'the first with a low number')
      await stage.pause(SETTLING_MS)
      hearBelow(stage, 'the second with a low number')
      await stage.pause(SETTLING_MS)
      stage.hear('with the highest number again')
    },
  },
  'database-moved-away': {
    description: 'chat.db is away for a while',
    async play(stage) {
      await stage.whileClosed(async () => {
        moveDatabase(chatDbPath(stage.home), asideOf(stage.home))
        await stage.pause(stage.outageMs)
        moveDatabase(asideOf(stage.home), chatDbPath(stage.home))
      })
      stage.hear('chat.db is back')
    },
  },
  locked: {
    description: 'a writer holds the database exclusively for a while',
    play: (stage) =>
      held(stage.messages().db, stage, () => {
        stage.hear('written under the lock')
      }),
  },
  'locked-without-wal': {
    description: 'the same in a database without write-ahead log, where nobody can read meanwhile',
    async play(stage) {
      await stage.whileClosed(async () => {
        const db = new DatabaseSync(chatDbPath(stage.home))
        copyDatabase(db, asideOf(stage.home))
        db.close()
        replaceDatabase(stage.home, asideOf(stage.home))
        // Without a write-ahead log, a reader holds up anyone who needs exclusive access.
        const plain = new DatabaseSync(chatDbPath(stage.home), { timeout: 30_000 })
        await held(plain, stage, () => undefined)
        plain.close()
      })
      stage.hear('the lock is gone')
    },
  },
  'permission-lost': {
    description: 'the folder of chat.db cannot be entered for a while (root enters it all the same)',
    async play(stage) {
      await stage.whileClosed(async () => {
        chmodSync(messagesFolder(stage.home), 0o000)
        await stage.pause(stage.outageMs)
        chmodSync(messagesFolder(stage.home), 0o755)
      })
      stage.hear('the permission is back')
    },
  },
  'opening-refused': {
    description: 'for a while chat.db can be read as a file, but not be opened as a database',
    async play(stage) {
      stage.hear('before it is refused')
      await stage.pause(SETTLING_MS)
      await refused(stage, async () => {
        await stage.pause(stage.outageMs / 2)
        stage.hear('written while it is refused')
        await stage.pause(stage.outageMs / 2)
      })
      stage.hear('it can be opened again')
    },
  },
}

/** Moves everything into a new folder of the same name; the files stay the same. */
function exchangeFolder(folder: string): void {
  const aside = `${folder}.aside`
  renameSync(folder, aside)
  mkdirSync(folder)
  for (const name of readdirSync(aside)) renameSync(join(aside, name), join(folder, name))
  rmdirSync(aside)
}

async function hearLostMessages(stage: Stage): Promise<void> {
  for (const count of [1, 2, 3]) stage.hear(`in the file that goes away, ${count}`)
  await stage.pause(SETTLING_MS)
}

/** Receives a message whose ROWID is below that of the newest message before it. */
function hearBelow(stage: Stage, text: string): void {
  const messages = stage.messages()
  const written = messages.transaction(() => {
    const row = messages.receive({ from: stage.friend, text })
    return { ...row, rowid: renumberDownwards(messages.db, row.rowid) }
  })
  stage.expect('relay', text, written)
}

async function exchange(stage: Stage, prepare: (path: string) => void): Promise<void> {
  const other = asideOf(stage.home)
  copyDatabase(stage.messages().db, other)
  prepare(other)
  await stage.whileClosed(() => replaceDatabase(stage.home, other))
}

async function overwrite(home: string, path: string): Promise<void> {
  const source = new DatabaseSync(path)
  await backup(source, chatDbPath(home))
  source.close()
  moveDatabase(path, `${path}.used`)
}

/** Puts a link in the place of the log's index, which SQLite never follows. Messages keeps the index that it has open. */
async function refused(stage: Stage, work: () => Promise<void>): Promise<void> {
  const index = `${chatDbPath(stage.home)}-shm`
  renameSync(index, `${index}.aside`)
  symlinkSync('nowhere', index)
  try {
    await work()
  } finally {
    rmSync(index)
    renameSync(`${index}.aside`, index)
  }
}

async function held(db: DatabaseSync, stage: Stage, work: () => void): Promise<void> {
  db.exec('BEGIN EXCLUSIVE')
  try {
    await stage.pause(stage.outageMs)
    work()
  } finally {
    db.exec('COMMIT')
  }
}
