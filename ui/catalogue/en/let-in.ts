/** English texts of the page on which the owner lets a program in. */
import type { Texts } from '../text.ts'

export const letIn = {
  'let_in.title': 'Let {name} in?',
  'let_in.of': 'Messages on {mac}',
  'let_in.leads_to': 'Your answer goes to',
  'let_in.this_machine': 'an app on the device with this browser',
  'let_in.warning': 'The app chose its name itself. Allow it only if you have just connected it yourself.',
  'let_in.allow': 'Allow',
  'let_in.refuse': 'Don’t allow',
  'let_in.revocable': 'You can change or revoke this at any time: Settings → Security → API keys.',
} as const satisfies Texts
