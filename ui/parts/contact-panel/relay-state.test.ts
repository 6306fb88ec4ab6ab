import { expect, test } from 'vitest'
import { type RelaySituation, relayStateOf } from './relay-state.ts'

const anna = '+12025550123'
const person = (name = anna): RelaySituation['conversation'] => ({
  guid: `any;-;${anna}`,
  handle: anna,
  addresses: [anna],
  is_group: false,
  participants: [{ handle: anna, name, avatar_url: null }],
})
const group: RelaySituation['conversation'] = {
  guid: 'any;+;chat7',
  handle: 'chat7',
  addresses: [],
  is_group: true,
  participants: [{ handle: anna, name: 'Anna', avatar_url: null }],
}
const none = { scope: 'whitelist', listed: [], own: [], blocked: [] } as const
const listed: RelaySituation['listed'] = [{ handle: '+1 (202) 555-0123', addresses: [], kind: 'handle' }]
const junk = [{ handle: anna, reason: 'junk' }] as const

test.each<[string, Partial<RelaySituation>, boolean, string, boolean]>([
  ['nobody is chosen', {}, false, 'not_listed', true],
  ['they are chosen, in another writing', { listed }, true, 'listed', true],
  ['everyone is relayed', { scope: 'everyone' }, true, 'everyone', false],
  ['everyone is relayed, and they are chosen', { scope: 'everyone', listed }, true, 'listed_anyway', true],
  [
    'everyone is relayed, and Messages has filed them as spam',
    { scope: 'everyone', blocked: junk },
    false,
    'junk',
    true,
  ],
  [
    'contacts are relayed, and they are one',
    { scope: 'contacts', conversation: person('Anna') },
    true,
    'contact',
    false,
  ],
  ['contacts are relayed, and they are none', { scope: 'contacts' }, false, 'not_contact', true],
  [
    'contacts are relayed, in this group too',
    { scope: 'contacts', conversation: group },
    false,
    'group_of_contacts',
    true,
  ],
  [
    'this group is chosen, in another spelling',
    { conversation: group, listed: [{ handle: 'iMessage;+;chat7', addresses: [], kind: 'group' }] },
    true,
    'listed',
    true,
  ],
  [
    'another address of theirs is chosen',
    {
      conversation: { ...person('Anna'), addresses: [anna, 'anna@example.org'] },
      listed: [{ handle: 'x@example.org', addresses: ['x@example.org', 'anna@example.org'], kind: 'handle' }],
    },
    true,
    'listed',
    true,
  ],
  ['one writes to oneself', { own: [anna] }, true, 'own', false],
])('while %s', (_, changes, isRelayed, reason, canChange) => {
  expect(relayStateOf({ ...none, conversation: person(), ...changes })).toMatchObject({ isRelayed, reason, canChange })
})
