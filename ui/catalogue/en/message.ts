/** English texts of what can be done with a message. */
import type { Texts } from '../text.ts'

export const message = {
  'message.why': 'Delivery details',
  'message.answer': 'Reply with quote',
  'message.copy': 'Copy',
  'message.copy_link': 'Copy link',
  'message.star': 'Star',
  'message.unstar': 'Remove star',
  'message.star_keys': 'Star or remove star',
  'message.starred': 'Starred',
  'message.edit': 'Edit',
  'message.edits': 'Earlier versions',
  'message.unsend': 'Undo send',
  'message.unsend_question': 'Unsend this message?',
  'message.unsend_hint': 'The message disappears for everyone whose device supports unsending.',
  'message.react_keys': 'React; then 1 to 6',
  'message.quote': '“{text}”',
  'message.group': 'Message',
} as const satisfies Texts
