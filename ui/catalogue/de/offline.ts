/** German texts about the page cached in the browser. */
import type { offline as english } from '../en/offline.ts'
import type { Translation } from '../text.ts'

export const offline: Translation<typeof english> = {
  'offline.new_version': 'Der Dienst wurde aktualisiert.',
  'offline.reload': 'Neu laden',
}
