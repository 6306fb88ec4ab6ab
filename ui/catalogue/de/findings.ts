/** German texts of the findings of checks; the English ones come with the service's response. */
import type { FindingName } from '../../../src/contract/findings.ts'

export const findings: Record<FindingName, string> = {
  messages_readable: 'Die Datenbank von Nachrichten kann gelesen werden.',
  messages_unreadable: 'macOS verweigert den Zugriff auf Nachrichten.',
  messages_unavailable: 'Nachrichten hat hier noch keine Datenbank.',
  messages_busy: 'Die Datenbank von Nachrichten ist gerade gesperrt.',
  messages_corrupt: 'Die Datenbank von Nachrichten kann nicht gelesen werden.',
  messages_schema_unknown: 'Die Datenbank von Nachrichten hat eine unbekannte Form.',
  node_replaced:
    'Node wurde ersetzt: {before} unter {program_before} durfte Nachrichten lesen, {now} unter {program} darf es nicht. macOS will die Freigabe noch einmal.',
  node_upgraded:
    'Node wurde im Betrieb aktualisiert. Beim nächsten Start kann macOS die Freigabe noch einmal verlangen: am besten jetzt neu starten.',

  bridge_running: 'Die Brücke läuft.',
  bridge_stopped: 'Die Brücke läuft nicht; nichts wird weitergegeben.',
  bridge_to_start: 'Die Brücke läuft nicht; nichts wird weitergegeben. So startet sie: {command}',
  bridge_untold: 'Die Brücke läuft nicht, daher lässt es sich nicht sagen.',
  bridge_old: 'Die laufende Brücke sagt es nicht. Bitte neu starten.',
  bridge_reads: 'Die Brücke liest die Datenbank von Nachrichten.',
  bridge_unreadable: 'Die Brücke kann Nachrichten nicht lesen.',
  bridge_degraded: 'Die Brücke arbeitet nicht, wie sie soll. Warum, steht im Protokoll.',
  no_bridge_yet: 'Hier ist noch keine Brücke gelaufen.',

  automation_granted: 'Nachrichten darf um das Senden gebeten werden.',
  automation_denied: 'macOS verweigert es: Nachrichten darf nicht um das Senden gebeten werden.',
  automation_checking: 'Nachrichten hat noch nicht geantwortet.',
  automation_unanswered:
    'Noch keine Antwort: Vielleicht fragt macOS auf dem Bildschirm dieses Macs. Dort „Erlauben“ wählen.',
  automation_not_running: 'Nachrichten ist nicht geöffnet. Danach kann macOS gefragt werden.',
  automation_no_osascript: 'osascript fehlt auf diesem Rechner; es gehört zu macOS.',

  contacts_readable: 'Kontakte können gelesen werden; Menschen werden mit Namen gezeigt.',
  contacts_absent: 'Auf diesem Mac gibt es keine Kontakte; Menschen werden mit ihrer Adresse gezeigt.',
  contacts_denied:
    'macOS verweigert den Zugriff auf Kontakte. {program} braucht Festplattenvollzugriff (Systemeinstellungen → Datenschutz & Sicherheit).',
  contacts_unreadable: 'Ein Teil der Kontakte kann nicht gelesen werden.',

  window_operable: 'Das Fenster von Nachrichten lässt sich bedienen.',

  agent_running: 'launchd hält es am Laufen.',
  agent_stopped: 'Der Startagent ist geladen, läuft aber nicht.',
  agent_installed: 'Der Startagent ist installiert, aber nicht geladen.',
  agent_absent: 'Der Startagent ist nicht installiert.',
  agent_unknown: 'Auf diesem Rechner gibt es kein launchd.',

  sending_works: 'Nachrichten können gesendet werden.',
  password_set: 'Ein Passwort ist gesetzt.',
  password_missing: 'Kein Passwort: Wer diesen Mac benutzen kann, kann hier lesen. So wird eines gesetzt: {command}',
  scope_decided: 'Es ist entschieden, wessen Nachrichten weitergegeben werden.',
  scope_empty:
    'Die Liste ist leer: Weitergegeben wird nur, was Sie sich selbst schreiben. Fügen Sie Menschen oder Gruppen hinzu.',
  plugins_on: 'Nachrichten gehen an mindestens ein Plugin.',
  plugins_none: 'Kein Plugin ist eingeschaltet: Nachrichten werden gelesen und gehen nirgendwohin.',
  plugins_failed: '{names}: fehlgeschlagen.',
  pictures_convertible: 'Bilder können für Browser umgewandelt werden.',
  pictures_not_convertible: 'sips fehlt auf diesem Rechner; HEIC-Bilder werden heruntergeladen.',
  sound_convertible: 'Sprachnachrichten können für Browser umgewandelt werden.',
  sound_not_convertible: 'afconvert fehlt auf diesem Rechner; Sprachnachrichten werden heruntergeladen.',
  settings_in_force: 'Alle Einstellungen gelten.',
  restart_needed: 'Gilt erst nach einem Neustart der Seite: {settings}. Im Terminal: {command}',
  little_room: 'Der Platz wird knapp; fünf Protokolldateien zu je {mb} MB werden behalten.',
}
