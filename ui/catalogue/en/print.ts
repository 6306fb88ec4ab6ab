/** English texts of printing. */
import type { Texts } from '../text.ts'

export const print = {
  'print.title': 'Print conversation',
  'print.period': 'Period',
  'print.week': 'Last 7 days',
  'print.month': 'Last 30 days',
  'print.year': 'Last 365 days',
  'print.all': 'Whole conversation',
  'print.between': 'Choose days',
  'print.from': 'First day',
  'print.to': 'Last day',
  'print.print': 'Print',
  'print.open': 'Print …',
  'print.gathered': { one: '{count} message loaded', other: '{count} messages loaded' },
  'print.messages': { one: '{count} message', other: '{count} messages' },
  'print.none': 'No messages in this period.',
  'print.too_many': 'More than {count} messages. Choose a shorter period, or download the conversation in its details.',
} as const satisfies Texts
