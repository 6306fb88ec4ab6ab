/** English texts of messages that programs ask to send. */
import type { Texts } from '../text.ts'

export const held = {
  'held.title': 'Messages waiting for you',
  'held.none': 'No messages are waiting for you',
  'held.notice': {
    one: 'A program asks to send {count} message.',
    other: 'Programs ask to send {count} messages.',
  },
  'held.show': 'View',
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
  'held.always': 'Send and always allow',
} as const satisfies Texts
