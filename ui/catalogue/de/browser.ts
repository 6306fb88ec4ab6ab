/** German texts of the settings that are stored in this browser only. */
import type { browser as english } from '../en/browser.ts'
import type { Translation } from '../text.ts'

export const browser: Translation<typeof english> = {
  'browser.title': 'Dieser Browser',
  'browser.hint': 'Gilt nur in diesem Browser.',
  'browser.language': 'Sprache',
  'browser.as_the_browser': 'Sprache des Browsers',
  'browser.enter_sends': 'Mit Enter senden',
  'browser.enter_sends_hint': 'Umschalt–Enter fügt eine Zeile ein. Ausgeschaltet sendet Umschalt–Enter.',
  'browser.undo': 'Senden widerrufen',
  'browser.undo_hint': 'So lange wartet eine Nachricht nach dem Senden, damit du sie zurückholen kannst.',
  'browser.undo_off': 'Aus',
  'browser.undo_s': '{count} Sekunden',
}
