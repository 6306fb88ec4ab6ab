/** English texts of the settings that are stored in this browser only. */
import type { Texts } from '../text.ts'

export const browser = {
  'browser.title': 'This browser',
  'browser.hint': 'Applies only to this browser.',
  'browser.language': 'Language',
  'browser.as_the_browser': 'Browser language',
  'browser.enter_sends': 'Send with Enter',
  'browser.enter_sends_hint': 'Shift–Enter adds a line. When off, Shift–Enter sends.',
  'browser.undo': 'Undo send',
  'browser.undo_hint': 'A message you send waits this long, so that you can take it back.',
  'browser.undo_off': 'Off',
  'browser.undo_s': '{count} seconds',
} as const satisfies Texts
