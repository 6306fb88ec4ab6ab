/**
 * German words for the errors of the service, where the code says all; an error whose sentence tells more than its code
 * keeps that sentence, in English.
 */
import type { ErrorCode } from '../../../src/contract/errors.ts'
import type { Texts } from '../text.ts'

export const errors: Texts & { readonly [K in `error.${ErrorCode | 'unreachable'}`]?: string } = {
  'error.unreachable': 'Der Dienst antwortet nicht. Vielleicht schläft der Mac, oder der Dienst läuft nicht.',
  'error.disk_full': 'Die Festplatte ist voll, nichts wurde gesichert. Schaffe Platz und versuche es noch einmal.',
  'error.forbidden': 'Das ist mit diesem Zugang nicht erlaubt.',
  'error.request_timeout': 'Die Anfrage kam nicht vollständig an. Versuche es noch einmal.',
  'error.overloaded': 'Der Dienst ist gerade ausgelastet. Versuche es gleich noch einmal.',
  'error.rate_limited': 'Zu viele Anfragen in kurzer Zeit. Warte einen Augenblick und versuche es noch einmal.',
  'error.too_many_streams': 'Diese Seite ist in zu vielen Tabs und Fenstern geöffnet. Schließe einige davon.',
  'error.weak_password':
    'Das Passwort ist zu leicht zu erraten. Nimm zehn Zeichen oder mehr, am besten mehrere Wörter.',
  'error.no_password': 'Das geht nur mit einem Passwort. Lege zuerst eines fest.',
  'error.conversation_not_found': 'Diese Unterhaltung gibt es nicht oder nicht mehr.',
  'error.message_not_found': 'Diese Nachricht gibt es nicht oder nicht mehr.',
  'error.attachment_not_found': 'Diesen Anhang gibt es nicht oder nicht mehr.',
  'error.rule_not_found': 'Diese Regel gibt es nicht mehr.',
  'error.send_not_found': 'Diesen Sendeauftrag gibt es nicht mehr.',
  'error.plugin_not_found': 'Dieses Plugin gibt es nicht oder nicht mehr.',
  'error.not_scheduled': 'Die Nachricht wurde inzwischen gesendet oder verworfen.',
  'error.schedule_full': 'Es sind schon 1.000 Nachrichten geplant. Sende oder verwirf zuerst einige davon.',
  'error.queue_full': 'Zu viele Nachrichten warten schon. Versuche es später noch einmal.',
  'error.messages_unreadable': 'macOS erlaubt nicht, „Nachrichten“ zu lesen. Erlaube den Festplattenvollzugriff.',
  'error.messages_busy': 'Die Datenbank von „Nachrichten“ ist gerade belegt. Versuche es gleich noch einmal.',
  'error.messages_corrupt': 'Die Datenbank von „Nachrichten“ ist beschädigt.',
  'error.messages_schema_unknown': 'Diese macOS-Version speichert Nachrichten in einem unbekannten Format.',
}
