/** German texts of scheduled messages. */
import type { scheduled as english } from '../en/scheduled.ts'
import type { Translation } from '../text.ts'

export const scheduled: Translation<typeof english> = {
  'scheduled.title': 'Geplante Nachrichten',
  'scheduled.none': 'Keine geplanten Nachrichten',
  'scheduled.later': 'Später senden',
  'scheduled.in_an_hour': 'In einer Stunde',
  'scheduled.this_evening': 'Heute Abend',
  'scheduled.this_morning': 'Heute früh',
  'scheduled.tomorrow_morning': 'Morgen früh',
  'scheduled.pick': 'Datum und Uhrzeit wählen …',
  'scheduled.pick_title': 'Später senden',
  'scheduled.show_all': 'Geplante Nachrichten …',
  'scheduled.time': 'Datum und Uhrzeit',
  'scheduled.text': 'Nachricht',
  'scheduled.zone': 'Deine Zeitzone: {zone}',
  'scheduled.no_time': 'Gib ein Datum und eine Uhrzeit ein.',
  'scheduled.skipped': 'Diese Uhrzeit fällt wegen der Zeitumstellung aus. Wähle eine andere.',
  'scheduled.past': 'Diese Zeit ist schon vorbei. Wähle eine spätere.',
  'scheduled.too_far': 'Wähle eine Zeit innerhalb eines Jahres.',
  'scheduled.no_text': 'Gib eine Nachricht mit 1 bis 20.000 Zeichen ein.',
  'scheduled.schedule': 'Planen',
  'scheduled.save': 'Sichern',
  'scheduled.edit': 'Bearbeiten',
  'scheduled.edit_title': 'Geplante Nachricht bearbeiten',
  'scheduled.choose_time': 'Zeit wählen',
  'scheduled.discard': 'Verwerfen',
  'scheduled.scheduled': 'Geplant für {time}',
  'scheduled.queued': 'Seit {time} fällig, gleich an der Reihe',
  'scheduled.missed': 'Nicht gesendet: Um {time} schlief der Mac, oder der Dienst lief nicht',
  'scheduled.missed_notice': {
    one: '{count} geplante Nachricht hat ihre Zeit verpasst und wurde nicht gesendet.',
    other: '{count} geplante Nachrichten haben ihre Zeit verpasst und wurden nicht gesendet.',
  },
  'scheduled.undo_late': 'Zu spät: Die Nachricht wurde schon gesendet.',
  'scheduled.undo_failed': 'Die Nachricht konnte nicht zurückgeholt werden: {reason}',
}
