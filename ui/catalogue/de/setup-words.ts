/** German explanations of each permission and how it is granted; the English ones come with the service's response. */
import type { WordedCheck } from '../../../src/contract/setup-words.ts'

interface Words {
  why: string
  without: string
  steps: readonly string[]
  /** Steps for macOS 12, where it uses other names. */
  stepsOf12?: readonly string[]
}

const privacy = 'Systemeinstellungen → Datenschutz & Sicherheit'
const privacyOf12 = 'Systemeinstellungen → Sicherheit → Datenschutz'

const fullDiskAccess = {
  steps: [
    `${privacy} → Festplattenvollzugriff öffnen.`,
    '+ drücken und mit Passwort oder Touch ID bestätigen.',
    '⌘⇧G drücken, den Pfad des Programms einsetzen und es auswählen.',
    'Einschalten. Es wird hier von selbst bemerkt.',
  ],
  stepsOf12: [
    `${privacyOf12} → Festplattenvollzugriff öffnen.`,
    'Auf das Schloss klicken und das Passwort eingeben.',
    '+ drücken, dann ⌘⇧G, den Pfad des Programms einsetzen und es auswählen.',
    'Ankreuzen. Es wird hier von selbst bemerkt.',
  ],
}

const agentSteps = ['An diesem Mac das Terminal öffnen.', 'Den Befehl unten eingeben und die Eingabetaste drücken.']

export const words: Record<WordedCheck, Words> = {
  full_disk_access: {
    why: 'Nachrichten bewahrt alles in einer Datenbank auf, die macOS bewacht.',
    without: 'Nichts kann gezeigt, gesucht oder weitergegeben werden.',
    ...fullDiskAccess,
  },
  full_disk_access_bridge: {
    why: 'Die Brücke liest dort jede neue Nachricht und gibt sie weiter.',
    without: 'Die Seite zeigt Nachrichten, aber keine wird weitergegeben.',
    ...fullDiskAccess,
  },
  automation: {
    why: 'Gesendet wird, indem das Programm Nachrichten darum gebeten wird. Die Seite probiert es aus; für die Brücke gilt dasselbe, wenn dasselbe Programm sie ausführt.',
    without: 'Nichts kann gesendet werden; Lesen und Weitergeben gehen weiter.',
    steps: [
      'Nachrichten geöffnet lassen: macOS fragt einmal, ob das Programm es steuern darf. „Erlauben“ wählen.',
      `War die Antwort früher Nein: ${privacy} → Automation, und Nachrichten unter dem Programm einschalten.`,
    ],
    stepsOf12: [
      'Nachrichten geöffnet lassen: macOS fragt einmal, ob das Programm es steuern darf. „OK“ wählen.',
      `War die Antwort früher Nein: ${privacyOf12} → Automation, und Nachrichten unter dem Programm ankreuzen.`,
    ],
  },
  contacts: {
    why: 'Namen und Bilder der Menschen kommen aus Kontakte.',
    without: 'Menschen werden mit Nummer und Adresse gezeigt; alles andere funktioniert.',
    steps: ['Der Festplattenvollzugriff umfasst Kontakte: Mit ihm erscheinen die Namen.'],
  },
  contacts_bridge: {
    why: 'Plugins erfahren mit dem Namen aus Kontakte, wer geschrieben hat.',
    without: 'Plugins und Regeln kennen Menschen nur mit Nummer und Adresse.',
    steps: ['Der Festplattenvollzugriff umfasst Kontakte: Mit ihm erhält die Brücke die Namen.'],
  },
  accessibility: {
    why: 'Reaktionen, Änderungen und Widerrufe bedienen das Fenster von Nachrichten.',
    without: 'Reaktionen, Änderungen und Widerrufe werden nicht angeboten; alles andere funktioniert.',
    steps: [`${privacy} → Bedienungshilfen öffnen.`, '+ drücken, das Programm auswählen und einschalten.'],
    stepsOf12: [
      `${privacyOf12} → Bedienungshilfen öffnen.`,
      'Auf das Schloss klicken, + drücken, das Programm auswählen und ankreuzen.',
    ],
  },
  agent_bridge: {
    why: 'launchd startet die Brücke bei der Anmeldung, und wieder, falls sie je endet.',
    without: 'Nachrichten werden nur weitergegeben, solange sie in einem Terminal-Fenster läuft.',
    steps: agentSteps,
  },
  agent_web: {
    why: 'launchd startet die Seite bei der Anmeldung, und wieder, falls sie je endet.',
    without: 'Diese Seite gibt es nur, solange sie in einem Terminal-Fenster läuft.',
    steps: agentSteps,
  },
}
