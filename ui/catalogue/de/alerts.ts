/** German texts of alerts: what keeps messages from being relayed. */
import type { alerts as english } from '../en/alerts.ts'
import type { Translation } from '../text.ts'

export const alerts: Translation<typeof english> = {
  'alerts.title': 'Warnungen',
  'alerts.deliveries_failing': 'Zustellungen an {plugin} schlagen seit {time} fehl',
  'alerts.webhook': 'den Webhook bei {host}',
  'alerts.plugin_stopped': '{plugin} läuft seit {time} nicht mehr',
  'alerts.relay_stopped': 'Die Weiterleitung ist gestoppt: Seit {time} wurde nichts weitergeleitet',
  'alerts.permission_lost': 'Die Weiterleitung kann „Nachrichten“ seit {time} nicht lesen',
  'alerts.mac_quiet': 'Seit {time} ist keine Nachricht angekommen, ungewöhnlich lange',
  'alerts.disk_nearly_full': 'Der Speicher ist seit {time} fast voll',
  'alerts.key_hidden_person':
    'Der API-Schlüssel „{plugin}“ wollte jemanden erreichen, den er nicht sehen darf ({time})',
  'alerts.key_unusual_rate': 'Der API-Schlüssel „{plugin}“ stellt seit {time} zehnmal so viele Anfragen wie sonst',
  'alerts.key_first_send': 'Der API-Schlüssel „{plugin}“ hat zum ersten Mal eine Nachricht gesendet ({time})',
  'alerts.reader_stopped': 'Der Hub speichert seit {time} nichts mehr von seinen Macs',
  'alerts.mac_copied': 'Ein zweiter Mac gibt sich seit {time} als {plugin} aus und wird abgewiesen',
  'alerts.mac_behind': 'Ereignisse des Macs {plugin} kommen seit {time} nicht beim Hub an',
  'alerts.mac_silent': 'Der Mac {plugin} meldet sich seit {time} nicht',
  'alerts.with_reason': '{sentence} ({reason}).',
  'alerts.without_reason': '{sentence}.',
  'alerts.queued': { one: '{count} wartet.', other: '{count} warten.' },
  'alerts.queued_next': {
    one: '{count} wartet, nächster Versuch {time}.',
    other: '{count} warten, nächster Versuch {time}.',
  },
  'alerts.mac_quiet_hint': 'Öffne „Nachrichten“ auf dem Mac und prüfe, ob ein Account angemeldet ist.',
  'alerts.disk_nearly_full_hint': 'Schaffe Platz auf dem Volume des Benutzerordners.',
  'alerts.relay_stopped_hub_hint':
    'Lesen, Suchen und Senden gehen weiter. Plugins bekommen nichts. Führe auf dem Rechner des Hubs service hub up oder service hub relay aus.',
  'alerts.reader_stopped_hint': 'Prüfe, ob PostgreSQL und nats-server laufen und Platz auf ihren Volumes haben.',
  'alerts.mac_copied_hint':
    'Gib einem von beiden einen eigenen Code, oder entferne den Mac, wenn du nichts kopiert hast.',
  'alerts.mac_behind_hint': 'Führe auf dem Mac service uplink status aus.',
  'alerts.mac_silent_hint': 'Prüfe, ob der Mac eingeschaltet und online ist.',
  'alerts.retry': 'Jetzt wiederholen',
  'alerts.retrying': 'Zustellungen an {plugin} werden wiederholt.',
  'alerts.open': 'Öffnen',
  'alerts.start': 'Starten',
  'alerts.starting': 'Die Weiterleitung startet.',
  'alerts.open_messages': '„Nachrichten“ öffnen',
  'alerts.opened_messages': '„Nachrichten“ wurde auf dem Mac geöffnet.',
  'alerts.more': { one: '{count} weitere', other: '{count} weitere' },
  'alerts.fewer': 'Weniger anzeigen',
  'alerts.about': '{action}: {plugin}',
}
