/** German texts of the details of a conversation, and of the choice of whom to write to. */
import type { details as english } from '../en/details.ts'
import type { Translation } from '../text.ts'

export const details: Translation<typeof english> = {
  'details.one_conversation': 'Eine Unterhaltung',
  'details.one_conversation_hint':
    'Die Adressen dieses Kontakts werden als eine Person angezeigt, gefunden und weitergeleitet.',
  'details.separated': 'Jede Adresse von {name} ist jetzt eine eigene Unterhaltung',
  'details.joined': 'Die Adressen von {name} sind jetzt eine Unterhaltung',
  'details.close': 'Details schließen',
  'details.addresses': 'Adressen',
  'details.last_used': 'Zuletzt verwendet',
  'details.members': 'Mitglieder',
  'details.media': 'Medien',
  'details.all_media': 'Alle zeigen',
  'details.links': 'Links',
  'details.files': 'Dateien',
  'details.no_media': 'Noch keine Fotos oder Videos',
  'details.relaying': 'Weiterleitung',
  'details.not_delivered': 'Noch keine Zustellung an Plugins.',
  'details.deliveries': 'Zustellungen',
  'details.notifications': 'Mitteilungen',
  'details.mute': 'Stumm',
  'details.mute_hint': 'Keine Mitteilungen dieser Unterhaltung in diesem Browser.',
  'details.muted_in_messages': 'In Nachrichten auf dem Mac stummgeschaltet. Dort lässt sich das ändern.',
  'details.keep': 'Archiv und Markierungen',
  'details.groups': 'Gemeinsame Gruppen',
  'details.facts': 'Nachrichten',
  'details.sent': 'Gesendet',
  'details.received': 'Empfangen',
  'details.first': 'Erste Nachricht',
  'details.last': 'Letzte Nachricht',
  'details.export': 'Export',
  'details.export_hint':
    'Führen Sie dies auf dem Mac aus. Es sichert die Unterhaltung mit ihren Medien als eine Webseite.',
  'details.copy_command': 'Befehl kopieren',
  'details.to': 'An',
  'details.to_hint': 'Name, Nummer oder E-Mail-Adresse',
  'details.to_one': 'Nur ein Empfänger. Neue Gruppen beginnen Sie in Nachrichten.',
  'details.people': 'Personen',
  'details.send_to': 'Senden an',
}
