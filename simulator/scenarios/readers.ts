/** Scenarios with other programs that read chat.db beside the relay, as those of other relays and exporters do. */
import { DatabaseSync } from 'node:sqlite'
import { chatDbPath } from '../paths.ts'
import type { Scenario, Stage } from './stage.ts'

const READERS = 3
const LOOK_MS = 250
const MOST_LOOKS = 40

export const readerScenarios: Record<string, Scenario> = {
  'other-readers': {
    description: 'three other programs read chat.db for a while and end; then Messages empties its log',
    async play(stage) {
      const close = openReaders(stage)
      for (const word of ['one', 'two', 'three']) {
        stage.hear(`${word}, beside other readers`)
        await stage.pause(LOOK_MS)
      }
      await stage.pause(stage.outageMs)
      close()
      await emptyLog(stage)
      stage.hear('the first in an empty log')
    },
  },
}

/** Opens connections that each stay within a transaction, which keeps Messages from emptying its log. */
function openReaders({ home }: Stage): () => void {
  const readers = Array.from({ length: READERS }, () => new DatabaseSync(chatDbPath(home), { readOnly: true }))
  for (const reader of readers) {
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM message').get()
  }
  return () => {
    for (const reader of readers) reader.close()
  }
}

/** Throws if somebody still reads after a while: a relay must not keep a transaction open. */
async function emptyLog(stage: Stage): Promise<void> {
  const checkpoint = () => stage.messages().db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  for (let looks = 0; !checkpoint(); looks++) {
    if (looks === MOST_LOOKS) throw new Error('Messages cannot empty its log: a program keeps a transaction open.')
    await stage.pause(LOOK_MS)
  }
  stage.expect('nothing', 'Messages has emptied its log')
}
