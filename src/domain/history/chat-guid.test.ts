import { expect, it } from 'vitest'
import { conversationsMeant } from './chat-guid.ts'

it.each([
  ['iMessage;-;+1 (202) 555-0123', ['group:+1 (202) 555-0123', 'dm:+12025550123']],
  ['any;-;chat123', ['group:chat123', 'dm:chat123']],
  ['SMS;-;a;b', ['group:a;b', 'dm:a;b']],
  ['any;*;x', []],
  ['+12025550123', []],
  ['any;-;', []],
])('%j may refer to %j', (guid, keys) => {
  expect(conversationsMeant(guid)).toEqual(keys)
})
