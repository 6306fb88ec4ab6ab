/** English: an area of the page to each file. */

import { appearance } from './en/appearance.ts'
import { browser } from './en/browser.ts'
import { compose } from './en/compose.ts'
import { emoji } from './en/emoji.ts'
import { forms } from './en/forms.ts'
import { health } from './en/health.ts'
import { kit } from './en/kit.ts'
import { list } from './en/list.ts'
import { live } from './en/live.ts'
import { logs } from './en/logs.ts'
import { media } from './en/media.ts'
import { notifications } from './en/notifications.ts'
import { offline } from './en/offline.ts'
import { outbox } from './en/outbox.ts'
import { palette } from './en/palette.ts'
import { people } from './en/people.ts'
import { plugins } from './en/plugins.ts'
import { rules } from './en/rules.ts'
import { search } from './en/search.ts'
import { security } from './en/security.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { slots } from './en/slots.ts'
import { statistics } from './en/statistics.ts'
import { thread } from './en/thread.ts'

export const en = {
  ...appearance,
  ...browser,
  ...compose,
  ...emoji,
  ...forms,
  ...health,
  ...kit,
  ...list,
  ...live,
  ...logs,
  ...media,
  ...notifications,
  ...offline,
  ...outbox,
  ...palette,
  ...people,
  ...plugins,
  ...rules,
  ...search,
  ...security,
  ...settings,
  ...shell,
  ...slots,
  ...statistics,
  ...thread,
} as const
