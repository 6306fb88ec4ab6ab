/** German texts about the connection in detail: since when something fails, and how much waits. */
import type { status as english } from '../en/status.ts'
import type { Translation } from '../text.ts'

export const status: Translation<typeof english> = {
  'status.offline_since': 'Dieses Gerät ist seit {time} offline.',
  'status.unreachable_since': 'Der Dienst antwortet seit {time} nicht.',
  'status.bridge_stopped_since': 'Die Weiterleitung ist gestoppt: Seit {time} wurde nichts weitergeleitet.',
  'status.bridge_degraded_since': 'Die Weiterleitung ist seit {time} verzögert.',
  'status.bridge_unreadable_since': 'Die Weiterleitung kann „Nachrichten“ seit {time} nicht lesen.',
  'status.failing_since': 'Der Dienst meldet seit {time} einen Fehler.',
  'status.last_beat': '„Nachrichten“ zuletzt geprüft',
  'status.never': 'noch nie',
  'status.last_answer': 'Letzte Antwort',
  'status.pending': 'Warten auf Weiterleitung',
  'status.dead': 'Fehlgeschlagene Zustellungen',
  'status.sends': 'Warten auf Versand',
  'status.offline_works':
    'Geladenes bleibt lesbar. Geschriebenes wird gesendet, sobald dieses Gerät wieder online ist.',
  'status.unreachable_works':
    'Geladenes bleibt lesbar. Geschriebenes wird gesendet, sobald der Dienst antwortet. Vielleicht schläft der Mac, oder der Dienst ist beendet.',
  'status.bridge_stopped_works': 'Lesen, Suchen und Senden geht weiter. Neue Nachrichten werden nicht weitergeleitet.',
  'status.bridge_degraded_works': 'Lesen, Suchen und Senden geht weiter.',
  'status.bridge_unreadable_works': 'Bis dahin werden neue Nachrichten nicht weitergeleitet.',
  'status.failing_works':
    'Geladenes bleibt lesbar. Geschriebenes wird gesendet, sobald der Dienst wieder funktioniert.',
  'status.ask_now': 'Noch einmal versuchen',
  'status.to_health': 'Was zu tun ist',
}
