/** English texts of notifications and their settings. */
import type { Texts } from '../text.ts'

export const notifications = {
  'notifications.title': 'Notifications',
  'notifications.on': 'Tell of new messages while this page is open',
  'notifications.on_hint':
    'In this browser alone, and only while a tab is open: nothing goes through anyone else’s server.',
  'notifications.impossible':
    'This page is on {origin}. Browsers allow notifications only on https or on the Mac itself: open it through an https address or a tunnel to localhost.',
  'notifications.refused': 'This browser refuses notifications of this page. Allow them in its settings for this site.',
  'notifications.level': 'What they show',
  'notifications.rich': 'Who wrote, and the message',
  'notifications.sender': 'Who wrote',
  'notifications.private': 'Only that there is a message',
  'notifications.sound': 'Play a sound',
  'notifications.sound_hint':
    'A short one; many messages at once make one sound. Browsers stay silent until you have touched the page.',
  'notifications.mute_hint':
    'A conversation is muted in its menu in the list, or in its details. That is kept in this browser alone; what is muted in Messages is quiet here, too.',
  'notifications.test': 'Send a test',
} as const satisfies Texts
