/** German; what is missing does not compile. */

import { appearance } from './de/appearance.ts'
import { browser } from './de/browser.ts'
import { compose } from './de/compose.ts'
import { emoji } from './de/emoji.ts'
import { forms } from './de/forms.ts'
import { health } from './de/health.ts'
import { kit } from './de/kit.ts'
import { list } from './de/list.ts'
import { live } from './de/live.ts'
import { logs } from './de/logs.ts'
import { media } from './de/media.ts'
import { notifications } from './de/notifications.ts'
import { offline } from './de/offline.ts'
import { outbox } from './de/outbox.ts'
import { palette } from './de/palette.ts'
import { people } from './de/people.ts'
import { plugins } from './de/plugins.ts'
import { rules } from './de/rules.ts'
import { search } from './de/search.ts'
import { security } from './de/security.ts'
import { settings } from './de/settings.ts'
import { shell } from './de/shell.ts'
import { slots } from './de/slots.ts'
import { statistics } from './de/statistics.ts'
import { thread } from './de/thread.ts'
import type { en } from './en.ts'
import type { Translation } from './text.ts'

export const de: Translation<typeof en> = {
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
}
