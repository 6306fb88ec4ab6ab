/** The few words that the service worker needs: it runs without the page and its catalogues. */

import type { PushedAlert } from '../../src/contract/push.ts'

export interface WorkerWords {
  newMessage: string
  test: string
  /** Before the summary of a problem that is over. */
  resolved: string
  /** The text about a message that a program asks to send; `heldOf` also says who asks, and to whom it would go. */
  held: string
  heldOf: string
  /** Buttons that lead to the decision about it. */
  decisions: { send: string; refuse: string }
  /** Says an alert by its kind; the summary that comes with it is English. */
  alerts?: Readonly<Partial<Record<NonNullable<PushedAlert['kind']>, string>>>
}

const words: Readonly<Record<string, WorkerWords>> = {
  en: {
    newMessage: 'New message',
    test: 'Notifications work.',
    resolved: 'Resolved: ',
    held: 'A message is waiting for you',
    heldOf: '{asker} asks to write to {name}',
    decisions: { send: 'Send', refuse: 'No' },
  },
  de: {
    newMessage: 'Neue Nachricht',
    test: 'Mitteilungen funktionieren.',
    resolved: 'Behoben: ',
    held: 'Eine Nachricht wartet auf dich',
    heldOf: '{asker} möchte {name} schreiben',
    decisions: { send: 'Senden', refuse: 'Nein' },
    alerts: {
      deliveries_failing: 'Zustellungen an {plugin} schlagen seit {time} fehl.',
      plugin_stopped: '{plugin} läuft seit {time} nicht mehr.',
      relay_stopped: 'Die Weiterleitung ist gestoppt: Seit {time} wurde nichts weitergeleitet.',
      permission_lost: 'Die Weiterleitung kann „Nachrichten“ seit {time} nicht lesen.',
      mac_quiet: 'Seit {time} ist keine Nachricht angekommen, ungewöhnlich lange.',
      disk_nearly_full: 'Der Speicher ist seit {time} fast voll.',
      reader_stopped: 'Der Hub speichert seit {time} nichts mehr von seinen Macs.',
      mac_copied: 'Ein zweiter Mac gibt sich als {plugin} aus und wird abgewiesen.',
      mac_behind: 'Ereignisse des Macs {plugin} kommen seit {time} nicht beim Hub an.',
      mac_silent: 'Der Mac {plugin} meldet sich seit {time} nicht.',
      key_hidden_person: 'Der API-Schlüssel „{plugin}“ wollte jemanden erreichen, den er nicht sehen darf.',
      key_unusual_rate: 'Der API-Schlüssel „{plugin}“ stellt seit {time} zehnmal so viele Anfragen wie sonst.',
      key_first_send: 'Der API-Schlüssel „{plugin}“ hat zum ersten Mal eine Nachricht gesendet.',
    },
  },
}

export const product = 'Local Messaging Relay'

export const workerWordsIn = (language: string): WorkerWords =>
  words[language.split('-')[0] ?? ''] ?? (words.en as WorkerWords)

/** Returns the text in the reader's language if the kind of the alert is known in it. */
export function alertSentence({ kind, since, plugin, summary }: PushedAlert, language: string): string {
  const own = kind === undefined ? undefined : workerWordsIn(language).alerts?.[kind]
  if (own === undefined || since === undefined) return summary
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(since))
  return own.replace('{plugin}', plugin ?? '').replace('{time}', time)
}
