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
  'compose.too_large': 'Too large to send',
  'compose.empty': 'This file is empty',
  'compose.program': 'Programs can’t be sent',
  'compose.drop': 'Drop files here to send them',
  'compose.offline': 'You’re offline. Your messages are sent when you’re back online.',
  'compose.left': { one: '{count} character left', other: '{count} characters left' },
  'compose.too_long': { one: '{count} character too long', other: '{count} characters too long' },
  'compose.may_not': 'You have read-only access.',
  'compose.cannot': 'This Mac can’t send messages.',
} as const satisfies Texts
