import { Value } from '@sinclair/typebox/value'
import { expect, test } from 'vitest'
import { Config } from '../../contract/config.ts'
import { outOfHubScope, type ScopedMessage } from './plugin-scope.ts'

const anna = '+12025550123'
const byAnna: ScopedMessage = {
  conversation: { guid: `2~any;-;${anna}`, handle: anna, is_group: false, category: 'known' },
  isFromMe: false,
  handle: anna,
  sender: 'Anna',
}
const inGroup: ScopedMessage = {
  ...byAnna,
  conversation: { guid: '2~any;+;chat831', handle: 'chat831', is_group: true, category: 'known' },
}
const stranger: ScopedMessage = { ...byAnna, sender: anna }
const verdict = (settings: object, message: ScopedMessage) => outOfHubScope(message, Value.Parse(Config, settings))

test('plugins of a hub get nothing until somebody says whose messages', () => {
  expect(verdict({}, byAnna)).toBe('out_of_scope')
})

test.each<[string, object, ScopedMessage, ReturnType<typeof outOfHubScope>]>([
  ['a person of the whitelist', { whitelist: { handles: ['(202) 555-0123'] } }, byAnna, undefined],
  ['a group by the GUID of any line', { whitelist: { groups: ['any;+;chat831'] } }, inGroup, undefined],
  ['a group of this line', { whitelist: { groups: ['2~any;+;chat831'] } }, inGroup, undefined],
  ['the same group of another line', { whitelist: { groups: ['3~any;+;chat831'] } }, inGroup, 'out_of_scope'],
  ['somebody whom the line knows by name', { relay: { scope: 'contacts' } }, byAnna, undefined],
  ['somebody without a name', { relay: { scope: 'contacts' } }, stranger, 'out_of_scope'],
  ['anybody', { relay: { scope: 'everyone' } }, stranger, undefined],
  ['one’s own message', { relay: { scope: 'everyone' } }, { ...byAnna, isFromMe: true }, 'from_me'],
  ['a note to oneself', { self_handles: [anna] }, { ...byAnna, isFromMe: true }, undefined],
  [
    'junk, though anybody is relayed',
    { relay: { scope: 'everyone' } },
    { ...byAnna, conversation: { ...byAnna.conversation, category: 'junk' } },
    'junk',
  ],
])('%s', (_what, settings, message, expected) => {
  expect(verdict(settings, message)).toBe(expected)
})
