/** German texts of the reasons of failed deliveries and alerts. */
import type { reasons as english } from '../en/reasons.ts'
import type { Translation } from '../text.ts'

export const reasons: Translation<typeof english> = {
  'reason.dropped_late': '{words}; nach einem Tag verworfen: {number}',
  'reason.silent': 'der Empfänger hat nicht geantwortet',
  'reason.redirect':
    'der Empfänger leitet an eine andere Adresse um (Antwort {status}), Umleitungen werden aber nicht befolgt: Trage die neue Adresse ein',
  'reason.gone':
    'der Empfänger hat mit {status} geantwortet: Die Adresse gibt es nicht mehr. Schalte diesen Webhook aus',
  'reason.answered': 'der Empfänger hat mit {status} geantwortet',
  'reason.server_access_because': 'der Server hat mit {status} geantwortet: {words}; prüfe Token, Benutzer und Thema',
  'reason.server_access': 'der Server hat mit {status} geantwortet; prüfe Token, Benutzer und Thema',
  'reason.server_redirect':
    'der Server leitet an eine andere Adresse um (Antwort {status}); trage die neue Adresse ein',
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
  'reason.telegram_token': 'Telegram kennt dieses Bot-Token nicht: Trage das Token ein, das @BotFather anzeigt',
  'reason.telegram_nobody': 'Keiner der erlaubten Benutzer ist erreichbar: Tippe im Chat mit dem Bot auf „Start“',
  'reason.mail': 'Der Mailserver hat mit {status} geantwortet',
  'reason.mail_login': 'Der Mailserver lehnt Benutzername oder Passwort ab',
  'reason.mail_login_first': 'Der Mailserver verlangt vorher eine Anmeldung oder Verschlüsselung',
  'reason.mail_encryption': 'Der Mailserver bietet keine vertrauenswürdige Verschlüsselung',
  'reason.mail_unreachable': 'Der Mailserver ist nicht erreichbar ({code})',
  'reason.broker_lost': 'die Verbindung zum Broker ist abgebrochen',
  'reason.broker_forbidden': 'der Broker erlaubt diesem Benutzer nicht, an {place} zu senden',
  'reason.no_stream': 'kein Stream nimmt {place} an: Lege einen Stream an oder schalte create_stream ein',
  'reason.nats_forbidden': 'dieser Benutzer darf nicht an {place} senden',
  'reason.other_stream': '{place} gehört zu einem anderen Stream als dem eingestellten',
  'reason.nats_not_stored': 'NATS hat die Nachricht nicht gespeichert: {words}',
  'reason.too_large': 'die Nachricht ist zu groß: {words}',
  'reason.not_kept': 'die Nachricht ist nicht mehr gespeichert',
  'reason.test_not_ready': 'das Plugin war nicht innerhalb von 10 Minuten für den Test bereit',
  'reason.dropped': 'ausgefiltert von {plugin}',
  'reason.skipped': 'von Hand übersprungen',
  'reason.died': 'das Plugin ist bei dieser Nachricht abgestürzt: {words}',
  'reason.not_running': '„Nachrichten“ ist nicht geöffnet',
  'reason.signed_out': 'kein Account ist bei „Nachrichten“ angemeldet',
  'reason.approval': 'wartet auf deine Zustimmung',
  'reason.apple_error': '{words} (Apple-Fehler {number}.)',
  'reason.node_replaced':
    'Node wurde ausgetauscht und darf „Nachrichten“ nicht mehr lesen. Gib Node erneut Festplattenvollzugriff (service doctor). {words}',
  'reason.new_signature':
    'Das Programm hat eine neue Signatur und darf „Nachrichten“ nicht mehr lesen. Gib ihm erneut Festplattenvollzugriff (service doctor). {words}',
  'reason.journal': 'das Journal kann nicht geschrieben werden: {words}',
  'reason.denied':
    'macOS verweigert den Zugriff auf „Nachrichten“. Gib dem Programm, das diesen Dienst ausführt, Festplattenvollzugriff (Systemeinstellungen → Datenschutz & Sicherheit → Festplattenvollzugriff). Der Dienst bemerkt das innerhalb einer halben Minute, ohne Neustart',
  'reason.not_opened':
    'Die Datenbank von „Nachrichten“ ist lesbar, aber macOS erlaubt nicht, sie zu öffnen. Gib dem Programm, das diesen Dienst ausführt, Festplattenvollzugriff (Systemeinstellungen → Datenschutz & Sicherheit → Festplattenvollzugriff). Der Dienst bemerkt das innerhalb einer halben Minute, ohne Neustart',
  'reason.unknown_format':
    'Die Datenbank von „Nachrichten“ hat ein unbekanntes Format. Es fehlen Tabellen oder Spalten, die macOS 12 bis 27 verwendet. Melde bitte, welche fehlen, und nenne deine macOS-Version',
  'reason.locked':
    'Ein anderes Programm hat die Datenbank von „Nachrichten“ gesperrt. Nichts geht verloren. Der nächste Versuch folgt gleich',
  'reason.no_database':
    'Es gibt noch keine Datenbank von „Nachrichten“. Öffne „Nachrichten“ und melde dich an. Der Dienst bemerkt das innerhalb einer halben Minute',
  'reason.not_a_mac': 'Dieses Gerät ist kein Mac. „Nachrichten“ gibt es nur auf dem Mac',
  'reason.corrupt':
    'Die Datenbank von „Nachrichten“ ist nicht lesbar. Wenn sie gerade wiederhergestellt wurde, warte eine Minute. Öffne sonst „Nachrichten“, um sie zu reparieren',
  'reason.no_osascript': 'Auf diesem Gerät fehlt osascript, mit dem „Nachrichten“ gesteuert wird',
  'reason.automation':
    'macOS erlaubt nicht, „Nachrichten“ zu steuern. Erlaube es unter Systemeinstellungen → Datenschutz & Sicherheit → Automation. Es wurde nichts gesendet',
  'reason.not_started':
    '„Nachrichten“ läuft nicht und konnte nicht gestartet werden. Öffne „Nachrichten“ auf dem Mac und versuche es noch einmal. Es wurde nichts gesendet',
  'reason.no_account':
    '„Nachrichten“ hat keinen Account für diesen Dienst. Melde dich unter „Nachrichten“ → Einstellungen an und versuche es noch einmal. Es wurde nichts gesendet',
  'reason.no_bubblewrap': 'bubblewrap ist nicht installiert (das Paket heißt bubblewrap)',
  'reason.no_sandbox': 'für {place} gibt es keine',
  'reason.broken_sandbox': '{place} funktioniert hier nicht: {words}',
  'reason.open_egress': 'ohne Sandbox kann das Plugin auch andere als die erlaubten Adressen erreichen',
}
