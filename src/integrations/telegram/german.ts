/** The German texts of the Telegram integration. */
import type { Translation } from '../../plugin-api/index.ts'

export const german: Translation = {
  description:
    'Deine Nachrichten in einem Telegram-Chat mit einem eigenen Bot. Eine Antwort dort beantwortet die Nachricht.',
  network: {
    'api.telegram.org': 'Sendet Nachrichten in deinen Telegram-Chat und ruft deine Antworten ab.',
  },
  settings: {
    token: { title: 'Bot-Token', description: '@BotFather zeigt es, wenn du den Bot anlegst.' },
    allowed_users: {
      title: 'Erlaubte Nutzer',
      description:
        'Nummern der Telegram-Nutzer, die Nachrichten bekommen und antworten dürfen. Alle anderen werden ignoriert.',
    },
    max_file_mb: {
      title: 'Größte Datei',
      description: 'In Megabyte. Größere werden nur genannt, nicht gesendet. Mit 0 wird keine gesendet.',
    },
    page_url: {
      title: 'Adresse dieser Seite',
      description: 'So, wie dein Telefon diesen Dienst erreicht: Die Knöpfe wartender Nachrichten öffnen sie.',
    },
    api_root: { title: 'Server der Bot-API', description: 'Ein anderer nur, wenn du ihn selbst betreibst.' },
  },
}
