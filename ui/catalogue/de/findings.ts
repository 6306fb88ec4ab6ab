/** German texts of the findings of checks; the English ones come with the service's response. */
import type { FindingName } from '../../../src/contract/findings.ts'

export const findings: Record<FindingName, string> = {
  messages_readable: 'Die Datenbank von „Nachrichten“ kann gelesen werden.',
  messages_unreadable: 'macOS verweigert den Zugriff auf „Nachrichten“.',
  messages_unavailable: 'Es gibt noch keine Datenbank von „Nachrichten“.',
  messages_busy: 'Die Datenbank von „Nachrichten“ ist gerade gesperrt.',
  messages_corrupt: 'Die Datenbank von „Nachrichten“ kann nicht gelesen werden.',
  messages_schema_unknown: 'Die Datenbank von „Nachrichten“ hat ein unbekanntes Format.',
  node_replaced:
    'Node wurde ersetzt: {before} unter {program_before} durfte Nachrichten lesen, {now} unter {program} darf es nicht. Gib Node erneut Festplattenvollzugriff.',
  node_upgraded:
    'Node wurde aktualisiert, während der Dienst läuft. Nach dem nächsten Neustart kann macOS die Freigaben noch einmal verlangen.',

  identity_own: 'macOS erkennt das Programm als „{product}“. Freigaben bleiben, wenn Node aktualisiert wird.',
  identity_maker: 'Das Programm ist von seinem Entwickler signiert. Freigaben bleiben, solange es am selben Ort liegt.',
  identity_changing:
    'Für macOS ist jede Version von {program} ein anderes Programm. Nach einer Aktualisierung können Freigaben fehlen.',
  identity_renewed:
    'Das Programm hat eine neue Signatur. Die Freigabe gilt für die frühere, zuletzt genutzt am {at}. Gib {program} noch einmal Festplattenvollzugriff.',
  identity_broken:
    'Die Signatur von {program} ist beschädigt. macOS startet das Programm vielleicht nicht mehr. Installiere den Dienst noch einmal.',
  identity_unknown: 'Die Signatur des Programms lässt sich nicht prüfen. codesign fehlt oder antwortet nicht.',

  bridge_running: 'Die Weiterleitung läuft.',
  bridge_stopped: 'Die Weiterleitung läuft nicht. Nichts wird weitergeleitet.',
  bridge_to_start: 'Die Weiterleitung läuft nicht. Nichts wird weitergeleitet. Starte die Weiterleitung: {command}',
  bridge_untold: 'Unbekannt, solange die Weiterleitung nicht läuft.',
  bridge_old: 'Die laufende Weiterleitung ist zu alt, um das zu melden. Starte sie neu.',
  bridge_reads: 'Die Weiterleitung liest die Datenbank von „Nachrichten“.',
  bridge_unreadable: 'Die Weiterleitung kann „Nachrichten“ nicht lesen.',
  bridge_degraded: 'Die Weiterleitung arbeitet nicht richtig. Das Protokoll nennt den Grund.',
  no_bridge_yet: 'Die Weiterleitung lief hier noch nie.',

  automation_granted: '„Nachrichten“ lässt sich steuern.',
  automation_denied: 'macOS erlaubt nicht, „Nachrichten“ zu steuern.',
  automation_checking: 'Warten auf Antwort von „Nachrichten“.',
  automation_unanswered: 'Noch keine Antwort. Vielleicht fragt macOS auf dem Bildschirm dieses Macs. Wähle „Erlauben“.',
  automation_not_running: '„Nachrichten“ läuft nicht. Öffne „Nachrichten“, um zu prüfen.',
  automation_no_osascript: 'osascript fehlt auf diesem Gerät. Es gehört zu macOS.',

  contacts_readable: 'Die Kontakte sind lesbar.',
  contacts_absent: 'Auf diesem Mac gibt es keine Kontakte. Personen erscheinen mit ihren Adressen.',
  contacts_denied:
    'macOS verweigert den Zugriff auf Kontakte. {program} braucht Festplattenvollzugriff (Systemeinstellungen → Datenschutz & Sicherheit).',
  contacts_unreadable: 'Ein Teil der Kontakte ist nicht lesbar.',

  window_operable: 'Das Fenster von „Nachrichten“ lässt sich bedienen.',

  helper_works: '{name} {version} antwortet, und die private Schnittstelle funktioniert.',
  helper_partial: '{name} {version} antwortet. {reason}',
  helper_unreachable: '{reason}',

  agent_running: 'Läuft unter launchd.',
  agent_stopped: 'Der Startagent ist geladen, läuft aber nicht.',
  agent_installed: 'Der Startagent ist installiert, aber nicht geladen.',
  agent_absent: 'Der Startagent ist nicht installiert.',
  agent_unknown: 'Dieses Gerät hat kein launchd.',

  sending_works: 'Nachrichten können gesendet werden.',
  password_set: 'Ein Passwort ist festgelegt.',
  password_missing: 'Kein Passwort. Alle Personen und Programme auf diesem Mac haben Zugriff.',
  scope_decided: 'Es ist festgelegt, wessen Nachrichten weitergeleitet werden.',
  scope_empty:
    'Die Liste ist leer. Nur deine Nachrichten an dich selbst werden weitergeleitet. Füge Personen oder Gruppen hinzu.',
  plugins_on: 'Mindestens ein Plugin ist eingeschaltet.',
  plugins_none: 'Kein Plugin ist eingeschaltet. Nachrichten werden nirgendwohin weitergeleitet.',
  plugins_failed: '{names}: fehlgeschlagen.',
  deliveries_failing: '{names}: Zustellungen schlagen fehl.',
  pictures_convertible: 'Fotos lassen sich für Browser umwandeln.',
  pictures_not_convertible: 'sips fehlt. HEIC-Fotos lassen sich nur herunterladen.',
  sound_convertible: 'Sprachnachrichten können für Browser umgewandelt werden.',
  sound_not_convertible: 'afconvert fehlt. Sprachnachrichten lassen sich nur herunterladen.',
  settings_in_force: 'Alle Einstellungen sind wirksam.',
  restart_needed: 'Gilt erst nach einem Neustart der Seite: {settings}. Im Terminal: {command}',
  little_room: 'Wenig Speicherplatz. Das Protokoll behält fünf Dateien zu je {mb} MB.',

  postgres_lost:
    'PostgreSQL antwortet nicht: {reason}. Bis dahin wird nichts angenommen, gezeigt oder gesendet, verloren geht nichts. Prüfe, ob PostgreSQL läuft und sein Volume Platz hat.',
  nats_serves: 'nats-server {version}.',
  nats_lost:
    'nats-server antwortet nicht. Bis dahin kommt nichts von den Macs an, verloren geht nichts. Prüfe, ob nats-server läuft und sein Volume Platz hat.',
  partition_read: 'Die Macs dieser Partition werden gelesen. In NATS warten: {waiting} Umschläge.',
  partition_unread: 'Kein Prozess liest die Macs dieser Partition. Führe auf dem Rechner des Hubs aus: {command}',
  hub_relay_stopped: 'Kein Prozess leitet an Plugins weiter. Führe auf dem Rechner des Hubs aus: {command}',
  hub_relay_unneeded: 'Kein Plugin und keine Regel ist eingeschaltet. Es gibt nichts weiterzuleiten.',
  hub_relay_trouble: 'Die Weiterleitung ist verzögert: {reason}',
  mac_is:
    'Version {version}. Noch nicht auf dem Hub: {events} Ereignisse. Auf das Senden warten: {orders} Nachrichten.',
  mac_past: 'Version {version}. Frühere Nachrichten werden noch gelesen.',
  mac_silent:
    'Der Mac ist nicht verbunden. Auf das Senden warten: {orders} Nachrichten. Prüfe, ob er eingeschaltet und online ist, und führe dort aus: {command}',
  mac_behind:
    'Noch nicht auf dem Hub: {events} Ereignisse. Seit {minutes} Minuten ist keines angekommen. Führe auf dem Mac aus: {command}',
  mac_copied:
    'Ein zweiter Mac gibt sich als dieser aus und wird abgewiesen. Gib einem von beiden einen eigenen Code, oder entferne den Mac, wenn du nichts kopiert hast.',
  mac_none: 'Noch ist kein Mac verbunden. Füge einen hinzu.',
  alerts_stand: 'Das Banner oben auf der Seite sagt, was nicht stimmt und was zu tun ist.',
  hub_password_missing: 'Kein Passwort. Alle Personen und Programme auf diesem Rechner haben Zugriff.',
  hub_restart_needed: 'Gilt erst nach einem Neustart des Hubs: {settings}.',
}
