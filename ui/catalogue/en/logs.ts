/** What the log page says. */
import type { Texts } from '../text.ts'

export const logs = {
  'logs.lead': 'What the service does, as it does it. No text of a message is ever written there.',
  'logs.levels': 'Levels',
  'logs.find': 'Find, or /expression/',
  'logs.pause': 'Pause',
  'logs.resume': { one: '{count} new – Resume', other: '{count} new – Resume' },
  'logs.none': 'No line fits.',
  'logs.lines': 'Lines of the log',
} as const satisfies Texts
