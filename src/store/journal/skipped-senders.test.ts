import { expect, it } from 'vitest'
import type { ConversationKey } from '../../contract/ids.ts'
import { skippedSenders } from './skipped-senders.ts'
import { ingestInto, journalInMemory, nobody, pageOf, relayed, skipped } from './test-journal.ts'

const from = (name: string, sentAtMs: number) => ({ conversation: `dm:${name}` as ConversationKey, sentAtMs })

it('lists each conversation once, with its newest message, newest conversation first', () => {
  const db = journalInMemory()
  const taken = [
    skipped(1, 'out_of_scope', from('ben', 10)),
    relayed(2, from('anna', 20)),
    skipped(3, 'junk', from('spam', 30)),
    skipped(4, 'out_of_scope', from('ben', 40)),
    skipped(5, 'from_me', from('cleo', 50)),
    skipped(6, 'out_of_scope', { conversation: null, sentAtMs: 60 }),
  ]
  ingestInto(db).commit(pageOf(taken), nobody)
  expect(skippedSenders(db, 10)).toEqual([
    { rowid: 4, outcome: 'out_of_scope', count: 2 },
    { rowid: 3, outcome: 'junk', count: 1 },
  ])
  expect(skippedSenders(db, 1)).toHaveLength(1)
})
