/** German descriptions of the bundled plugins; the English ones come with the plugins, as those of all others do. */
import type { Texts } from '../text.ts'

export const pluginWords: Texts = {
  'plugin.about_email':
    'Ihre Nachrichten als E-Mail, einzeln oder gesammelt. Eine Antwort auf die E-Mail beantwortet die Nachricht.',
  'plugin.about_mqtt':
    'Veröffentlicht jede Nachricht bei einem Broker und sendet, was dort veröffentlicht wird. Home Assistant findet ihn von selbst.',
  'plugin.about_nats': 'Legt jede Nachricht einmal in einem Stream ab, unter einem Subject für jede Unterhaltung.',
  'plugin.about_ntfy':
    'Eine Mitteilung für jede Nachricht: wer schreibt, nie was. Ein Tippen darauf öffnet diese Seite.',
  'plugin.about_telegram':
    'Ihre Nachrichten in einem Telegram-Chat mit einem eigenen Bot. Eine Antwort dort beantwortet die Nachricht.',
  'plugin.about_webhook':
    'Sendet jede Nachricht an Ihre URL: JSON per POST, signiert und wiederholt, bis sie angenommen ist.',
}
