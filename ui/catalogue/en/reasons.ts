/**
 * The reasons of failed deliveries and alerts, of a relay that stands still, and of what cannot be done, as the bundled
 * plugins and the service give them. They are also the
 * patterns by which a reason is recognized, so that the page can say it in another language: the first that fits counts.
 */
import type { Texts } from '../text.ts'

export const reasons = {
  'reason.dropped_late': '{words}; dropped after a day: {number}',
  'reason.silent': 'the receiver did not answer',
  'reason.redirect': 'the receiver answered {status}, a redirect, which is not followed: set the url it leads to',
  'reason.gone': 'the receiver answered {status}: it is gone for good, switch this webhook off',
  'reason.answered': 'the receiver answered {status}',
  'reason.server_access_because': 'the server answered {status}: {words}; check token, user and topic',
  'reason.server_access': 'the server answered {status}; check token, user and topic',
  'reason.server_redirect': 'the server answered {status}; set the address it leads to',
  'reason.server_because': 'the server answered {status}: {words}',
  'reason.server': 'the server answered {status}',
  'reason.receiver_late': 'the receiver did not answer within {seconds} s',
  'reason.server_late': 'the server did not answer within {seconds} s',
  'reason.plugin_late': 'no answer within {seconds} s',
  'reason.refused': 'connection refused: {place}',
  'reason.reset': 'connection reset: {place}',
  'reason.no_host': 'no such host: {place}',
  'reason.no_answer': 'no answer: {place}',
  'reason.unreachable': 'the host cannot be reached: {place}',
  'reason.telegram': 'Telegram answered {status}',
  'reason.telegram_unreachable': 'Telegram cannot be reached',
  'reason.telegram_token': 'Telegram does not know this bot token: set the one that @BotFather shows',
  'reason.telegram_nobody': 'None of the allowed users can be reached: press Start in the chat with the bot',
  'reason.mail': 'The mail server answered {status}',
  'reason.mail_login': 'The mail server does not accept user and password',
  'reason.mail_login_first': 'The mail server asks for a login or for encryption first',
  'reason.mail_encryption': 'The mail server has no encryption that can be trusted',
  'reason.mail_unreachable': 'The mail server cannot be reached ({code})',
  'reason.broker_lost': 'the connection to the broker was lost',
  'reason.broker_forbidden': 'the broker does not let this user publish to {place}',
  'reason.no_stream': 'no stream takes {place}: create one, or set create_stream',
  'reason.nats_forbidden': 'this user may not publish to {place}',
  'reason.other_stream': 'another stream takes {place} than the one that is set',
  'reason.nats_not_stored': 'NATS did not store it: {words}',
  'reason.too_large': 'it is too large: {words}',
  'reason.not_kept': 'the message is no longer kept',
  'reason.test_not_ready': 'the plugin was not ready for the test within 10 minutes',
  'reason.dropped': 'dropped by {plugin}',
  'reason.skipped': 'skipped by hand',
  'reason.died': 'the plugin died of it: {words}',
  'reason.not_running': 'Messages is not open',
  'reason.signed_out': 'no account is signed in to Messages',
  'reason.approval': 'waiting for your approval',
  'reason.apple_error': "{words} (Apple's error {number}.)",
  'reason.node_replaced':
    'Node was replaced since it could read Messages; give it Full Disk Access anew (service doctor). {words}',
  'reason.new_signature':
    'The program has a new signature since it could read Messages; give it Full Disk Access anew (service doctor). {words}',
  'reason.journal': 'the journal cannot be written: {words}',
  'reason.denied':
    'macOS denies access to Messages. Give Full Disk Access to the program that runs this service (System Settings → Privacy & Security → Full Disk Access). The service notices within half a minute, without a restart',
  'reason.not_opened':
    'macOS lets the Messages database be read, but not opened. Give Full Disk Access to the program that runs this service (System Settings → Privacy & Security → Full Disk Access). The service notices within half a minute, without a restart',
  'reason.unknown_format':
    'The Messages database has an unknown format. This database lacks tables or columns of Messages on macOS 12 to 27. Report which, with your version of macOS',
  'reason.locked':
    'The Messages database is locked. Another program holds the Messages database. Nothing is lost; the next poll tries again',
  'reason.no_database':
    'There is no Messages database yet. Open Messages and sign in. The service notices within half a minute',
  'reason.not_a_mac': 'This is not a Mac, and there is no Messages database. Messages runs on a Mac only',
  'reason.corrupt':
    'The Messages database cannot be read. If the database was just restored, wait a minute. Otherwise open Messages, which repairs it',
  'reason.no_osascript': 'Messages is driven by osascript, which is not on this machine',
  'reason.automation':
    'macOS does not let this program drive Messages. Allow it under System Settings → Privacy & Security → Automation. Nothing was sent',
  'reason.not_started':
    'Messages is not running and could not be opened. Open it on the Mac, then repeat. Nothing was sent',
  'reason.no_account':
    'Messages has no account for this service. Sign in under Messages → Settings, then repeat. Nothing was sent',
  'reason.no_bubblewrap': 'bubblewrap is not installed (the package is called bubblewrap)',
  'reason.no_sandbox': 'there is none for {place}',
  'reason.broken_sandbox': '{place} does not work here: {words}',
  'reason.open_egress': 'without a sandbox it can go around the list of its hosts',
} as const satisfies Texts
