/** English texts of notifications and their settings. */
import type { Texts } from '../text.ts'

export const notifications = {
  'notifications.title': 'Notifications',
  'notifications.on': 'While this page is open',
  'notifications.on_hint': 'For this browser only.',
  'notifications.push': 'While this page is closed',
  'notifications.push_hint':
    'Sent through this browser’s push service, encrypted for this browser. Ends when you sign out.',
  'notifications.push_failed':
    'This browser’s push service can’t be reached. Check the connection, and that the browser allows push messages.',
  'notifications.install':
    'To be notified while this page is closed, add it to the Home Screen (Share → Add to Home Screen) and open it there.',
  'notifications.unsupported': 'This browser can’t be notified while the page is closed.',
  'notifications.impossible':
    'This page is on {origin}. Browsers allow notifications only on https and on the Mac itself. Two ways to get https:',
  'notifications.way_tailscale': 'Tailscale, for your own devices. Run on the Mac:',
  'notifications.way_proxy': 'A reverse proxy with a certificate, such as Caddy.',
  'notifications.way_guide': 'Set a password first. Both are described step by step in docs/notifications.md.',
  'notifications.refused':
    'This browser blocks notifications from this page. Allow them in its settings for this site.',
  'notifications.level': 'Content',
  'notifications.rich': 'Name and message',
  'notifications.sender': 'Name only',
  'notifications.private': 'Neither name nor message',
  'notifications.people': 'Notify me about',
  'notifications.people_all': 'Everyone',
  'notifications.people_all_hint': 'All conversations except muted ones.',
  'notifications.people_chosen': 'Chosen conversations',
  'notifications.people_chosen_hint': 'Only the people and groups you add here.',
  'notifications.people_add': 'Add a person or group',
  'notifications.held': 'Messages waiting for you',
  'notifications.held_hint': 'Notify when a program asks to send a message. Decide on the page, signed in.',
  'notifications.alerts': 'Relay problems',
  'notifications.alerts_hint': 'Notify when deliveries fail or relaying stops, and when that is resolved.',
  'notifications.sound': 'Play a sound',
  'notifications.sound_hint':
    'While this page is open. Many messages at once play one sound. Browsers stay silent until you have touched the page.',
  'notifications.mute_hint':
    'Mute a conversation in its menu. Muting applies to this browser; conversations muted in Messages are muted here, too.',
  'notifications.test': 'Send a test',
  'notifications.test_sent': 'Test sent. It should appear within seconds.',
  'notifications.trouble_refused':
    'The push service refused the last notification. Turn notifications off and on again.',
  'notifications.trouble_unreachable': 'The push service can’t be reached from the Mac.',
  'notifications.trouble_busy': 'The push service is busy.',
  'notifications.browsers': 'Notified browsers',
  'notifications.browsers_hint': 'These browsers are notified while their page is closed.',
  'notifications.browser_last': 'Last notified: {time}',
  'notifications.browser_never': 'Not notified yet',
  'notifications.browser_remove': 'Stop notifications of {name}',
  'notifications.remove': 'Stop',
} as const satisfies Texts
