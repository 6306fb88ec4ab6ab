/** The German texts of the ntfy integration. */
import type { Translation } from '../../plugin-api/index.ts'

export const german: Translation = {
  description: 'Eine Mitteilung für jede Nachricht: wer schreibt, nie was. Ein Tippen darauf öffnet diese Seite.',
  network: { 'ntfy.sh': 'Der öffentliche ntfy-Server, wenn kein anderer eingetragen ist.' },
  settings: {
    server: { title: 'Server', description: 'Der öffentliche Server, oder die Adresse deines eigenen.' },
    topic: {
      title: 'Topic',
      description:
        'So, wie du es abonniert hast. Ohne Zugriffskontrolle liest jeder mit, der es kennt: Wähle eines, das niemand errät.',
    },
    endpoint: {
      title: 'UnifiedPush-Endpunkt',
      description: 'Wie ihn eine UnifiedPush-App registriert hat: statt Server und Topic.',
    },
    token: { title: 'Zugriffstoken', description: 'Wenn der Server oder das Topic eines verlangt: `tk_…`.' },
    user: { title: 'Benutzername', description: 'Mit einem Passwort, statt eines Zugriffstokens.' },
    password: { title: 'Passwort' },
    priority: { title: 'Priorität', description: 'Von 1, still, bis 5, immer hörbar.' },
    tags: {
      title: 'Tags',
      description: 'Stehen bei der Mitteilung. Die ntfy als Emoji kennt, stehen vor ihrem Titel.',
    },
    page_url: {
      title: 'Adresse dieser Seite',
      description: 'Öffnet sich beim Tippen auf die Mitteilung: so, wie dein Telefon diesen Dienst erreicht.',
    },
    show_names: {
      title: 'Namen zeigen',
      description: 'Wer geschrieben hat, und in welcher Gruppe. Sonst nur, dass eine Nachricht kam.',
    },
    timeout_s: { title: 'Zeitlimit', description: 'Sekunden, in denen der Server antworten muss.' },
  },
}
