/** The German texts that only the further pages need. */
import { alerts } from '../de/alerts.ts'
import { appearance } from '../de/appearance.ts'
import { apps } from '../de/apps.ts'
import { browser } from '../de/browser.ts'
import { details } from '../de/details.ts'
import { finding } from '../de/finding.ts'
import { forms } from '../de/forms.ts'
import { gallery } from '../de/gallery.ts'
import { grant } from '../de/grant.ts'
import { held } from '../de/held.ts'
import { letIn } from '../de/let-in.ts'
import { macs } from '../de/macs.ts'
import { message } from '../de/message.ts'
import { missing } from '../de/missing.ts'
import { notifications } from '../de/notifications.ts'
import { plugins } from '../de/plugins.ts'
import { print } from '../de/print.ts'
import { relaying } from '../de/relaying.ts'
import { row } from '../de/row.ts'
import { rules } from '../de/rules.ts'
import { scheduled } from '../de/scheduled.ts'
import { searchResults } from '../de/search-results.ts'
import { security } from '../de/security.ts'
import { settings } from '../de/settings.ts'
import { slots } from '../de/slots.ts'
import { starred } from '../de/starred.ts'
import { statistics } from '../de/statistics.ts'
import { traceWords } from '../de/trace-words.ts'
import { voice } from '../de/voice.ts'
import type { Translation } from '../text.ts'
import type { pages as english } from './en.ts'

export const pages: Translation<typeof english> = {
  ...alerts,
  ...appearance,
  ...apps,
  ...browser,
  ...finding,
  ...details,
  ...forms,
  ...gallery,
  ...grant,
  ...held,
  ...letIn,
  ...macs,
  ...message,
  ...missing,
  ...notifications,
  ...plugins,
  ...print,
  ...relaying,
  ...row,
  ...rules,
  ...scheduled,
  ...searchResults,
  ...security,
  ...settings,
  ...slots,
  ...starred,
  ...statistics,
  ...traceWords,
  ...voice,
}
