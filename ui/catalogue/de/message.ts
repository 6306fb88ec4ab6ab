/** German texts of what can be done with a message. */
import type { message as english } from '../en/message.ts'
import type { Translation } from '../text.ts'

export const message: Translation<typeof english> = {
  'message.why': 'Details der Zustellung',
  'message.answer': 'Mit Zitat antworten',
  'message.copy': 'Kopieren',
  'message.copy_link': 'Link kopieren',
  'message.star': 'Mit Stern markieren',
  'message.unstar': 'Stern entfernen',
  'message.star_keys': 'Stern setzen oder entfernen',
  'message.starred': 'Markiert',
  'message.edit': 'Bearbeiten',
  'message.edits': 'Frühere Fassungen',
  'message.unsend': 'Zurückziehen',
  'message.unsend_question': 'Diese Nachricht zurückziehen?',
  'message.unsend_hint': 'Die Nachricht verschwindet bei allen, deren Gerät das Zurückziehen unterstützt.',
  'message.react_keys': 'Reagieren; dann 1 bis 6',
  'message.quote': '„{text}“',
  'message.group': 'Nachricht',
}
