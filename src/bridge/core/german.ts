/** The German texts of the plugins of the core tier. */
import type { Translation } from '../../plugin-api/index.ts'

const personalData = {
  title: 'Persönliche Daten',
  description: 'Überall in einem Text gefunden.',
  options: { phone: 'Telefonnummern', email: 'E-Mail-Adressen', card: 'Kartennummern', iban: 'Bankkonten (IBAN)' },
}

export const contentFilter: Translation = {
  display_name: 'Inhaltsfilter',
  description: 'Verbirgt Wörter, Muster und persönliche Daten vor Plugins, oder hält solche Nachrichten zurück.',
  settings: {
    words: {
      title: 'Wörter',
      description: 'Wörter und Wendungen, groß oder klein. `*` am Ende steht für jede Endung.',
    },
    patterns: {
      title: 'Muster',
      description: 'Wie reguläre Ausdrücke: `order \\d{4,}`, `(red|blue) team`. Groß- und Kleinschreibung ist egal.',
    },
    personal_data: personalData,
    action: {
      title: 'Was geschieht',
      description: 'Verbergen zeigt ••• statt des Gefundenen. Zurückhalten gilt der ganzen Nachricht.',
      options: { replace: 'Verbergen', drop: 'Zurückhalten' },
    },
    plugins: { title: 'Plugins', description: 'Gefiltert wird, was diese bekommen. Leer: was alle bekommen.' },
    per_plugin: {
      title: 'Für ein Plugin',
      description: 'Was für ein Plugin anders ist, unter seinem Namen. `{ "telegram": { "action": "drop" } }`',
    },
  },
}

export const encryption: Translation = {
  display_name: 'Verschlüsselung',
  description:
    'Verschlüsselt Texte und Dateien mit age, bevor Plugins sie bekommen. `age --decrypt` öffnet sie wieder.',
  settings: {
    recipients: {
      title: 'Empfänger',
      description: 'Öffentliche Schlüssel derer, die lesen dürfen: `age1…`, wie `age-keygen` sie ausgibt.',
    },
    plugins: { title: 'Plugins', description: 'Verschlüsselt wird, was diese bekommen. Leer: was alle bekommen.' },
  },
}

export const stats: Translation = {
  display_name: 'Statistik',
  description: 'Was weitergeleitet wird, und wer wann wie viel schreibt. Auf diesem Mac gezählt.',
}

export const rules: Translation = {
  display_name: 'Automatische Regeln',
  description: 'Führt deine Regeln aus: ein Webhook oder eine Antwort für Nachrichten, die deine Bedingungen erfüllen.',
}
