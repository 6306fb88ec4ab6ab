/** English texts of the statistics page. */
import type { Texts } from '../text.ts'

export const statistics = {
  'statistics.lead': 'Counted on this Mac from its own messages; nothing leaves it.',
  'statistics.off': 'Statistics are off',
  'statistics.off_hint':
    'Switched on, this page counts how much is written, with whom and when. It can be switched off under Plugins.',
  'statistics.enable': 'Switch statistics on',
  'statistics.range': 'Range',
  'statistics.range_30d': 'Last 30 days',
  'statistics.range_90d': 'Last 90 days',
  'statistics.range_365d': 'Last 365 days',
  'statistics.range_all': 'All time',
  'statistics.sent': 'Sent',
  'statistics.received': 'Received',
  'statistics.by_hour': 'By hour of the day',
  'statistics.by_day': 'By day of the week',
  'statistics.hour': 'Hour',
  'statistics.day': 'Day',
  'statistics.top': 'Most written with',
  'statistics.contact': 'Who',
  'statistics.messages': 'Messages',
  'statistics.nobody': 'Nothing was written in this time.',
  'statistics.as_table': 'View as table',
  'statistics.as_bars': 'View as bars',
  'statistics.bar': { one: '{name}: {count} message', other: '{name}: {count} messages' },
} as const satisfies Texts
