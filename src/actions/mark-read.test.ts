import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey } from '../contract/ids.ts'
import type { PlacedMessage } from '../mac/history/placed.ts'
import { openReadState } from '../store/read-state.ts'
import { markRead } from './mark-read.ts'
import { conversationOf, historyOf, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const guid = 'any;-;+15550100'
const key = 'dm:+15550100' as ConversationKey

/** Creates a conversation in which the messages after our read mark are unread. */
function unreadConversation(rowids: readonly number[]) {
  const { services, dir } = servicesOf()
  const readState = openReadState({ path: join(dir.base, 'read_state.db') })
  onTestFinished(readState.close)
  const unread = () => rowids.filter((rowid) => rowid > (readState.readUpTo(key)?.rowid ?? 0)).length
  const history = historyOf([], {
    conversation: (wanted) => (wanted === guid ? conversationOf(guid, { unread_count: unread() }) : undefined),
    conversationKey: (wanted) => (wanted === guid ? key : undefined),
    conversationKeys: (wanted) => (wanted === guid ? [key] : []),
    placed: (wanted) =>
      wanted.flatMap((rowid) => {
        const conversation = (rowids.includes(rowid) ? key : 'dm:other') as ConversationKey
        return rowid < 100 ? [{ conversation, sentAtMs: rowid * 1_000 } as PlacedMessage] : []
      }),
  })
  return { services: { ...services, history, readState }, readState }
}

it('moves our own mark, and returns the new unread count', () => {
  const { services, readState } = unreadConversation([1, 2, 3])
  expect(markRead({ guid, rowid: 2 }, services, request)).toMatchObject({ guid, unread_count: 1 })
  expect(readState.all().map((mark) => ({ ...mark }))).toEqual([{ conversation: key, rowid: 2, sentAtMs: 2_000 }])
})

it('never moves the mark back', () => {
  const { services } = unreadConversation([1, 2, 3])
  markRead({ guid, rowid: 3 }, services, request)
  expect(markRead({ guid, rowid: 1 }, services, request)).toMatchObject({ unread_count: 0 })
})

it.each([
  ['of another conversation', guid, 50, 'message_not_found'],
  ['that there is not', guid, 100, 'message_not_found'],
  ['of a conversation that there is not', 'any;-;nobody', 1, 'conversation_not_found'],
])('a message %s marks nothing', (_what, conversation, rowid, code) => {
  const { services, readState } = unreadConversation([1, 2, 3])
  expect(() => markRead({ guid: conversation, rowid }, services, request)).toThrowError(
    expect.objectContaining({ code }),
  )
  expect(readState.all()).toEqual([])
})
