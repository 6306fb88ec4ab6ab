/** English texts of the composer. */
import type { Texts } from '../text.ts'

export const compose = {
  'compose.label': 'Write a message',
  'compose.text': 'Message',
  'compose.placeholder': '{service}',
  'compose.send': 'Send',
  'compose.attach': 'Attach files',
  'compose.files': 'Files to send',
  'compose.attached': { one: '{count} file attached', other: '{count} files attached' },
  'compose.remove': 'Remove {name}',
  'compose.limit': 'Up to {size} for each file',
  'compose.too_large': 'Too large to be sent',
  'compose.empty': 'There is nothing in this file',
  'compose.program': 'Programs are not sent',
  'compose.drop': 'Drop files here to send them',
  'compose.offline': 'You are offline. What you send goes when you are online again.',
  'compose.left': { one: '{count} character left', other: '{count} characters left' },
  'compose.too_long': { one: '{count} character too long', other: '{count} characters too long' },
  'compose.may_not': 'You may read here, not write.',
  'compose.cannot': 'This Mac cannot send messages.',
  'compose.to': 'To',
  'compose.to_hint': 'Name, number or e-mail address',
  'compose.to_one': 'One recipient at a time: groups can be begun in Messages alone.',
  'compose.people': 'People',
} as const satisfies Texts
