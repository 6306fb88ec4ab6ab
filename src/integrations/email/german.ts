/** The German texts of the e-mail integration. */
import type { Translation } from '../../plugin-api/index.ts'

const encryption = { none: 'Keine', tls: 'TLS' }

export const german: Translation = {
  display_name: 'E-Mail',
  description:
    'Deine Nachrichten als E-Mail, einzeln oder gesammelt. Eine Antwort auf die E-Mail beantwortet die Nachricht.',
  settings: {
    smtp_host: { title: 'Mailserver', description: 'Sendet die E-Mails, zum Beispiel smtp.example.com.' },
    smtp_port: { title: 'Port', description: 'Meist 587 mit STARTTLS, 465 mit TLS.' },
    smtp_security: {
      title: 'Verschlüsselung',
      description: 'Keine nur für einen Server auf diesem Mac.',
      options: { ...encryption, starttls: 'STARTTLS' },
    },
    user: { title: 'Benutzername', description: 'Leer, wenn der Server keinen verlangt.' },
    password: { title: 'Passwort', description: 'Oft eines, das nur für diese App erzeugt wird.' },
    from: { title: 'Von', description: 'Adresse, von der die E-Mails kommen.' },
    to: { title: 'An', description: 'Adressen, an die sie gehen.' },
    mode: {
      title: 'Wann',
      description: 'Eine E-Mail für jede Nachricht, oder ab und zu eine Zusammenfassung.',
      options: { each: 'Jede Nachricht', digest: 'Zusammenfassung' },
    },
    digest_minutes: {
      title: 'Zusammenfassung alle',
      description: 'Minuten nach der ersten Nachricht, von der sie berichtet.',
    },
    max_attachments_mb: {
      title: 'Anhänge',
      description: 'Megabyte je E-Mail. Was größer ist, wird nur genannt. Mit 0 bleiben alle zurück.',
    },
    imap_host: {
      title: 'Postfach-Server',
      description: 'Hier kommen Antworten an, zum Beispiel imap.example.com. Ohne ihn wird nichts abgerufen.',
    },
    imap_port: { title: 'Port des Postfachs', description: 'Meist 993.' },
    imap_security: {
      title: 'Verschlüsselung des Postfachs',
      description: 'Keine nur für einen Server auf diesem Mac.',
      options: encryption,
    },
    imap_user: { title: 'Benutzername des Postfachs', description: 'Leer: derselbe wie zum Senden.' },
    imap_password: { title: 'Passwort des Postfachs', description: 'Leer: dasselbe wie zum Senden.' },
    imap_mailbox: { title: 'Postfach', description: 'Ordner, in dem Antworten ankommen.' },
    reply_from: {
      title: 'Wer antworten darf',
      description: 'Adressen, deren Antworten gesendet werden. Leer: die, an die die E-Mails gehen.',
    },
    poll_seconds: { title: 'Antworten abrufen alle', description: 'Sekunden.' },
  },
}
