/** German texts of messages that programs and rules ask to send. */
import type { held as english } from '../en/held.ts'
import type { Translation } from '../text.ts'

export const held: Translation<typeof english> = {
  'held.title': 'Wartende Nachrichten',
  'held.none': 'Keine Nachricht wartet auf dich',
  'held.outcome_sent': 'Diese Nachricht wurde freigegeben.',
  'held.outcome_refused': 'Diese Nachricht wurde abgelehnt und nicht gesendet.',
  'held.outcome_expired': 'Diese Nachricht hat einen Tag gewartet und wurde nicht gesendet.',
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
  'held.always': 'Senden und für {name} nicht mehr fragen',
}
