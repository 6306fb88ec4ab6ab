import { expect, test } from 'vitest'
import { messagesOf } from '../test-message.ts'
import { concernOf } from './concerns.ts'

const guid = 'iMessage;-;+12025550123'
const window = { rows: messagesOf(10, 20), hasOlder: true, hasNewer: false }
const about = (chat_guid: string, rowid: number) => ({ chat_guid, rowid })
const concern = (event: Parameters<typeof concernOf>[0], of = guid) => concernOf(event, { guid: of, window })

test('a message of this conversation is added, whichever service it came by', () => {
  const added = { what: 'added', rowid: 21, isNew: true }
  expect(concern({ type: 'new_message', ...about(guid, 21) })).toEqual(added)
  expect(concern({ type: 'new_message', ...about('SMS;-;+12025550123', 21) })).toEqual(added)
  expect(concern({ type: 'new_message', ...about('any;+;chat1', 21) }, 'iMessage;+;chat1')).toEqual(added)
  expect(concern({ type: 'message_sent', ...about(guid, 21), handle: '+1' })).toMatchObject({ isNew: false })
})

test('a person may have another address, but a group has only one name', () => {
  expect(concern({ type: 'new_message', ...about('iMessage;-;anna@example.org', 21) })).toMatchObject({ what: 'added' })
  expect(concern({ type: 'new_message', ...about('iMessage;+;chat2', 21) })).toEqual({ what: 'nothing' })
  expect(concern({ type: 'new_message', ...about(guid, 21) }, 'iMessage;+;chat2')).toEqual({ what: 'nothing' })
})

test('an event that changes a loaded message concerns that message', () => {
  const changed = { what: 'changed', rowid: 12 }
  for (const type of [
    'message_edited',
    'message_unsent',
    'message_delivered',
    'message_read',
    'attachment_ready',
  ] as const)
    expect(concern({ type, ...about(guid, 12) })).toEqual(changed)
  expect(concern({ type: 'tapback_added', ...about(guid, 99), target_guid: 'guid-12', emoji: '❤️' })).toEqual(changed)
  expect(concern({ type: 'tapback_added', ...about(guid, 12), target_guid: 'guid-9', emoji: '❤️' })).toEqual({
    what: 'nothing',
  })
  expect(concern({ type: 'message_edited', ...about(guid, 9) })).toEqual({ what: 'nothing' })
})

test('a reset makes everything be read again', () => {
  expect(concern({ type: 'reset' })).toEqual({ what: 'everything' })
})
