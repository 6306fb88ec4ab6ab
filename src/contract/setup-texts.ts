/**
 * The questions of setup in English, as the page and `service setup` both ask them. The keys are those of the page's
 * catalogue, which has them in other languages.
 */
export const setupTexts = {
  'setup.exposure_title': 'What you’re giving access to',
  'setup.exposure_1': 'Anyone who can open the page can read every message on this Mac and send in your name.',
  'setup.exposure_2':
    'Without a password, that is every person and program on this Mac. Other computers can’t connect.',
  'setup.exposure_3': 'Each plugin that you turn on receives the messages of the people you choose.',

  'setup.permissions': 'Permissions',
  'setup.permissions_title': 'Allow access on this Mac',
  'setup.group_read': 'Read messages',
  'setup.group_read_system': 'Full Disk Access',
  'setup.group_send': 'Send messages',
  'setup.group_send_system': 'Automation of Messages',
  'setup.group_names': 'Show names and pictures',
  'setup.group_names_system': 'Contacts',
  'setup.group_react': 'React, edit and unsend',
  'setup.group_react_system': 'Accessibility',
  'setup.group_login': 'Start at login',
  'setup.group_login_system': 'Launch agents',
  'setup.state_granted': 'OK',
  'setup.state_missing': 'Not allowed yet',
  'setup.state_checking': 'Checking',
  'setup.state_unknown': 'Unknown',
  'setup.agent_granted': 'OK',
  'setup.agent_missing': 'Off',

  'setup.relayed': 'People',
  'setup.relayed_title': 'Whose messages are relayed?',
  'setup.scope_whitelist': 'Only people and groups I choose',
  'setup.scope_contacts': 'Everyone in my contacts',
  'setup.scope_everyone': 'Everyone, including strangers',
  'setup.chosen_none': 'Nobody yet. Only messages to yourself are relayed.',

  'setup.destination': 'Destination',
  'setup.destination_title': 'Where do messages go?',
  'setup.to_webhook': 'A program or automation of yours, over HTTP',
  'setup.to_telegram': 'A Telegram chat with a bot of yours',
  'setup.to_ntfy': 'Push notifications on your phone',
  'setup.to_email': 'An email for each message, or a digest',
  'setup.to_mqtt': 'Home Assistant or another MQTT broker',
  'setup.to_nats': 'A NATS JetStream stream',
  'setup.sees_official': 'Receives messages with their attachments, and can reply in those conversations.',
  'setup.sees_notify': 'Receives who wrote and when, never the text.',
  'setup.reaches_typed': 'Connects only to the addresses you enter here.',
  'setup.reaches': 'Connects to {place}: {reason}',
  'setup.test_delivered': 'Test delivered',
  'setup.test_delivered_in': 'Test delivered in {time}',
  'setup.test_failed': 'Test not delivered',
  'setup.test_filtered': 'A filter dropped the test',
  'setup.test_retrying': 'The plugin stopped during the test. The test is retried.',
  'setup.test_queued': 'No result within 15 seconds. The test stays queued.',
  'setup.test_status': 'Answer: {status}',

  'setup.security': 'Password',
  'setup.security_title': 'Set a password',
  'setup.password_is_set': 'A password is set.',

  'setup.delivery': 'First message',
  'setup.done_left': 'Still missing',
  'setup.left_permissions': 'A permission is missing.',
  'setup.left_relayed': 'Nobody is chosen. Only messages to yourself are relayed.',
  'setup.left_destination': 'No destination is on. Messages aren’t delivered anywhere.',
  'setup.left_security': 'No password is set. Every person and program on this Mac has access.',
} as const
export type SetupText = keyof typeof setupTexts
