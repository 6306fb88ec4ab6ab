/** English texts about the page cached in the browser. */
import type { Texts } from '../text.ts'

export const offline = {
  'offline.new_version': 'The service has been updated.',
  'offline.reload': 'Reload',
} as const satisfies Texts
