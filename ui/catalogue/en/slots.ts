/** English texts beside what plugins show. */
import type { Texts } from '../text.ts'

export const slots = {
  'slots.plugin': 'Plugin: {name}',
  'slots.stopped': '{name} stopped',
  'slots.paused': '{name} is paused',
  'slots.details': 'Details',
  'slots.reload': 'Reload',
  'slots.turn_off': 'Turn off',
  'slots.turned_off': '{name} is switched off',
  'slots.log': 'Show in the log',
  'slots.boot_timeout': 'It did not start within five seconds.',
  'slots.not_responding': 'It does not answer any more.',
  'slots.crashed': 'It made an error.',
  'slots.too_much': 'It wanted to show more than a plugin may.',
  'slots.too_often': 'It changed what it shows too often.',
  'slots.bad_message': 'It said something that the page does not understand.',
  'slots.paused_hint': 'It failed three times within five minutes, and stays off this page until it is loaded again.',
} as const satisfies Texts
