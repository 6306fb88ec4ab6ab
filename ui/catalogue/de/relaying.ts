/** German texts of whether a conversation is relayed. */
import type { relaying as english } from '../en/relaying.ts'
import type { Translation } from '../text.ts'

export const relaying: Translation<typeof english> = {
  'relaying.relay': 'An Plugins weiterleiten',
  'relaying.own': 'Deine Nachrichten an dich selbst werden immer weitergeleitet.',
  'relaying.everyone': 'Zurzeit werden alle weitergeleitet. Dieser Schalter hat keine Wirkung.',
  'relaying.listed_anyway':
    'Zurzeit werden alle weitergeleitet, diese Unterhaltung auch dann, wenn sie als Spam erkannt wird.',
  'relaying.contact': 'Zurzeit werden alle Kontakte weitergeleitet. Dieser Schalter hat keine Wirkung.',
  'relaying.group_of_contacts':
    'Hier werden nur deine Kontakte weitergeleitet. Einschalten leitet die ganze Gruppe weiter.',
  'relaying.junk': 'Von „Nachrichten“ als Spam erkannt und darum nicht weitergeleitet.',
  'relaying.listed': 'Auf der Liste der weitergeleiteten Personen und Gruppen.',
  'relaying.not_listed': 'Nur ausgewählte Personen und Gruppen werden weitergeleitet.',
  'relaying.not_contact': 'Nur Kontakte und ausgewählte Personen werden weitergeleitet.',
  'relaying.who': 'Weitergeleitete Personen',
}
