/** English texts of the shell around all pages. */
import type { Texts } from '../text.ts'

export const shell = {
  'shell.product': 'Local Messaging Relay',
  'shell.messages': 'Messages',
  'shell.conversations': 'Conversations',
  'shell.choose': 'Choose a conversation',
  'shell.choose_hint': 'Or begin a new one.',
  'shell.new_message': 'New message',
  'shell.search': 'Search',
  'shell.settings': 'Settings',
  'shell.plugins': 'Plugins',
  'shell.rules': 'Rules',
  'shell.log': 'Log',
  'shell.statistics': 'Statistics',
  'shell.health': 'Health',
  'shell.back_to_messages': 'Messages',
  'shell.administration': 'Administration',
  'shell.sign_out': 'Sign out',
  'shell.skip': 'Skip to the content',
  'shell.not_found': 'There is nothing here',
  'shell.not_found_hint': 'The address may be old or mistyped.',
  'shell.broken': 'This part of the page has failed',
  'shell.next_region': 'Next part of the page',
  'shell.previous_region': 'Previous part of the page',
  'shell.search_hint': 'What was found stands beside this.',
  'shell.unread_title': '({count}) {title}',
} as const satisfies Texts
