/** German texts beside what plugins show. */
import type { slots as english } from '../en/slots.ts'
import type { Translation } from '../text.ts'

export const slots: Translation<typeof english> = {
  'slots.plugin': 'Plugin: {name}',
  'slots.stopped': '{name} wurde angehalten',
  'slots.paused': '{name} pausiert',
  'slots.details': 'Einzelheiten',
  'slots.reload': 'Neu laden',
  'slots.turn_off': 'Ausschalten',
  'slots.turned_off': '{name} ist ausgeschaltet',
  'slots.log': 'Im Protokoll zeigen',
  'slots.boot_timeout': 'Es ist nicht innerhalb von fünf Sekunden gestartet.',
  'slots.not_responding': 'Es antwortet nicht mehr.',
  'slots.crashed': 'Ein Fehler ist aufgetreten.',
  'slots.too_much': 'Es wollte mehr zeigen, als ein Plugin darf.',
  'slots.too_often': 'Es hat seine Anzeige zu oft geändert.',
  'slots.bad_message': 'Die Seite versteht seine Nachricht nicht.',
  'slots.paused_hint': 'Nach drei Fehlern in fünf Minuten bleibt es ausgeblendet, bis es neu geladen wird.',
}
