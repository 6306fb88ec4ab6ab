/** English texts of alerts: what keeps messages from being relayed. */
import type { Texts } from '../text.ts'

export const alerts = {
  'alerts.title': 'Alerts',
  'alerts.deliveries_failing': 'Deliveries to {plugin} have been failing since {time}',
  'alerts.webhook': 'the webhook at {host}',
  'alerts.plugin_stopped': '{plugin} has been stopped since {time}',
  'alerts.relay_stopped': 'Relaying has stopped: nothing was relayed since {time}',
  'alerts.permission_lost': 'The relay hasn’t been able to read Messages since {time}',
  'alerts.mac_quiet': 'No message has arrived since {time}, longer than usual',
  'alerts.disk_nearly_full': 'The disk has been nearly full since {time}',
  'alerts.with_reason': '{sentence} ({reason}).',
  'alerts.without_reason': '{sentence}.',
  'alerts.queued': { one: '{count} queued.', other: '{count} queued.' },
  'alerts.queued_next': { one: '{count} queued, next attempt {time}.', other: '{count} queued, next attempt {time}.' },
  'alerts.mac_quiet_hint': 'Open Messages on the Mac and check that it is signed in.',
  'alerts.disk_nearly_full_hint': 'Free up space on the disk of the home folder.',
  'alerts.retry': 'Retry now',
  'alerts.retrying': 'Retrying deliveries to {plugin}.',
  'alerts.open': 'Open',
  'alerts.start': 'Start',
  'alerts.starting': 'The relay is starting.',
  'alerts.open_messages': 'Open Messages',
  'alerts.opened_messages': 'Messages was opened on the Mac.',
  'alerts.more': { one: '{count} more', other: '{count} more' },
  'alerts.fewer': 'Show less',
  'alerts.about': '{action}: {plugin}',
} as const satisfies Texts
