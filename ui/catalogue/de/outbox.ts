/** German texts of pending sends. */
import type { outbox as english } from '../en/outbox.ts'
import type { Translation } from '../text.ts'

export const outbox: Translation<typeof english> = {
  'outbox.list': 'Unterwegs',
  'outbox.waiting': 'Wartet',
  'outbox.waiting_offline': 'Wird gesendet, sobald wieder eine Verbindung besteht',
  'outbox.waiting_answer': 'Der Mac antwortet nicht. Neuer Versuch …',
  'outbox.waiting_limit': {
    one: 'Zu viele auf einmal. Weiter in {count} Sekunde.',
    other: 'Zu viele auf einmal. Weiter in {count} Sekunden.',
  },
  'outbox.sending': 'Wird gesendet …',
  'outbox.uploading': 'Wird gesendet … {percent} %',
  'outbox.asking': 'Wartet auf Ihre Antwort',
  'outbox.held': 'Noch nicht gesendet: Es geht erst auf Ihr Wort',
  'outbox.queued': 'Wartet auf Nachrichten',
  'outbox.handed_over': 'An Nachrichten übergeben',
  'outbox.not_confirmed': 'Von Nachrichten noch nicht bestätigt',
  'outbox.landed': 'In Nachrichten',
  'outbox.sent': 'Gesendet',
  'outbox.delivered': 'Zugestellt',
  'outbox.read': 'Gelesen',
  'outbox.failed': 'Nicht gesendet',
  'outbox.uncertain':
    'Unklar, ob dies gesendet wurde. Bitte in Nachrichten nachsehen, bevor es noch einmal gesendet wird.',
  'outbox.retry': 'Noch einmal versuchen',
  'outbox.send_now': 'Jetzt senden',
  'outbox.send_again': 'Noch einmal senden',
  'outbox.delete': 'Löschen',
  'outbox.cancel': 'Abbrechen',
  'outbox.many_title': 'An so viele senden?',
  'outbox.many': {
    one: 'Damit geht dieselbe Nachricht innerhalb einer Stunde an {count} Person.',
    other: 'Damit geht dieselbe Nachricht innerhalb einer Stunde an {count} Personen.',
  },
  'outbox.failed_notice': 'Eine Nachricht wurde nicht gesendet',
  'outbox.failed_to': 'Ihre Nachricht an {name} wurde nicht gesendet.',
  'outbox.uncertain_to': 'Unklar, ob Ihre Nachricht an {name} gesendet wurde.',
  'outbox.show': 'Zeigen',
  'outbox.uploaded': '{name}: {percent} %',
}
