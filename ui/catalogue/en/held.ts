/** English texts of messages that programs and rules ask to send. */
import type { Texts } from '../text.ts'

export const held = {
  'held.title': 'Messages waiting for you',
  'held.none': 'No messages are waiting for you',
  'held.outcome_sent': 'That message was released.',
  'held.outcome_refused': 'That message was refused. Nothing was sent.',
  'held.outcome_expired': 'That message waited for a day and was not sent.',
  'held.notice': {
    one: '{count} message is waiting for you.',
    other: '{count} messages are waiting for you.',
  },
  'held.show': 'View',
  'held.rule': 'Rule “{name}”',
  'held.asks': 'asks to write to',
  'held.text': 'Message',
  'held.hidden': 'Contains hidden characters, shown as {code}. Change leaves them out.',
  'held.reason': 'Reason given by the program:',
  'held.send_at': 'To be sent {time}',
  'held.expires': 'Not sent unless you decide by {time}',
  'held.send': 'Send',
  'held.change': 'Change',
  'held.keep': 'Undo change',
  'held.refuse': 'Refuse',
  'held.always': 'Send and stop asking for {name}',
} as const satisfies Texts
