import { expect, onTestFinished, test } from 'vitest'
import type { ConversationKey, RowId } from '../../src/contract/ids.ts'
import { openReadState } from '../../src/store/read-state.ts'
import { bridgeHere } from '../harness/bridge-here.ts'
import { dirOf } from '../harness/bridge-process.ts'

test('a conversation that is read in one page is reported to every other page', async () => {
  await using bridge = await bridgeHere()
  const state = openReadState({ path: dirOf(bridge.mac.home).readStateFile })
  onTestFinished(() => state.close())
  bridge.mac.messages.receive({ from: '+12025550123', text: 'Hello' })
  await bridge.receives('Hello')
  const { rowid, guid } = bridge.mac.row(
    'SELECT m.ROWID AS rowid, c.guid FROM message m JOIN chat_message_join j ON j.message_id = m.ROWID JOIN chat c ON c.ROWID = j.chat_id',
  ) as { rowid: number; guid: string }
  const mark = { conversation: 'dm:+12025550123' as ConversationKey, rowid: rowid as RowId, sentAtMs: Date.now() }
  state.markRead(mark)
  await expect.poll(() => bridge.journal.events()).toContainEqual({ type: 'read_state', chat_guid: guid, rowid })
  state.markRead(mark)
  expect(bridge.journal.events().filter(({ type }) => type === 'read_state')).toHaveLength(1)
})
