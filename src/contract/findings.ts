/**
 * Declares the possible findings about the service in English, for API responses and the English page. `{…}` are
 * placeholders.
 */

export const findings = {
  messages_readable: 'The Messages database can be read.',
  messages_unreadable: 'macOS denies access to Messages.',
  messages_unavailable: 'Messages keeps no database here yet.',
  messages_busy: 'The Messages database is locked.',
  messages_corrupt: 'The Messages database cannot be read.',
  messages_schema_unknown: 'The Messages database has an unknown form.',
  node_replaced:
    'Node was replaced: {before} at {program_before} could read Messages, {now} at {program} cannot. macOS wants the grant again.',
  node_upgraded:
    'Node was upgraded while it runs. At its next start macOS may want the grant again: restart it while you are there to give it.',

  bridge_running: 'The bridge runs.',
  bridge_stopped: 'The bridge does not run; nothing is relayed.',
  bridge_to_start: 'The bridge does not run; nothing is relayed. Start it: {command}',
  bridge_untold: 'The bridge does not run, so it cannot be told.',
  bridge_old: 'The bridge that runs does not say. Restart it.',
  bridge_reads: 'The bridge reads the Messages database.',
  bridge_unreadable: 'The bridge cannot read Messages: {reason}',
  bridge_degraded: 'The bridge is {state}: {reason}',
  no_bridge_yet: 'No bridge has run here yet.',

  automation_granted: 'Messages may be asked to send.',
  automation_denied: 'macOS refuses it: Messages may not be asked to send.',
  automation_checking: 'Messages has not answered yet.',
  automation_unanswered: 'No answer yet: macOS may be asking on the screen of this Mac. Choose Allow there.',
  automation_not_running: 'Messages is not running. Open it, and macOS can be asked.',
  automation_no_osascript: 'osascript is not on this machine; it comes with macOS.',

  contacts_readable: 'Contacts can be read; people are shown by their names.',
  contacts_absent: 'There are no contacts on this Mac; people are shown by their addresses.',
  contacts_denied:
    'macOS denies access to Contacts. Give Full Disk Access to {program} (System Settings → Privacy & Security).',
  contacts_unreadable: 'A store of Contacts cannot be read.',

  window_operable: 'The window of Messages can be operated.',

  agent_running: 'launchd keeps it running.',
  agent_stopped: 'Its launch agent is loaded, but does not run.',
  agent_installed: 'Its launch agent is installed, but not loaded.',
  agent_absent: 'Its launch agent is not installed.',
  agent_unknown: 'There is no launchd on this machine.',

  sending_works: 'Messages can be sent.',
  password_set: 'A password is set.',
  password_missing: 'No password is set: everyone who can use this Mac can read here. Set one: {command}',
  scope_decided: 'It is decided whose messages are relayed.',
  scope_empty: 'The whitelist is empty: only what you write to yourself is relayed. Add people or groups.',
  plugins_on: 'Messages go to at least one plugin.',
  plugins_none: 'No plugin is switched on: messages are read and go nowhere.',
  plugins_failed: '{names}: failed.',
  pictures_convertible: 'Pictures can be converted for browsers.',
  pictures_not_convertible: 'sips is not on this machine; HEIC pictures are downloaded.',
  sound_convertible: 'Voice messages can be converted for browsers.',
  sound_not_convertible: 'afconvert is not on this machine; voice messages are downloaded.',
  settings_in_force: 'All settings are in force.',
  restart_needed: 'Not in force before the web process is restarted: {settings}. Type: {command}',
  little_room: 'Little room is left; at {mb} MB each, five log files are kept.',
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
