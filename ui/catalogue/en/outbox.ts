/** What is on its way. */
import type { Texts } from '../text.ts'

export const outbox = {
  'outbox.list': 'On its way',
  'outbox.waiting': 'Waiting',
  'outbox.waiting_offline': 'Goes when you are online again',
  'outbox.waiting_answer': 'The Mac does not answer. Trying again …',
  'outbox.waiting_limit': {
    one: 'Too many at once. Goes in {count} second.',
    other: 'Too many at once. Goes in {count} seconds.',
  },
  'outbox.sending': 'Sending …',
  'outbox.uploading': 'Sending … {percent} %',
  'outbox.asking': 'Waits for your answer',
  'outbox.held': 'Not sent yet: it goes when you say so',
  'outbox.queued': 'Waiting for Messages',
  'outbox.handed_over': 'Handed to Messages',
  'outbox.not_confirmed': 'Not confirmed by Messages yet',
  'outbox.landed': 'In Messages',
  'outbox.sent': 'Sent',
  'outbox.delivered': 'Delivered',
  'outbox.read': 'Read',
  'outbox.failed': 'Not sent',
  'outbox.uncertain': 'It is unknown whether this went. Look in Messages before sending again.',
  'outbox.retry': 'Try again',
  'outbox.send_now': 'Send now',
  'outbox.send_again': 'Send again',
  'outbox.delete': 'Delete',
  'outbox.cancel': 'Cancel',
  'outbox.many_title': 'Send this to so many people?',
  'outbox.many': {
    one: 'With this one, the same message goes to {count} person within an hour.',
    other: 'With this one, the same message goes to {count} people within an hour.',
  },
  'outbox.failed_notice': 'A message was not sent',
} as const satisfies Texts
