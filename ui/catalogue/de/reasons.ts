/** German texts of the reasons of failed deliveries and alerts. */
import type { reasons as english } from '../en/reasons.ts'
import type { Translation } from '../text.ts'

export const reasons: Translation<typeof english> = {
  'reason.dropped_late': '{words}; nach einem Tag verworfen: {number}',
  'reason.silent': 'der Empfänger hat nicht geantwortet',
  'reason.redirect':
    'der Empfänger hat mit {status} geantwortet, einer Weiterleitung, der nicht gefolgt wird: Trage die Adresse ein, zu der sie führt',
  'reason.gone': 'der Empfänger hat mit {status} geantwortet: Es gibt ihn nicht mehr, schalte diesen Webhook aus',
  'reason.answered': 'der Empfänger hat mit {status} geantwortet',
  'reason.server_access_because': 'der Server hat mit {status} geantwortet: {words}; prüfe Token, Benutzer und Thema',
  'reason.server_access': 'der Server hat mit {status} geantwortet; prüfe Token, Benutzer und Thema',
  'reason.server_redirect': 'der Server hat mit {status} geantwortet; trage die Adresse ein, zu der er weiterleitet',
  'reason.server_because': 'der Server hat mit {status} geantwortet: {words}',
  'reason.server': 'der Server hat mit {status} geantwortet',
  'reason.receiver_late': 'der Empfänger hat nicht innerhalb von {seconds} s geantwortet',
  'reason.server_late': 'der Server hat nicht innerhalb von {seconds} s geantwortet',
  'reason.plugin_late': 'keine Antwort innerhalb von {seconds} s',
  'reason.refused': 'Verbindung abgelehnt: {place}',
  'reason.reset': 'Verbindung abgebrochen: {place}',
  'reason.no_host': 'Rechner nicht gefunden: {place}',
  'reason.no_answer': 'keine Antwort: {place}',
  'reason.unreachable': 'Rechner nicht erreichbar: {place}',
  'reason.telegram': 'Telegram hat mit {status} geantwortet',
  'reason.telegram_unreachable': 'Telegram ist nicht erreichbar',
  'reason.telegram_token': 'Telegram kennt dieses Bot-Token nicht: Trage das ein, das @BotFather zeigt',
  'reason.telegram_nobody': 'Keiner der erlaubten Benutzer ist erreichbar: Tippe im Chat mit dem Bot auf „Start“',
  'reason.mail': 'Der Mailserver hat mit {status} geantwortet',
  'reason.mail_login': 'Der Mailserver nimmt Benutzer und Passwort nicht an',
  'reason.mail_login_first': 'Der Mailserver verlangt zuerst eine Anmeldung oder Verschlüsselung',
  'reason.mail_encryption': 'Der Mailserver bietet keine vertrauenswürdige Verschlüsselung',
  'reason.mail_unreachable': 'Der Mailserver ist nicht erreichbar ({code})',
  'reason.broker_lost': 'die Verbindung zum Broker ist abgebrochen',
  'reason.broker_forbidden': 'der Broker lässt diesen Benutzer nicht an {place} senden',
  'reason.no_stream': 'kein Stream nimmt {place} an: Lege einen an, oder schalte create_stream ein',
  'reason.nats_forbidden': 'dieser Benutzer darf nicht an {place} senden',
  'reason.other_stream': 'ein anderer Stream als der eingestellte nimmt {place} an',
  'reason.nats_not_stored': 'NATS hat die Nachricht nicht gespeichert: {words}',
  'reason.too_large': 'die Nachricht ist zu groß: {words}',
  'reason.not_kept': 'die Nachricht ist nicht mehr gespeichert',
  'reason.test_not_ready': 'das Plugin war nicht innerhalb von 10 Minuten für den Test bereit',
  'reason.dropped': 'ausgefiltert von {plugin}',
  'reason.skipped': 'von Hand übersprungen',
  'reason.died': 'das Plugin ist daran abgestürzt: {words}',
  'reason.not_running': '„Nachrichten“ ist nicht geöffnet',
  'reason.signed_out': 'kein Account ist bei „Nachrichten“ angemeldet',
  'reason.approval': 'wartet auf deine Zustimmung',
  'reason.apple_error': '{words} (Apples Fehler {number}.)',
  'reason.node_replaced':
    'Node wurde ausgetauscht, seit es Nachrichten lesen durfte. Erlaube den Festplattenvollzugriff noch einmal (service doctor). {words}',
  'reason.new_signature':
    'Das Programm hat eine neue Signatur, seit es Nachrichten lesen durfte. Erlaube den Festplattenvollzugriff noch einmal (service doctor). {words}',
  'reason.journal': 'das Journal lässt sich nicht schreiben: {words}',
  'reason.denied':
    'macOS verweigert den Zugriff auf Nachrichten. Erlaube dem Programm, das diesen Dienst ausführt, den Festplattenvollzugriff (Systemeinstellungen → Datenschutz & Sicherheit → Festplattenvollzugriff). Der Dienst merkt es innerhalb einer halben Minute, ohne Neustart',
  'reason.not_opened':
    'macOS lässt die Datenbank von „Nachrichten“ lesen, aber nicht öffnen. Erlaube dem Programm, das diesen Dienst ausführt, den Festplattenvollzugriff (Systemeinstellungen → Datenschutz & Sicherheit → Festplattenvollzugriff). Der Dienst merkt es innerhalb einer halben Minute, ohne Neustart',
  'reason.unknown_format':
    'Die Datenbank von „Nachrichten“ hat ein unbekanntes Format: Darin fehlen Tabellen oder Spalten, die es von macOS 12 bis 27 gibt. Melde, welche, und deine Version von macOS',
  'reason.locked':
    'Ein anderes Programm hält die Datenbank von „Nachrichten“ gesperrt. Nichts geht verloren, gleich folgt der nächste Versuch',
  'reason.no_database':
    'Es gibt noch keine Datenbank von „Nachrichten“. Öffne „Nachrichten“ und melde dich an. Der Dienst merkt es innerhalb einer halben Minute',
  'reason.not_a_mac': 'Das ist kein Mac, und „Nachrichten“ gibt es nur auf einem Mac',
  'reason.corrupt':
    'Die Datenbank von „Nachrichten“ ist nicht lesbar. Wurde sie gerade wiederhergestellt, warte; sonst öffne „Nachrichten“, das sie repariert',
  'reason.no_osascript': '„Nachrichten“ wird mit osascript gesteuert, das auf diesem Gerät fehlt',
  'reason.automation':
    'macOS erlaubt nicht, „Nachrichten“ zu steuern. Erlaube es unter Systemeinstellungen → Datenschutz & Sicherheit → Automation. Es wurde nichts gesendet',
  'reason.not_started':
    '„Nachrichten“ läuft nicht und ließ sich nicht starten. Öffne es auf dem Mac und versuche es noch einmal. Es wurde nichts gesendet',
  'reason.no_account':
    '„Nachrichten“ hat keinen Account für diesen Dienst. Melde dich unter Nachrichten → Einstellungen an und versuche es noch einmal. Es wurde nichts gesendet',
  'reason.no_bubblewrap': 'bubblewrap ist nicht installiert (das Paket heißt bubblewrap)',
  'reason.no_sandbox': 'für {place} gibt es keine',
  'reason.broken_sandbox': '{place} funktioniert hier nicht: {words}',
  'reason.open_egress': 'ohne Sandbox kann das Plugin die Liste seiner Adressen umgehen',
}
