/** German explanations of the checks that a message passes; the English ones come with the service's response. */
import type { SkipReason } from '../../../src/domain/relay-outcomes.ts'
import type { Texts } from '../text.ts'

type Stopped = SkipReason | 'history' | 'waiting' | 'unknown'

const stopped: Readonly<Record<Stopped, string>> = {
  no_chat: '„Nachrichten“ hat sie keiner Unterhaltung zugeordnet und keinen Absender genannt.',
  deleted: 'Sie wurde gelöscht, bevor sie vollständig war.',
  tapback: 'Sie ist eine Reaktion. Der Ereignisstrom meldet sie, Plugins erhalten sie nicht.',
  update: 'Sie ist der neue Stand von etwas früher Gesendetem, etwa eine Stimme in einer Umfrage.',
  system: 'Sie ist ein Hinweis von „Nachrichten“ selbst, etwa „Anna hat die Unterhaltung verlassen“.',
  scheduled: 'Sie soll später gesendet werden und ist noch nicht gesendet.',
  unsent: 'Sie wurde zurückgezogen, bevor sie weitergeleitet war.',
  repeat: 'Sie ist eine zweite Kopie einer Nachricht, die schon aufgenommen wurde.',
  from_me: 'Du hast sie selbst geschrieben, auf einem deiner Geräte.',
  junk: '„Nachrichten“ ordnet sie einer Kategorie zu, die nicht weitergeleitet wird, etwa Werbung, oder der Absender ist blockiert.',
  out_of_scope: 'Weder die Whitelist noch relay.scope lässt den Absender oder die Gruppe zu.',
  echo: 'Dieser Dienst hat sie gesendet.',
  history: 'Sie war schon alt, als sie hier erschien. Der Verlauf wird nicht weitergeleitet.',
  waiting: '„Nachrichten“ hat sie noch nicht ganz geschrieben. Sie wird weitergeleitet, sobald sie vollständig ist.',
  unknown: 'Die Weiterleitung hat sie noch nicht gesehen oder nach fünf Wochen vergessen.',
}

const passed = {
  complete: 'Sie ist vollständig.',
  repeat: 'Sie wurde noch nicht aufgenommen.',
  age: 'Sie war neu.',
  scope: 'Absender oder Gruppe werden weitergeleitet.',
  echo: 'Dieser Dienst hat sie nicht gesendet.',
  transforms: 'Filter und Verschlüsselung wirken auf dem Weg zu jedem Plugin. Die Zustellung zeigt, was sie taten.',
  fan_out: 'Sie wurde an die eingeschalteten Plugins weitergegeben.',
}

const keyed = (prefix: string, texts: Readonly<Record<string, string>>): Texts =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [`trace.${prefix}_${code}`, text]))

export const traceWords: Texts = { ...keyed('stopped', stopped), ...keyed('passed', passed) }
