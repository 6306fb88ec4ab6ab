/** German texts of the statistics page. */
import type { statistics as english } from '../en/statistics.ts'
import type { Translation } from '../text.ts'

export const statistics: Translation<typeof english> = {
  'statistics.lead': 'Auf diesem Mac aus seinen eigenen Nachrichten gezählt; nichts verlässt ihn.',
  'statistics.off': 'Die Statistik ist aus',
  'statistics.off_hint':
    'Eingeschaltet zählt diese Seite, wie viel mit wem und wann geschrieben wird. Ausgeschaltet wird sie unter Plugins.',
  'statistics.enable': 'Statistik einschalten',
  'statistics.range': 'Zeitraum',
  'statistics.range_30d': 'Letzte 30 Tage',
  'statistics.range_90d': 'Letzte 90 Tage',
  'statistics.range_365d': 'Letzte 365 Tage',
  'statistics.range_all': 'Gesamte Zeit',
  'statistics.sent': 'Gesendet',
  'statistics.received': 'Empfangen',
  'statistics.by_hour': 'Nach Uhrzeit',
  'statistics.by_day': 'Nach Wochentag',
  'statistics.hour': 'Stunde',
  'statistics.day': 'Tag',
  'statistics.top': 'Am meisten geschrieben mit',
  'statistics.contact': 'Wem',
  'statistics.messages': 'Nachrichten',
  'statistics.nobody': 'In dieser Zeit wurde nichts geschrieben.',
  'statistics.as_table': 'Als Tabelle zeigen',
  'statistics.as_bars': 'Als Balken zeigen',
  'statistics.bar': { one: '{name}: {count} Nachricht', other: '{name}: {count} Nachrichten' },
}
