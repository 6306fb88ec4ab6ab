import { expect, it } from 'vitest'
import { sendOf } from '../../actions/test-sending.ts'
import type { Send } from '../../contract/send.ts'
import { formatSend } from './outcome.ts'

const error = { code: 'recipient_unreachable', message: 'They cannot be reached (error 22). Check the address.' }

it.each<[Partial<Send>, string]>([
  [{ state: 'queued' }, '… to Anna: queued (one)'],
  [{ state: 'handed_over' }, '… to Anna: accepted by Messages, not confirmed yet (one)'],
  [{ state: 'landed' }, '✓ on its way to Anna by iMessage'],
  [{ state: 'sent', service: null }, '✓ sent to Anna'],
  [{ state: 'delivered' }, '✓ sent to Anna by iMessage · delivered'],
  [{ state: 'read', service: 'RCS' }, '✓ sent to Anna by RCS · read'],
  [
    { state: 'sent', service: 'SMS', sms_fallback: true },
    '✓ sent to Anna by SMS, because iMessage could not reach them',
  ],
  [{ state: 'failed', error }, '✗ not sent to Anna: They cannot be reached (error 22). Check the address.'],
  [{ state: 'uncertain', error: { code: 'send_uncertain', message: 'Look first.' } }, '? to Anna: Look first.'],
])('formats %j', (changes, line) => {
  expect(formatSend(sendOf(changes), 'Anna')).toBe(line)
})
