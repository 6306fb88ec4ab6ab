import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

test('messages are returned with their conversations, in the requested order', () => {
  const { messages, history } = historyOf()
  const { guid } = messages.createGroup({ members: [anna, ben] })
  const inGroup = messages.receive({ from: ben, chat: guid, text: 'all', atMs: minute(1) })
  const direct = messages.receive({ from: anna, text: 'you', atMs: minute(0) })
  const tapback = messages.tapback({ target: direct, kind: 'love' })
  expect(history.placed([inGroup.rowid, tapback.rowid, direct.rowid, 99])).toMatchObject([
    { message: { text: 'all' }, conversation_guid: guid, conversation_name: 'Anna and Ben', sentAtMs: minute(1) },
    {
      message: { text: 'you', tapbacks: ['❤️'] },
      conversation: `dm:${anna}`,
      conversation_guid: `any;-;${anna}`,
      conversation_name: 'Anna',
    },
  ])
  expect(history.placed([])).toEqual([])
})

test('messages that are deleted, filtered, in no chat or duplicated are not returned', () => {
  const { messages, history } = historyOf()
  const kept = messages.receive({ from: anna, text: 'kept', atMs: minute(0) })
  const deleted = messages.receive({ from: anna, text: 'deleted' })
  messages.moveToRecentlyDeleted({ message: deleted })
  const filtered = messages.receive({ from: ben, text: 'filtered' })
  messages.filterChat({ chat: filtered.chatGuid ?? '', category: 2 })
  const orphan = messages.receiveOrphan({ from: anna, text: 'code 123456' })
  const again = messages.reland({ message: kept })
  const rowids = [kept, deleted, filtered, orphan, again].map(({ rowid }) => rowid)
  expect(history.placed(rowids).map(({ message }) => message.rowid)).toEqual([kept.rowid])
})
