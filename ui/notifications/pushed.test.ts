import { expect, test } from 'vitest'
import type { Pushed } from '../../src/contract/push.ts'
import { isLookedAt, isShown, mustShow, shownOf } from './pushed.ts'

const guid = 'any;-;+12025550123'
const message = { type: 'message', guid, rowid: 7, level: 'rich', language: 'en', unread: 1, withdraw: [] } as const
const path = '/app/c/any%3B-%3B%2B12025550123'

test.each<[string, Pushed, string, string]>([
  ['a text', { ...message, name: 'Anna', is_group: false, sender: 'Anna', text: 'At eight?' }, 'Anna', 'At eight?'],
  ['a group', { ...message, name: 'Club', is_group: true, sender: 'Ben', text: 'Hi' }, 'Club', 'Ben: Hi'],
  ['a name', { ...message, level: 'sender', name: 'Anna' }, 'Anna', 'New message'],
  ['nothing', { ...message, level: 'private', language: 'de-AT' }, 'Local Messaging Relay', 'Neue Nachricht'],
  [
    'a message that waits',
    { type: 'held', id: 's', level: 'rich', language: 'en', asker: 'Desk', name: 'Anna', text: 'Yes' },
    'Desk asks to write to Anna',
    'Yes',
  ],
  [
    'a message that waits, by name',
    { type: 'held', id: 's', level: 'sender', language: 'de', asker: 'Desk', name: 'Anna' },
    'Desk möchte Anna schreiben',
    'Eine Nachricht wartet auf dich',
  ],
  [
    'a message that waits, without a name',
    { type: 'held', id: 's', level: 'private', language: 'en' },
    'Local Messaging Relay',
    'A message is waiting for you',
  ],
  ['a test', { type: 'test', language: 'fr' }, 'Local Messaging Relay', 'Notifications work.'],
  [
    'an alert that is over',
    { type: 'alert', id: 'a', summary: 'Webhook has refused deliveries.', is_over: true, language: 'en' },
    'Local Messaging Relay',
    'Resolved: Webhook has refused deliveries.',
  ],
  [
    'an alert, in the language of the browser',
    {
      type: 'alert',
      id: 'a',
      summary: 'Deliveries fail.',
      is_over: false,
      language: 'de',
      kind: 'deliveries_failing',
      since: '2026-03-01T12:00:00Z',
      plugin: 'webhook',
    },
    'Local Messaging Relay',
    `Zustellungen an webhook schlagen seit ${new Date('2026-03-01T12:00:00Z').toLocaleString('de', { dateStyle: 'short', timeStyle: 'short' })} fehl.`,
  ],
  [
    'an alert that an earlier version queued',
    { type: 'alert', id: 'a', summary: 'Deliveries fail.', is_over: true, language: 'de' },
    'Local Messaging Relay',
    'Behoben: Deliveries fail.',
  ],
])('%s', (_, pushed, title, body) => expect(shownOf(pushed)).toMatchObject({ title, body }))

test('the buttons of a held message lead to the page, and nowhere else', () => {
  const { data, actions } = shownOf({ type: 'held', id: 's', level: 'private', language: 'de' })
  expect(data).toEqual({
    path: '/app/messages?waiting=s&decide=send',
    actions: { send: '/app/messages?waiting=s&decide=send', refuse: '/app/messages?waiting=s&decide=refuse' },
  })
  expect(actions).toEqual([
    { action: 'send', title: 'Senden' },
    { action: 'refuse', title: 'Nein' },
  ])
})

test('a click leads to the conversation, whose notifications replace each other', () => {
  expect(shownOf(message)).toMatchObject({ tag: guid, data: { path, rowid: 7 } })
})

test('a conversation counts as looked at only in a window that is in front', () => {
  const tab = { url: `https://mac.example.com${path}?m=7`, focused: true, visibilityState: 'visible' }
  expect(isLookedAt(guid, [tab])).toBe(true)
  expect(isLookedAt(guid, [{ ...tab, focused: false }])).toBe(false)
  expect(isLookedAt(guid, [{ ...tab, visibilityState: 'hidden' }])).toBe(false)
  expect(isLookedAt('any;-;+12025550199', [tab])).toBe(false)
})

test('a notification that a page has shown is not shown again', () => {
  const shown = [{ data: { path, rowid: 7 } }]
  expect([isShown(7, shown), isShown(8, shown), isShown(7, [{ data: path }]), isShown(7, [])]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('Safari has to show a notification for each push, other browsers need not', () => {
  const webkit = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  expect(mustShow(`${webkit} Version/18.0 Safari/605.1.15`)).toBe(true)
  expect(mustShow(`${webkit} Chrome/140.0.0.0 Safari/537.36`)).toBe(false)
  expect(mustShow('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(false)
})
