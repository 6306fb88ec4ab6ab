/** The German texts of the webhook integration. */
import type { Translation } from '../../plugin-api/index.ts'

export const german: Translation = {
  description: 'Sendet jede Nachricht an deine URL: als signiertes JSON, wiederholt, bis sie angenommen ist.',
  settings: {
    url: { title: 'URL', description: 'Hierhin werden Nachrichten gesendet, über http oder https.' },
    secret: {
      title: 'Signaturgeheimnis',
      description: 'Daran erkennt der Empfänger echte Nachrichten: `whsec_…` oder ein beliebiger Text.',
    },
    previous_secret: {
      title: 'Bisheriges Signaturgeheimnis',
      description: 'Signiert neben dem neuen, bis der Empfänger das neue kennt.',
    },
    timeout_s: { title: 'Zeitlimit', description: 'Zeit, in der der Empfänger antworten muss.' },
    headers: { title: 'Weitere Header', description: 'Gehen mit jeder Anfrage, zum Beispiel eine Autorisierung.' },
    payload: {
      title: 'Inhalt',
      description: 'Nur IDs: keine Namen, kein Text und keine Dateien.',
      options: { full: 'Ganze Nachricht', ids: 'Nur IDs' },
    },
    senders: {
      title: 'Nur von diesen Personen',
      description: 'Namen. Nachrichten von diesen Personen oder in diesen Gruppen werden gesendet.',
    },
    groups: {
      title: 'Nur in diesen Gruppen',
      description: 'Namen. Nachrichten von diesen Personen oder in diesen Gruppen werden gesendet.',
    },
    contains: {
      title: 'Nur Nachrichten mit',
      description: 'Eines dieser Wörter kommt vor. Groß- und Kleinschreibung ist egal.',
    },
    kinds: {
      title: 'Nur diese Arten',
      description: 'Text, oder App: Karten von Apps, Links und Ähnliches.',
      options: { text: 'Text', app: 'App' },
    },
    allow_replies: {
      title: 'Antworten erlauben',
      description: 'Sendet `{ "reply": { "text": "…" } }` aus der Antwort des Empfängers in die Unterhaltung.',
    },
    ping: {
      title: 'Ping',
      description: 'Sendet beim Start des Webhooks einen Test der Art `ping`. Die Antwort steht im Protokoll.',
    },
  },
}
