/** German texts of the settings that are stored in this browser only. */
import type { browser as english } from '../en/browser.ts'
import type { Translation } from '../text.ts'

export const browser: Translation<typeof english> = {
  'browser.title': 'Dieser Browser',
  'browser.hint': 'Gilt nur hier; andere Browser haben ihre eigenen.',
  'browser.language': 'Sprache',
  'browser.as_the_browser': 'Wie der Browser',
  'browser.enter_sends': 'Eingabetaste sendet',
  'browser.enter_sends_hint': 'Mit der Umschalttaste beginnt sie eine Zeile. Ausgeschaltet ist es umgekehrt.',
}
