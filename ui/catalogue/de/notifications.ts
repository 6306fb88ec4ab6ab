/** German texts of notifications and their settings. */
import type { notifications as english } from '../en/notifications.ts'
import type { Translation } from '../text.ts'

export const notifications: Translation<typeof english> = {
  'notifications.title': 'Mitteilungen',
  'notifications.on': 'Solange diese Seite offen ist',
  'notifications.on_hint': 'Nur für diesen Browser.',
  'notifications.push': 'Auch bei geschlossener Seite',
  'notifications.push_hint':
    'Über den Push-Dienst dieses Browsers, für diesen Browser verschlüsselt. Endet mit dem Abmelden.',
  'notifications.push_failed':
    'Der Push-Dienst dieses Browsers ist nicht erreichbar. Prüfe die Verbindung und ob der Browser Push-Nachrichten erlaubt.',
  'notifications.install':
    'Lege die Seite für Mitteilungen bei geschlossener Seite auf den Home-Bildschirm (Teilen → Zum Home-Bildschirm) und öffne sie dort.',
  'notifications.unsupported': 'Dieser Browser kann bei geschlossener Seite nichts mitteilen.',
  'notifications.impossible':
    'Diese Seite liegt auf {origin}. Browser erlauben Mitteilungen nur über https oder auf dem Mac selbst. Zwei Wege zu https:',
  'notifications.way_tailscale': 'Tailscale, für deine eigenen Geräte. Auf dem Mac ausführen:',
  'notifications.way_proxy': 'Ein Reverse-Proxy mit Zertifikat, zum Beispiel Caddy.',
  'notifications.way_guide':
    'Lege zuerst ein Passwort fest. Beide Wege stehen Schritt für Schritt in docs/notifications.md.',
  'notifications.refused':
    'Dieser Browser blockiert Mitteilungen dieser Seite. Erlaube sie in seinen Einstellungen für diese Website.',
  'notifications.level': 'Inhalt',
  'notifications.rich': 'Name und Nachricht',
  'notifications.sender': 'Nur der Name',
  'notifications.private': 'Weder Name noch Nachricht',
  'notifications.people': 'Mitteilen bei',
  'notifications.people_all': 'Allen',
  'notifications.people_all_hint': 'Alle Unterhaltungen außer den stummen.',
  'notifications.people_chosen': 'Ausgewählten Unterhaltungen',
  'notifications.people_chosen_hint': 'Nur Personen und Gruppen, die du hier hinzufügst.',
  'notifications.people_add': 'Person oder Gruppe hinzufügen',
  'notifications.held': 'Nachrichten, die auf dich warten',
  'notifications.held_hint':
    'Mitteilen, wenn ein Programm eine Nachricht senden möchte. Entscheide auf der Seite, angemeldet.',
  'notifications.alerts': 'Probleme der Weiterleitung',
  'notifications.alerts_hint':
    'Mitteilen, wenn Zustellungen scheitern oder die Weiterleitung anhält, und wenn das behoben ist.',
  'notifications.sound': 'Ton abspielen',
  'notifications.sound_hint':
    'Solange diese Seite offen ist. Mehrere Nachrichten auf einmal lösen nur einen Ton aus. Browser bleiben stumm, bis du auf der Seite etwas gedrückt hast.',
  'notifications.mute_hint':
    'Unterhaltungen schaltest du in ihrem Menü stumm. Das gilt für diesen Browser. In „Nachrichten“ stummgeschaltete Unterhaltungen sind auch hier stumm.',
  'notifications.test': 'Test senden',
  'notifications.test_sent': 'Test gesendet. Er sollte in wenigen Sekunden erscheinen.',
  'notifications.trouble_refused':
    'Der Push-Dienst hat die letzte Mitteilung abgelehnt. Schalte die Mitteilungen aus und wieder ein.',
  'notifications.trouble_unreachable': 'Der Push-Dienst ist vom Mac aus nicht erreichbar.',
  'notifications.trouble_busy': 'Der Push-Dienst ist überlastet.',
  'notifications.browsers': 'Benachrichtigte Browser',
  'notifications.browsers_hint': 'Diese Browser erhalten Mitteilungen auch bei geschlossener Seite.',
  'notifications.browser_last': 'Letzte Mitteilung: {time}',
  'notifications.browser_never': 'Noch keine Mitteilung',
  'notifications.browser_remove': 'Mitteilungen an {name} beenden',
  'notifications.remove': 'Beenden',
}
