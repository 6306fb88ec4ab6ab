/** Words when and from where an API key was last used. */
import type { ApiKey } from '../../../../src/contract/key.ts'
import { dayOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'

export function lastUse({ last_used_on: on, last_used_from: from }: ApiKey): string {
  if (on === null) return t('security.key_unused')
  // Noon makes the day the same in most time zones.
  const day = dayOf(`${on}T12:00:00Z`)
  return from === null ? t('security.key_used', { day }) : t('security.key_used_from', { day, from })
}
