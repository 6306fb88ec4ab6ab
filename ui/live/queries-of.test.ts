import { expect, test } from 'vitest'
import type { StreamEvent } from '../../src/contract/events.ts'
import { queriesOf } from './queries-of.ts'

const about = { chat_guid: 'any;-;+12025550123', rowid: 3 }

test.each<[StreamEvent, ReturnType<typeof queriesOf>]>([
  [{ type: 'reset' }, 'all'],
  [{ type: 'new_message', ...about }, []],
  [{ type: 'attachment_ready', ...about }, []],
  [
    { type: 'send_updated', id: 's', state: 'landed', ...about, error_code: null },
    ['list_sends', 'get_send', 'list_scheduled', 'list_outbox'],
  ],
  [{ type: 'deliveries_changed' }, ['list_deliveries', 'get_delivery', 'message_trace']],
])('%j', (event, names) => {
  expect(queriesOf(event)).toEqual(names)
})
