/** English texts about the connection in detail: since when something fails, and how much waits. */
import type { Texts } from '../text.ts'

export const status = {
  'status.offline_since': 'This device has been offline since {time}.',
  'status.unreachable_since': 'The service hasn’t answered since {time}.',
  'status.bridge_stopped_since': 'Relaying has stopped: nothing was relayed since {time}.',
  'status.bridge_degraded_since': 'Relaying has been delayed since {time}.',
  'status.bridge_unreadable_since': 'The relay hasn’t been able to read Messages since {time}.',
  'status.failing_since': 'The service has reported an error since {time}.',
  'status.last_beat': 'Messages last checked',
  'status.never': 'never',
  'status.last_answer': 'Last answer',
  'status.pending': 'Waiting to be relayed',
  'status.dead': 'Failed deliveries',
  'status.sends': 'Waiting to be sent',
  'status.offline_works': 'You can read what is loaded. What you write is sent when you’re back online.',
  'status.unreachable_works':
    'You can read what is loaded. What you write is sent when the service answers. The Mac might be asleep, or the service stopped.',
  'status.bridge_stopped_works': 'You can still read, search and send. New messages are not relayed.',
  'status.bridge_degraded_works': 'You can still read, search and send.',
  'status.bridge_unreadable_works': 'New messages are not relayed until then.',
  'status.failing_works': 'You can read what is loaded. What you write is sent when the service works again.',
  'status.ask_now': 'Try again',
  'status.to_health': 'What to do',
} as const satisfies Texts
