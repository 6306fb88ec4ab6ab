import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

test('messages received since a moment are returned in ROWID order, a page at a time', () => {
  const { messages, history } = historyOf()
  messages.receive({ from: anna, text: 'too old', atMs: minute(-1) })
  const { guid } = messages.createGroup({ members: [anna, ben], name: 'Club' })
  const first = messages.receive({ from: anna, text: 'one', atMs: minute(1) })
  messages.send({ to: anna, text: 'mine', atMs: minute(2) })
  messages.tapback({ target: first, from: anna, kind: 'love', atMs: minute(3) })
  const second = messages.receive({ from: ben, chat: guid, text: 'two', atMs: minute(4) })
  messages.receive({ from: anna, text: 'older, landed later', atMs: minute(-2) })
  const third = messages.receiveOrphan({ from: ben, text: 'three', atMs: minute(5) })
  messages.unsend({ message: messages.receive({ from: anna, text: 'gone', atMs: minute(6) }) })
  const ask = (rowid: number) => history.incoming({ sinceMs: minute(0), rowid, limit: 2 })
  expect(ask(0)).toEqual([
    {
      rowid: first.rowid,
      conversation: `dm:${anna}`,
      conversation_guid: `any;-;${anna}`,
      conversation_name: 'Anna',
      groupName: null,
      category: 'known',
      isGroup: false,
      handle: anna,
      sender: 'Anna',
      text: 'one',
      sentAtMs: minute(1),
    },
    expect.objectContaining({
      rowid: second.rowid,
      isGroup: true,
      groupName: 'Club',
      conversation_name: 'Club',
      sender: 'Ben',
    }),
  ])
  expect(ask(second.rowid)).toMatchObject([{ rowid: third.rowid, conversation: `dm:${ben}`, text: 'three' }])
  expect(ask(third.rowid)).toEqual([])
})

test('a moment in the future finds nothing, and filtered senders are left out', () => {
  const { messages, history } = historyOf()
  const { chatGuid = '' } = messages.receive({ from: anna, text: 'buy', atMs: minute(1) })
  messages.filterChat({ chat: chatGuid, category: 2 })
  expect(history.incoming({ sinceMs: minute(0), rowid: 0, limit: 10 })).toEqual([])
  expect(history.incoming({ sinceMs: minute(9), rowid: 0, limit: 10 })).toEqual([])
})
