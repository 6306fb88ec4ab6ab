/** The German texts that the other pages need. */
import { appearance } from '../de/appearance.ts'
import { browser } from '../de/browser.ts'
import { forms } from '../de/forms.ts'
import { health } from '../de/health.ts'
import { logs } from '../de/logs.ts'
import { notifications } from '../de/notifications.ts'
import { people } from '../de/people.ts'
import { plugins } from '../de/plugins.ts'
import { rules } from '../de/rules.ts'
import { security } from '../de/security.ts'
import { settings } from '../de/settings.ts'
import { slots } from '../de/slots.ts'
import { statistics } from '../de/statistics.ts'
import type { Translation } from '../text.ts'
import type { pages as english } from './en.ts'

export const pages: Translation<typeof english> = {
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
}
