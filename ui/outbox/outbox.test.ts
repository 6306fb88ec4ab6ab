import { expect, test } from 'vitest'
import { conversationKey, mayBeIn, ofConversation, pendingOf, unwrittenGuid } from './outbox.ts'

const anna = '+12025550123'
const [home, office] = [`1~any;-;${anna}`, `2~any;-;${anna}`]

test('chats of one person are one conversation, and those of two lines are two', () => {
  expect(conversationKey(`iMessage;-;${anna}`)).toBe(conversationKey(`any;-;${anna}`))
  expect(conversationKey(home)).not.toBe(conversationKey(office))
  const pending = [home, office].map((guid, n) => pendingOf({ guid, text: 'Hi' }, { id: `${n}`, nowMs: 0, place: n }))
  expect(ofConversation(pending, office).map(({ clientId }) => clientId)).toEqual(['1'])
})

test('a message sent to an address may become a conversation of any line', () => {
  expect(mayBeIn(unwrittenGuid(anna), office)).toBe(true)
  expect(mayBeIn(anna, office)).toBe(true)
  expect(mayBeIn(home, office)).toBe(false)
  expect(mayBeIn(unwrittenGuid('+12025550145'), office)).toBe(false)
})
