/** English texts beside what plugins show. */
import type { Texts } from '../text.ts'

export const slots = {
  'slots.plugin': 'Plugin: {name}',
  'slots.stopped': '{name} stopped',
  'slots.paused': '{name} is paused',
  'slots.details': 'Details',
  'slots.reload': 'Reload',
  'slots.turn_off': 'Turn off',
  'slots.turned_off': '{name} is off',
  'slots.log': 'Show in the log',
  'slots.boot_timeout': 'Didn’t start within five seconds.',
  'slots.not_responding': 'Not responding.',
  'slots.crashed': 'An error occurred.',
  'slots.too_much': 'Content too large.',
  'slots.too_often': 'Too many updates.',
  'slots.bad_message': 'Invalid message to the page.',
  'slots.paused_hint': 'Failed three times within five minutes. Reload to try again.',
} as const satisfies Texts
