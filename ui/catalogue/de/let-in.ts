/** German texts of the page on which the owner lets a program in. */
import type { letIn as english } from '../en/let-in.ts'
import type { Translation } from '../text.ts'

export const letIn: Translation<typeof english> = {
  'let_in.title': '{name} Zugriff geben?',
  'let_in.of': 'Nachrichten auf {mac}',
  'let_in.leads_to': 'Deine Antwort geht an',
  'let_in.this_machine': 'eine App auf dem Gerät mit diesem Browser',
  'let_in.warning':
    'Den Namen hat die App selbst gewählt. Erlaube den Zugriff nur, wenn du sie gerade selbst verbunden hast.',
  'let_in.allow': 'Erlauben',
  'let_in.refuse': 'Nicht erlauben',
  'let_in.revocable': 'Du kannst das jederzeit ändern oder widerrufen: Einstellungen → Sicherheit → API-Schlüssel.',
}
