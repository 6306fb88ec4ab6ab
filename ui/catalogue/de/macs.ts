/** German texts of the Macs of a hub. */
import type { macs as english } from '../en/macs.ts'
import type { Translation } from '../text.ts'

export const macs: Translation<typeof english> = {
  'macs.lead': 'Die Macs, deren Nachrichten dieser Hub hat.',
  'macs.none': 'Noch keine Macs. Füge einen hinzu, um seine Nachrichten hier zu sehen.',
  'macs.add': 'Mac hinzufügen',
  'macs.name': 'Name',
  'macs.name_hint': 'Zum Beispiel der Ort oder der Besitzer des Macs.',
  'macs.line': 'Anschluss',
  'macs.line_hint': 'Macs mit derselben Apple-ID bedienen denselben Anschluss.',
  'macs.line_own': 'Ein eigener Anschluss',
  'macs.make_code': 'Code erstellen',
  'macs.join_title': '{name} verbinden',
  'macs.run_there': 'Führe diesen Befehl auf dem Mac im Terminal aus:',
  'macs.copy': 'Befehl kopieren',
  'macs.code_until': 'Der Code gilt einmal, bis {time}.',
  'macs.code_over': 'Der Code ist um {time} abgelaufen. Schließe dieses Fenster und erstelle einen neuen.',
  'macs.waiting': 'Warten auf den Mac …',
  'macs.joined': '{name} ist verbunden.',
  'macs.done': 'Fertig',
  'macs.code': 'Neuer Code',
  'macs.code_for': 'Neuer Code für {name}',
  'macs.code_means':
    'Mit einem neuen Code tritt dieser Mac erneut bei, oder ein anderer tritt an seine Stelle. Der Mac, der jetzt verbunden ist, wird dann abgewiesen.',
  'macs.revoke': 'Entfernen',
  'macs.revoke_name': '{name} entfernen',
  'macs.revoke_title': '{name} entfernen?',
  'macs.revoke_means':
    'Die Verbindung endet sofort, und der Mac kann nicht zurückkehren. Seine Nachrichten bleiben auf dem Hub.',
  'macs.revoked': '{name} entfernt',
  'macs.revoked_on': 'Entfernt: {day}',
  'macs.never_seen': 'Noch nicht beigetreten',
  'macs.seen': 'Zuletzt gesehen: {time}',
  'macs.version': 'Version {version}',
  'macs.refused': { one: '{count} Aktualisierung abgewiesen', other: '{count} Aktualisierungen abgewiesen' },
  'macs.cloned':
    'Ein zweiter Mac mit derselben Identität wollte sich verbinden: {time}. Entferne diesen Mac, wenn seine Festplatte ohne dich kopiert wurde.',
  'macs.state_invited': 'Eingeladen',
  'macs.state_connected': 'Verbunden',
  'macs.state_silent': 'Nicht verbunden',
  'macs.state_revoked': 'Entfernt',
}
