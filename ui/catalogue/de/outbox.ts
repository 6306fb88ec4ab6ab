/** German texts of pending sends. */
import type { outbox as english } from '../en/outbox.ts'
import type { Translation } from '../text.ts'

export const outbox: Translation<typeof english> = {
  'outbox.list': 'Ausgehende Nachrichten',
  'outbox.waiting': 'Wartet',
  'outbox.waiting_offline': 'Wird gesendet, sobald du wieder online bist',
  'outbox.waiting_answer': 'Der Mac antwortet nicht. Neuer Versuch …',
  'outbox.waiting_limit': {
    one: 'Grenze erreicht. Wird in {count} Sekunde gesendet.',
    other: 'Grenze erreicht. Wird in {count} Sekunden gesendet.',
  },
  'outbox.sending': 'Wird gesendet …',
  'outbox.uploading': 'Wird gesendet … {percent} %',
  'outbox.asking': 'Wartet auf deine Bestätigung',
  'outbox.held': 'Noch nicht gesendet. Wähle „Jetzt senden“.',
  'outbox.queued': 'Wartet auf „Nachrichten“',
  'outbox.handed_over': 'An „Nachrichten“ übergeben',
  'outbox.not_confirmed': 'Von „Nachrichten“ nicht bestätigt',
  'outbox.landed': 'In „Nachrichten“',
  'outbox.sent': 'Gesendet',
  'outbox.delivered': 'Zugestellt',
  'outbox.read': 'Gelesen',
  'outbox.failed': 'Nicht gesendet',
  'outbox.uncertain': 'Status unbekannt. Sieh in „Nachrichten“ nach, bevor du noch einmal sendest.',
  'outbox.retry': 'Noch einmal versuchen',
  'outbox.send_now': 'Jetzt senden',
  'outbox.send_again': 'Noch einmal senden',
  'outbox.delete': 'Löschen',
  'outbox.cancel': 'Abbrechen',
  'outbox.many_title': 'Dieselbe Nachricht an viele Personen senden?',
  'outbox.many': {
    one: 'Damit geht dieselbe Nachricht innerhalb einer Stunde an {count} Person.',
    other: 'Damit geht dieselbe Nachricht innerhalb einer Stunde an {count} Personen.',
  },
  'outbox.failed_notice': 'Eine Nachricht wurde nicht gesendet',
  'outbox.failed_to': 'Deine Nachricht an {name} wurde nicht gesendet.',
  'outbox.uncertain_to': 'Der Status deiner Nachricht an {name} ist unbekannt.',
  'outbox.show': 'Zeigen',
  'outbox.uploaded': '{name}: {percent} %',
  'outbox.scheduled': 'Wird in {count} s gesendet',
  'outbox.undo': 'Rückgängig',
}
