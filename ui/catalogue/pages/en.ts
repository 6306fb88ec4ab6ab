/** The English texts that only the further pages need. */
import { alerts } from '../en/alerts.ts'
import { appearance } from '../en/appearance.ts'
import { apps } from '../en/apps.ts'
import { browser } from '../en/browser.ts'
import { details } from '../en/details.ts'
import { finding } from '../en/finding.ts'
import { forms } from '../en/forms.ts'
import { gallery } from '../en/gallery.ts'
import { grant } from '../en/grant.ts'
import { held } from '../en/held.ts'
import { letIn } from '../en/let-in.ts'
import { macs } from '../en/macs.ts'
import { message } from '../en/message.ts'
import { missing } from '../en/missing.ts'
import { notifications } from '../en/notifications.ts'
import { plugins } from '../en/plugins.ts'
import { print } from '../en/print.ts'
import { relaying } from '../en/relaying.ts'
import { row } from '../en/row.ts'
import { rules } from '../en/rules.ts'
import { scheduled } from '../en/scheduled.ts'
import { searchResults } from '../en/search-results.ts'
import { security } from '../en/security.ts'
import { settings } from '../en/settings.ts'
import { slots } from '../en/slots.ts'
import { starred } from '../en/starred.ts'
import { statistics } from '../en/statistics.ts'
import { voice } from '../en/voice.ts'

export const pages = {
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
  ...voice,
} as const
