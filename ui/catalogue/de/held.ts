/** German texts of messages that programs and rules ask to send. */
import type { held as english } from '../en/held.ts'
import type { Translation } from '../text.ts'

export const held: Translation<typeof english> = {
  'held.title': 'Wartende Nachrichten',
  'held.none': 'Keine Nachricht wartet auf dich',
  'held.notice': {
    one: '{count} Nachricht wartet auf dich.',
    other: '{count} Nachrichten warten auf dich.',
  },
  'held.show': 'Ansehen',
  'held.rule': 'Regel „{name}“',
  'held.asks': 'möchte schreiben an',
  'held.text': 'Nachricht',
  'held.hidden': 'Enthält verborgene Zeichen, hier als {code} zu sehen. Ändern lässt sie weg.',
  'held.reason': 'Grund laut Programm:',
  'held.send_at': 'Soll gesendet werden: {time}',
  'held.expires': 'Wird nicht gesendet, wenn du nicht bis {time} entscheidest',
  'held.send': 'Senden',
  'held.change': 'Ändern',
  'held.keep': 'Änderung verwerfen',
  'held.refuse': 'Ablehnen',
  'held.always': 'Senden und immer erlauben',
}
