/** English texts about the connection: this device, the service and its relay. */
import type { Texts } from '../text.ts'

export const live = {
  'live.status': 'Status',
  'live.checking': 'Checking …',
  'live.good': 'Connected',
  'live.offline': 'Offline',
  'live.unreachable': 'No connection',
  'live.bridge_stopped': 'Relaying stopped',
  'live.bridge_degraded': 'Relay delayed',
  'live.bridge_unreadable': 'Messages unreadable',
  'live.good_line': 'Relay is running.',
  'live.checking_line': 'Connecting to the service.',
  'live.offline_line': 'This device is offline.',
  'live.unreachable_line': 'The service doesn’t answer.',
  'live.bridge_stopped_line': 'Relaying has stopped.',
  'live.bridge_degraded_line': 'Relaying is delayed.',
  'live.bridge_unreadable_line': 'The relay can’t read Messages.',
  'live.failing': 'Service error',
  'live.failing_line': 'The service reports an error.',
  'live.offline_wait': 'This page loads when you’re back online.',
  'live.unreachable_wait': 'This page loads when the service answers. The Mac might be asleep, or the service stopped.',
  'live.failing_wait': 'This page loads when the service works again.',
  'live.session_over': 'Your session has ended. Sign in again.',
  'live.sign_out_failed': 'Couldn’t sign out: {why}',
} as const satisfies Texts
