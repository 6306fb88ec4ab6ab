/** Holds the texts of the page that says why a program cannot be let in, in the languages of the login. */
import type { OAuthErrorCode } from '../../domain/oauth/oauth-error.ts'
import { loginWords } from '../pages/login-words.ts'

interface RefusalWords {
  language: string
  notPossible: string
  open: string
  again: string
  back: string
  /** The reasons by error code; the message of the error itself is English. */
  reasons: Readonly<Partial<Record<OAuthErrorCode, string>>>
}

const english: RefusalWords = {
  language: 'en',
  notPossible: 'This app can’t be let in',
  open: 'No password is set, so apps on this Mac connect without asking. To let in others, set a password first.',
  again: 'Start again in the app.',
  back: 'Back to {name}',
  reasons: {},
}

const german: RefusalWords = {
  language: 'de',
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
export const refusalWords = (accepted: string | undefined): RefusalWords =>
  loginWords(accepted).language === 'de' ? german : english
