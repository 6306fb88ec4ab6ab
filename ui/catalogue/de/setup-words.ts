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
    'Einschalten. Die Änderung wird von selbst erkannt.',
  ],
  stepsOf12: [
    `${privacyOf12} → Festplattenvollzugriff öffnen.`,
    'Auf das Schloss klicken und das Passwort eingeben.',
    '+ drücken, dann ⌘⇧G, den Pfad des Programms einsetzen und es auswählen.',
    'Ankreuzen. Die Änderung wird von selbst erkannt.',
  ],
}

const agentSteps = ['An diesem Mac das Terminal öffnen.', 'Den Befehl unten eingeben und die Eingabetaste drücken.']

export const words: Record<WordedCheck, Words> = {
  full_disk_access: {
    why: '„Nachrichten“ bewahrt alles in einer Datenbank auf, die macOS schützt.',
    without: 'Nichts kann gezeigt, gesucht oder weitergeleitet werden.',
    ...fullDiskAccess,
  },
  full_disk_access_bridge: {
    why: 'Die Weiterleitung liest dort jede neue Nachricht.',
    without: 'Die Seite zeigt Nachrichten, aber nichts wird weitergeleitet.',
    ...fullDiskAccess,
  },
  automation: {
    why: 'Gesendet wird über das Programm „Nachrichten“.',
    without: 'Nichts kann gesendet werden. Lesen und Weiterleiten funktionieren weiterhin.',
    steps: [
      '„Nachrichten“ geöffnet lassen: macOS fragt einmal, ob das Programm es steuern darf. „Erlauben“ wählen.',
      `Wenn du früher abgelehnt hast: ${privacy} → Automation, und „Nachrichten“ unter dem Programm einschalten.`,
    ],
    stepsOf12: [
      '„Nachrichten“ geöffnet lassen: macOS fragt einmal, ob das Programm es steuern darf. „OK“ wählen.',
      `Wenn du früher abgelehnt hast: ${privacyOf12} → Automation, und „Nachrichten“ unter dem Programm ankreuzen.`,
    ],
  },
  contacts: {
    why: 'Namen und Bilder kommen aus Kontakte.',
    without: 'Personen werden mit Nummer und Adresse gezeigt. Alles andere funktioniert.',
    steps: ['Der Festplattenvollzugriff umfasst Kontakte. Mit ihm erscheinen die Namen.'],
  },
  contacts_bridge: {
    why: 'Plugins bekommen den Namen aus Kontakte.',
    without: 'Plugins und Regeln sehen nur Nummern und Adressen.',
    steps: ['Der Festplattenvollzugriff umfasst Kontakte. Mit ihm bekommt die Weiterleitung die Namen.'],
  },
  accessibility: {
    why: 'Zum Reagieren, Bearbeiten und Zurückziehen wird das Fenster von „Nachrichten“ bedient.',
    without: 'Reagieren, Bearbeiten und Zurückziehen sind nicht möglich. Alles andere funktioniert.',
    steps: [`${privacy} → Bedienungshilfen öffnen.`, '+ drücken, das Programm auswählen und einschalten.'],
    stepsOf12: [
      `${privacyOf12} → Bedienungshilfen öffnen.`,
      'Auf das Schloss klicken, + drücken, das Programm auswählen und ankreuzen.',
    ],
  },
  helper: {
    why: 'Schreibanzeigen, Lesebestätigungen, Reagieren, Bearbeiten und Zurückziehen übernimmt dieses Programm.',
    without: 'Diese Funktionen fehlen. Alles andere funktioniert.',
    steps: ['Den privaten Helfer starten und unter Einstellungen → Senden prüfen.'],
  },
  agent_bridge: {
    why: 'Startet die Weiterleitung bei der Anmeldung und startet sie nach einem Fehler neu.',
    without: 'Nachrichten werden nur weitergeleitet, solange der Dienst in einem Terminal-Fenster läuft.',
    steps: agentSteps,
  },
  agent_web: {
    why: 'Startet diese Seite bei der Anmeldung und startet sie nach einem Fehler neu.',
    without: 'Diese Seite funktioniert nur, solange der Dienst in einem Terminal-Fenster läuft.',
    steps: agentSteps,
  },
}
