/** English texts of the settings that are stored in this browser only. */
import type { Texts } from '../text.ts'

export const browser = {
  'browser.title': 'This browser',
  'browser.hint': 'Kept here alone; other browsers keep their own.',
  'browser.language': 'Language',
  'browser.as_the_browser': 'As the browser has it',
  'browser.enter_sends': 'Enter sends',
  'browser.enter_sends_hint': 'Shift and Enter begin a line. Switched off, it is the other way round.',
} as const satisfies Texts
