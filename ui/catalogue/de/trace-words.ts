/** German explanations of the checks that a message passes; the English ones come with the service's response. */
import type { SkipReason } from '../../../src/domain/relay-outcomes.ts'
import type { Texts } from '../text.ts'

type Stopped = SkipReason | 'history' | 'waiting' | 'unknown'

const stopped: Readonly<Record<Stopped, string>> = {
  no_chat: '„Nachrichten“ hat die Nachricht keiner Unterhaltung zugeordnet und nennt keinen Absender.',
  deleted: 'Die Nachricht wurde gelöscht, bevor sie vollständig war.',
  tapback: 'Die Nachricht ist eine Reaktion. Der Ereignisstrom meldet Reaktionen, Plugins erhalten keine.',
  update: 'Die Nachricht aktualisiert eine frühere, etwa durch eine Stimme in einer Umfrage.',
  system: 'Das ist ein Hinweis von „Nachrichten“ selbst, etwa „Anna hat die Unterhaltung verlassen“.',
  scheduled: 'Die Nachricht ist geplant und noch nicht gesendet.',
  unsent: 'Der Absender hat die Nachricht zurückgezogen, bevor sie weitergeleitet wurde.',
  repeat: 'Die Nachricht ist die Kopie einer bereits verarbeiteten.',
  from_me: 'Du hast die Nachricht selbst geschrieben, auf einem deiner Geräte.',
  junk: '„Nachrichten“ hat die Unterhaltung in eine Kategorie eingeordnet, die nicht weitergeleitet wird, etwa Werbung, oder der Absender ist blockiert.',
  out_of_scope: 'Weder die Whitelist noch relay.scope lässt den Absender oder die Gruppe zu.',
  echo: 'Dieser Dienst hat die Nachricht gesendet.',
  history:
    'Die Nachricht war schon alt, als dieser Mac sie empfing. Sie gehört zum Verlauf und wird nicht weitergeleitet.',
  waiting: '„Nachrichten“ hat die Nachricht noch nicht vollständig empfangen. Danach wird sie weitergeleitet.',
  unknown: 'Die Weiterleitung hat die Nachricht noch nicht gelesen oder den Eintrag dazu nach fünf Wochen gelöscht.',
}

const passed = {
  complete: 'Die Nachricht ist vollständig.',
  repeat: 'Die Nachricht ist keine Kopie einer bereits verarbeiteten.',
  age: 'Die Nachricht ist neu.',
  scope: 'Absender oder Gruppe werden weitergeleitet.',
  echo: 'Dieser Dienst hat die Nachricht nicht gesendet.',
  transforms: 'Filter und Verschlüsselung wirken auf dem Weg zu jedem Plugin. Jede Zustellung zeigt das Ergebnis.',
  fan_out: 'Die Nachricht ging an die eingeschalteten Plugins.',
}

const keyed = (prefix: string, texts: Readonly<Record<string, string>>): Texts =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [`trace.${prefix}_${code}`, text]))

export const traceWords: Texts = { ...keyed('stopped', stopped), ...keyed('passed', passed) }
