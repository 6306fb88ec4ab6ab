/** The English texts that the other pages need. */
import { appearance } from '../en/appearance.ts'
import { browser } from '../en/browser.ts'
import { forms } from '../en/forms.ts'
import { health } from '../en/health.ts'
import { logs } from '../en/logs.ts'
import { notifications } from '../en/notifications.ts'
import { people } from '../en/people.ts'
import { plugins } from '../en/plugins.ts'
import { rules } from '../en/rules.ts'
import { security } from '../en/security.ts'
import { settings } from '../en/settings.ts'
import { slots } from '../en/slots.ts'
import { statistics } from '../en/statistics.ts'

export const pages = {
  ...appearance,
  ...browser,
  ...forms,
  ...health,
  ...logs,
  ...notifications,
  ...people,
  ...plugins,
  ...rules,
  ...security,
  ...settings,
  ...slots,
  ...statistics,
} as const
