/** The German texts of the MQTT integration. */
import type { Translation } from '../../plugin-api/index.ts'

export const german: Translation = {
  description:
    'Veröffentlicht jede Nachricht bei einem Broker und sendet, was dort veröffentlicht wird. Home Assistant findet das Plugin von selbst.',
  settings: {
    url: {
      title: 'Broker',
      description: '`mqtt://` oder `mqtts://`, oder `ws://` oder `wss://` mit dem Pfad, auf dem der Broker hört.',
    },
    username: { title: 'Benutzername' },
    password: { title: 'Passwort' },
    ca: {
      title: 'Zertifizierungsstelle',
      description:
        'PEM: womit das Zertifikat des Brokers unterschrieben ist, oder ein selbst unterschriebenes Zertifikat.',
    },
    client_certificate: { title: 'Client-Zertifikat', description: 'PEM, zusammen mit dem Schlüssel.' },
    client_key: { title: 'Schlüssel des Client-Zertifikats', description: 'PEM.' },
    protocol_version: {
      title: 'Protokollversion',
      description:
        '5, oder 4 (MQTT 3.1.1) für einen Broker ohne Version 5. Version 4 erkennt nicht, ob ein Auftrag aufbewahrt wurde.',
    },
    base_topic: {
      title: 'Basis-Topic',
      description: 'Alles liegt unter diesem Topic. Jeder Mac braucht ein eigenes.',
    },
    qos: {
      title: 'Dienstgüte (QoS)',
      description:
        '1: eine Nachricht ist zugestellt, wenn der Broker sie bestätigt. 0: wenn sie unterwegs ist. Dabei kann sie verloren gehen.',
    },
    retain: {
      title: 'Aufbewahren',
      description:
        'Der Broker behält die letzte Nachricht jeder Unterhaltung für spätere Abonnenten, solange der Dienst läuft.',
    },
    include_text: { title: 'Mit Text', description: 'Sonst nur, wer wann geschrieben hat.' },
    allow_sending: {
      title: 'Senden erlauben',
      description: 'Wer unter dem Basis-Topic veröffentlichen darf, kann dann in deinem Namen schreiben.',
    },
    home_assistant: {
      title: 'Home Assistant',
      description:
        'Meldet sich als Gerät mit Sensoren und einem Ereignis, und mit Benachrichtigungen, wenn Senden erlaubt ist.',
    },
    discovery_prefix: { title: 'Discovery-Präfix von Home Assistant' },
    device_name: { title: 'Name des Geräts in Home Assistant' },
  },
}
