/** The German texts of the NATS integration. */
import type { Translation } from '../../plugin-api/index.ts'

export const german: Translation = {
  description: 'Legt jede Nachricht einmal in einem Stream ab, unter einem Subject für jede Unterhaltung.',
  settings: {
    servers: {
      title: 'Server',
      description: '`nats://` oder `tls://`: die Server eines Clusters. Einer davon muss erreichbar sein.',
    },
    token: { title: 'Token' },
    user: { title: 'Benutzername' },
    password: { title: 'Passwort' },
    nkey_seed: { title: 'NKey-Seed', description: '`SU…`' },
    credentials: { title: 'Anmeldedaten', description: 'Der Inhalt einer `.creds`-Datei.' },
    ca: {
      title: 'Zertifizierungsstelle',
      description: 'PEM: womit die Zertifikate der Server unterschrieben sind.',
    },
    client_certificate: { title: 'Client-Zertifikat', description: 'PEM, zusammen mit dem Schlüssel.' },
    client_key: { title: 'Schlüssel des Client-Zertifikats', description: 'PEM.' },
    subject_prefix: {
      title: 'Subject',
      description: 'Nachrichten gehen an dieses Subject mit der ID ihrer Unterhaltung.',
    },
    stream: {
      title: 'Stream',
      description: 'Nur dieser Stream zählt. Leer: jeder, der das Subject annimmt.',
    },
    create_stream: {
      title: 'Stream anlegen',
      description: 'Wenn es ihn nicht gibt. Ein vorhandener bleibt, wie er ist.',
    },
    max_age_days: { title: 'Tage, die der angelegte Stream aufbewahrt' },
    include_text: { title: 'Mit Text', description: 'Sonst nur, wer wann geschrieben hat.' },
    request_subject: {
      title: 'Subject zum Senden',
      description:
        'Anfragen an dieses Subject mit der ID einer Unterhaltung werden gesendet. Wer dort anfragen darf, schreibt in deinem Namen.',
    },
  },
}
