/** German texts of notifications and their settings. */
import type { notifications as english } from '../en/notifications.ts'
import type { Translation } from '../text.ts'

export const notifications: Translation<typeof english> = {
  'notifications.title': 'Mitteilungen',
  'notifications.on': 'Neue Nachrichten melden, solange diese Seite offen ist',
  'notifications.on_hint': 'Nur in diesem Browser und bei offenem Tab: Nichts geht über fremde Server.',
  'notifications.impossible':
    'Diese Seite liegt auf {origin}. Browser erlauben Mitteilungen nur über https oder auf dem Mac selbst: Sie über eine https-Adresse oder einen Tunnel zu localhost öffnen.',
  'notifications.refused':
    'Dieser Browser lehnt Mitteilungen dieser Seite ab. Sie lassen sich in seinen Einstellungen für diese Website erlauben.',
  'notifications.level': 'Was sie zeigen',
  'notifications.rich': 'Absender und Nachricht',
  'notifications.sender': 'Nur den Absender',
  'notifications.private': 'Nur, dass es eine gibt',
  'notifications.sound': 'Ton abspielen',
  'notifications.sound_hint':
    'Ein kurzer; viele Nachrichten auf einmal machen einen Ton. Bevor Sie die Seite berührt haben, bleibt der Browser still.',
  'notifications.mute_hint':
    'Unterhaltungen werden in ihrem Menü in der Liste oder in ihren Angaben stumm geschaltet. Das gilt nur in diesem Browser; was in „Nachrichten“ stumm ist, ist es auch hier.',
  'notifications.test': 'Probe senden',
}
