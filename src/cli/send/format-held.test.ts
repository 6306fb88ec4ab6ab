import { expect, test } from 'vitest'
import type { HeldSend } from '../../contract/outbox.ts'
import { formatHeldInFull, formatHeldList } from './format-held.ts'

const held: HeldSend = {
  id: 'a1',
  version: 'v1',
  asker: { is: 'key', id: '0a1b2c3d', name: 'Drafts' },
  reason: 'Anna asked',
  kind: 'text',
  handle: '+12025550123',
  chat_guid: null,
  name: 'Anna',
  service: null,
  text: 'Pay \u202enow',
  file_name: null,
  send_at: null,
  created_at: '2026-01-02T00:00:00.000Z',
  expires_at: '2026-01-03T00:00:00.000Z',
}

test('a list ends with the command that shows the first in full', () => {
  expect(formatHeldList([held, { ...held, id: 'a2', name: held.handle, text: 'Hi' }])).toBe(
    [
      'Drafts → Anna <+12025550123>: Pay \\u{202e}now  (a1)',
      'Drafts → +12025550123: Hi  (a2)',
      '',
      'To decide, run:  service outbox show a1',
    ].join('\n'),
  )
  expect(formatHeldList([])).toBe('No messages are waiting for you.')
})

test('a message in full ends with the commands that send and refuse exactly it', () => {
  expect(formatHeldInFull(held).split('\n').slice(-5)).toEqual([
    '',
    'Pay \\u{202e}now',
    '',
    'To send it, run:    service outbox release a1 --version v1',
    'To refuse it, run:  service outbox refuse a1',
  ])
})
