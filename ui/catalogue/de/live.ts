/** German texts about the connection: this device, the service and its relay. */
import type { live as english } from '../en/live.ts'
import type { Translation } from '../text.ts'

export const live: Translation<typeof english> = {
  'live.status': 'Zustand',
  'live.checking': 'Wird geprüft …',
  'live.good': 'Verbunden',
  'live.offline': 'Offline',
  'live.unreachable': 'Keine Verbindung',
  'live.bridge_stopped': 'Weiterleitung gestoppt',
  'live.bridge_degraded': 'Weiterleitung verzögert',
  'live.bridge_unreadable': '„Nachrichten“ nicht lesbar',
  'live.good_line': 'Die Weiterleitung läuft.',
  'live.checking_line': 'Verbindung zum Dienst wird hergestellt.',
  'live.offline_line': 'Dieses Gerät ist offline.',
  'live.unreachable_line': 'Der Dienst antwortet nicht.',
  'live.bridge_stopped_line': 'Die Weiterleitung ist gestoppt.',
  'live.bridge_degraded_line': 'Die Weiterleitung ist verzögert.',
  'live.bridge_unreadable_line': 'Die Weiterleitung kann „Nachrichten“ nicht lesen.',
  'live.failing': 'Fehler im Dienst',
  'live.failing_line': 'Der Dienst meldet einen Fehler.',
  'live.offline_wait': 'Diese Seite lädt, sobald dieses Gerät wieder online ist.',
  'live.unreachable_wait':
    'Diese Seite lädt, sobald der Dienst antwortet. Vielleicht schläft der Mac, oder der Dienst ist beendet.',
  'live.failing_wait': 'Diese Seite lädt, sobald der Dienst wieder funktioniert.',
  'live.session_over': 'Deine Sitzung ist abgelaufen. Melde dich wieder an.',
  'live.sign_out_failed': 'Abmelden fehlgeschlagen: {why}',
}
