/**
 * Declares the possible findings about the service in English, for API responses and the English page. `{…}` are
 * placeholders.
 */

export const findings = {
  messages_readable: 'The Messages database can be read.',
  messages_unreadable: 'macOS denies access to Messages.',
  messages_unavailable: 'There is no Messages database yet.',
  messages_busy: 'The Messages database is locked.',
  messages_corrupt: 'The Messages database cannot be read.',
  messages_schema_unknown: 'The Messages database has an unknown format.',
  node_replaced:
    'Node was replaced. {before} at {program_before} had access to Messages, {now} at {program} does not. Grant Full Disk Access again.',
  node_upgraded:
    'Node was upgraded while the service is running. After the next restart, macOS may ask for permissions again.',

  identity_own: 'macOS recognises the program as “{product}”. Permissions survive upgrades of Node.',
  identity_maker: 'The program is signed by its developer. Permissions survive upgrades at the same place.',
  identity_changing: 'macOS treats each version of {program} as another program. An upgrade can take permissions away.',
  identity_renewed:
    'The program has a new signature. Access to Messages was granted to the former one, last used on {at}. Grant Full Disk Access again to {program}.',
  identity_broken:
    'The signature of {program} is damaged. macOS can refuse to start the program. Install the service again.',
  identity_unknown: 'The signature of the program cannot be checked. codesign is missing or does not respond.',

  bridge_running: 'The bridge is running.',
  bridge_stopped: 'The bridge is not running. Nothing is relayed.',
  bridge_to_start: 'The bridge is not running. Nothing is relayed. Start the bridge: {command}',
  bridge_untold: 'Unknown while the bridge is not running.',
  bridge_old: 'The running bridge is too old to report this. Restart the bridge.',
  bridge_reads: 'The bridge reads the Messages database.',
  bridge_unreadable: 'The bridge cannot read Messages: {reason}',
  bridge_degraded: 'The bridge is {state}: {reason}',
  no_bridge_yet: 'The bridge has never run here.',

  automation_granted: 'Messages can be controlled.',
  automation_denied: 'macOS does not allow controlling Messages.',
  automation_checking: 'Waiting for Messages to answer.',
  automation_unanswered: 'No answer yet. macOS may be showing a dialog on this Mac. Choose Allow.',
  automation_not_running: 'Messages is not running. Open Messages to check.',
  automation_no_osascript: 'osascript is missing on this machine. It is part of macOS.',

  contacts_readable: 'Contacts can be read.',
  contacts_absent: 'There are no contacts on this Mac. People are shown by their addresses.',
  contacts_denied:
    'macOS denies access to Contacts. Give Full Disk Access to {program} (System Settings → Privacy & Security).',
  contacts_unreadable: 'Part of Contacts cannot be read.',

  window_operable: 'The Messages window can be operated.',

  helper_works: '{name} {version} responds and its private API works.',
  helper_partial: '{name} {version} responds. {reason}',
  helper_unreachable: '{reason}',

  agent_running: 'Running under launchd.',
  agent_stopped: 'The launch agent is loaded but not running.',
  agent_installed: 'The launch agent is installed but not loaded.',
  agent_absent: 'The launch agent is not installed.',
  agent_unknown: 'This machine has no launchd.',

  sending_works: 'Messages can be sent.',
  password_set: 'A password is set.',
  password_missing: 'No password is set. Every person and program on this Mac has access.',
  scope_decided: 'You have chosen whose messages are relayed.',
  scope_empty: 'The whitelist is empty. Only your messages to yourself are relayed. Add people or groups.',
  plugins_on: 'At least one plugin is on.',
  plugins_none: 'No plugin is on. Messages are not relayed anywhere.',
  plugins_failed: '{names}: failed.',
  deliveries_failing: '{names}: deliveries are failing.',
  pictures_convertible: 'Photos can be converted for browsers.',
  pictures_not_convertible: 'sips is missing. HEIC photos can only be downloaded.',
  sound_convertible: 'Voice messages can be converted for browsers.',
  sound_not_convertible: 'afconvert is missing. Voice messages can only be downloaded.',
  settings_in_force: 'All settings are in effect.',
  restart_needed: 'Restart the web process to apply: {settings}. Type: {command}',
  little_room: 'Low disk space. The log keeps five files of {mb} MB each.',

  postgres_lost:
    'PostgreSQL does not answer: {reason}. Until it does, nothing is taken in, shown or sent; nothing is lost. Check that PostgreSQL runs and that its disk has room.',
  nats_serves: 'nats-server {version}.',
  nats_lost:
    'nats-server does not answer. Until it does, nothing arrives from the Macs; nothing is lost. Check that nats-server runs and that its disk has room.',
  partition_read: 'The Macs of this partition are read. Envelopes waiting in NATS: {waiting}.',
  partition_unread: 'No process reads the Macs of this partition. Run this on the machine of the hub: {command}',
  hub_relay_stopped: 'No process relays to plugins. Run this on the machine of the hub: {command}',
  hub_relay_unneeded: 'No plugin and no rule is on. Nothing has to be relayed.',
  hub_relay_trouble: 'Relaying is delayed: {reason}',
  mac_is: 'Version {version}. Events not on the hub yet: {events}. Messages waiting to be sent: {orders}.',
  mac_past: 'Version {version}. Earlier messages are still being read.',
  mac_silent:
    'The Mac is not connected. Messages waiting to be sent: {orders}. Check that it is on and online, and run this there: {command}',
  mac_behind:
    'Events not on the hub yet: {events}. None has arrived for {minutes} minutes. Run this on the Mac: {command}',
  mac_copied:
    'A second Mac says that it is this one, and is refused. Give one of them a code of its own, or revoke the Mac if you copied nothing.',
  mac_none: 'No Mac has joined. Add one.',
  alerts_stand: 'The banner at the top of the page says what is wrong and what to do.',
  hub_password_missing: 'No password is set. Every person and program on this machine has access.',
  hub_restart_needed: 'Restart the hub to apply: {settings}.',
} as const satisfies Record<string, string>

export type FindingName = keyof typeof findings
export const findingNames = Object.keys(findings) as FindingName[]

export type FindingValues = Record<string, string | number>

export interface Finding {
  finding: FindingName | null
  values: FindingValues
  message: string
}

const isFinding = (name: string): name is FindingName => Object.hasOwn(findings, name)

export const filledIn = (sentence: string, values: FindingValues): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

export const found = (finding: FindingName, values: FindingValues = {}): Finding => ({
  finding,
  values,
  message: filledIn(findings[finding], values),
})

/** Uses the error code as the finding where there is one of that name. */
export const foundBy = ({ code, message }: { code: string; message: string }): Finding => ({
  finding: isFinding(code) ? code : null,
  values: {},
  message,
})

/** Wraps a text that exists only in English and has no finding of its own. */
export const told = (message: string): Finding => ({ finding: null, values: {}, message })
