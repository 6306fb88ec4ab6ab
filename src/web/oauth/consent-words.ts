/** The texts of the page on which the owner lets a program in, in the languages of the login. */
import type { OAuthErrorCode } from '../../domain/oauth/oauth-error.ts'
import { loginWords } from '../pages/login-words.ts'

interface ConsentWords {
  language: string
  /** `{name}` stands for what the program calls itself. */
  title: string
  /** `{mac}` stands for the name of the Mac. */
  of: string
  leadsTo: string
  thisMachine: string
  warning: string
  may: string
  read: string
  send: string
  limits: string
  people: string
  listed: string
  since: string
  everything: string
  /** `{days}` stands for their number. */
  lastDays: string
  codes: string
  ask: string
  expires: string
  days: string
  allow: string
  refuse: string
  revocable: string
  notPossible: string
  open: string
  again: string
  back: string
  /** What was wrong, by the code of the error; the words of the error itself are English. */
  reasons: Readonly<Partial<Record<OAuthErrorCode, string>>>
}

const english: ConsentWords = {
  language: 'en',
  title: 'Let {name} in?',
  of: 'Messages on {mac}',
  leadsTo: 'Your answer goes to',
  thisMachine: 'an app on the device with this browser',
  warning: 'The app chose its name itself. Allow it only if you have just connected it yourself.',
  may: 'Permissions',
  read: 'Read and search messages',
  send: 'Send messages in your name',
  limits: 'Limits',
  people: 'Only these people',
  listed: 'Phone numbers and e-mail addresses, one per line. Leave empty for everyone.',
  since: 'Messages',
  everything: 'All',
  lastDays: 'Last {days} days',
  codes: 'Hide one-time codes',
  ask: 'Ask me before each message',
  expires: 'Access ends after',
  days: '{days} days',
  allow: 'Allow',
  refuse: 'Don’t allow',
  revocable: 'You can revoke access at any time: Settings → Security → API keys.',
  notPossible: 'This app can’t be let in',
  open: 'No password is set, so apps on this Mac connect without asking. To let in others, set a password first.',
  again: 'Start again in the app.',
  back: 'Back to {name}',
  reasons: {},
}

const german: ConsentWords = {
  language: 'de',
  title: '{name} hereinlassen?',
  of: 'Nachrichten auf {mac}',
  leadsTo: 'Deine Antwort geht an',
  thisMachine: 'eine App auf dem Gerät mit diesem Browser',
  warning: 'Den Namen hat die App selbst gewählt. Erlaube den Zugriff nur, wenn du sie gerade selbst verbunden hast.',
  may: 'Rechte',
  read: 'Nachrichten lesen und durchsuchen',
  send: 'Nachrichten in deinem Namen senden',
  limits: 'Grenzen',
  people: 'Nur diese Personen',
  listed: 'Telefonnummern und E-Mail-Adressen, eine pro Zeile. Leer lassen für alle.',
  since: 'Nachrichten',
  everything: 'Alle',
  lastDays: 'Letzte {days} Tage',
  codes: 'Einmalcodes verbergen',
  ask: 'Vor jeder Nachricht fragen',
  expires: 'Zugriff endet nach',
  days: '{days} Tagen',
  allow: 'Erlauben',
  refuse: 'Nicht erlauben',
  revocable: 'Du kannst den Zugriff jederzeit widerrufen: Einstellungen → Sicherheit → API-Schlüssel.',
  notPossible: 'Diese App kann keinen Zugriff bekommen',
  open: 'Es ist kein Passwort gesetzt: Apps auf diesem Mac verbinden sich ohne Rückfrage. Für andere setze zuerst ein Passwort.',
  again: 'Beginne in der App noch einmal.',
  back: 'Zurück zu {name}',
  reasons: {
    invalid_client: 'Diese App ist hier nicht oder nicht mehr registriert. Sie muss sich noch einmal registrieren.',
    invalid_redirect_uri: 'Die App hat die Adresse nicht registriert, an die deine Antwort gehen soll.',
    invalid_request: 'Die Anfrage der App ist fehlerhaft.',
    invalid_target: 'Die Anfrage der App gilt einem anderen Dienst.',
    unsupported_response_type: 'Die App verlangt eine Antwort, die es hier nicht gibt.',
  },
}

/** `accepted` is the header `Accept-Language`. */
export const consentWords = (accepted: string | undefined): ConsentWords =>
  loginWords(accepted).language === 'de' ? german : english
