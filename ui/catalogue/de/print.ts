/** German texts of printing. */
import type { print as english } from '../en/print.ts'
import type { Translation } from '../text.ts'

export const print: Translation<typeof english> = {
  'print.title': 'Unterhaltung drucken',
  'print.period': 'Zeitraum',
  'print.week': 'Letzte 7 Tage',
  'print.month': 'Letzte 30 Tage',
  'print.year': 'Letzte 365 Tage',
  'print.all': 'Ganze Unterhaltung',
  'print.between': 'Tage wählen',
  'print.from': 'Erster Tag',
  'print.to': 'Letzter Tag',
  'print.print': 'Drucken',
  'print.open': 'Drucken …',
  'print.gathered': { one: '{count} Nachricht geladen', other: '{count} Nachrichten geladen' },
  'print.messages': { one: '{count} Nachricht', other: '{count} Nachrichten' },
  'print.none': 'Keine Nachrichten in diesem Zeitraum.',
  'print.too_many':
    'Mehr als {count} Nachrichten. Wähle einen kürzeren Zeitraum, oder lade die Unterhaltung in ihren Details herunter.',
}
