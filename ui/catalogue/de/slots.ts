/** German texts beside what plugins show. */
import type { slots as english } from '../en/slots.ts'
import type { Translation } from '../text.ts'

export const slots: Translation<typeof english> = {
  'slots.plugin': 'Plugin: {name}',
  'slots.stopped': '{name} wurde angehalten',
  'slots.paused': '{name} ist pausiert',
  'slots.details': 'Details',
  'slots.reload': 'Neu laden',
  'slots.turn_off': 'Ausschalten',
  'slots.turned_off': '{name} ist ausgeschaltet',
  'slots.log': 'Im Protokoll zeigen',
  'slots.boot_timeout': 'Nicht innerhalb von fünf Sekunden gestartet.',
  'slots.not_responding': 'Antwortet nicht.',
  'slots.crashed': 'Ein Fehler ist aufgetreten.',
  'slots.too_much': 'Zu viel Inhalt.',
  'slots.too_often': 'Zu viele Änderungen.',
  'slots.bad_message': 'Ungültige Nachricht an die Seite.',
  'slots.paused_hint': 'Dreimal innerhalb von fünf Minuten fehlgeschlagen. Neu laden, um es wieder zu versuchen.',
}
