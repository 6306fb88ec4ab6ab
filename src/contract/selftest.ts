/**
 * Declares the self-test of the service on a Mac: its checks, and a report that can be shown to anyone. Every value in
 * the report has a closed form: a number, a flag, a version, a word of a table, a name of Apple's schema, or the
 * identifier of an app. There is no field for a text of Messages, a name, an address or a path.
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { SchemaDifferences, SchemaName } from './database-schema.ts'
import { Nullable, OneOf } from './fields.ts'
import { AppleNumbers, Count, Errno, Flag, List, Version, Word, Words } from './selftest-forms.ts'
import { ownMessageChecks, ownMessageFindings, ownMessageReasons } from './selftest-own-messages.ts'

/** The groups of `--only`, in the order in which they run. */
export const selftestGroups = {
  machine: 'This Mac',
  permissions: 'Permissions',
  schema: 'Databases',
  contents: 'Contents of chat.db',
  files: 'File events',
  programs: 'Programs of macOS',
  scripts: 'Scripts',
  launchd: 'launchd',
  identity: 'Signature',
  isolation: 'Plugin sandbox',
  own_messages: 'Messages to yourself',
} as const
export type SelftestGroup = keyof typeof selftestGroups

/** The permission checks have the names of what macOS grants; `consent`: the owner is asked each time. */
export type SelftestNeed = 'full_disk_access' | 'automation' | 'accessibility' | 'consent'

interface CheckEntry {
  group: SelftestGroup
  title: string
  needs: readonly SelftestNeed[]
}

/** Each check, in the order in which they run. */
export const selftestChecks = {
  system: { group: 'machine', title: 'macOS, architecture, Node', needs: [] },
  full_disk_access: { group: 'permissions', title: 'Read Messages (Full Disk Access)', needs: [] },
  contacts: { group: 'permissions', title: 'Read Contacts', needs: [] },
  automation: { group: 'permissions', title: 'Control Messages (Automation)', needs: [] },
  accessibility: { group: 'permissions', title: 'Operate the Messages window (Accessibility)', needs: [] },
  chat_db_schema: { group: 'schema', title: 'Schema of chat.db', needs: ['full_disk_access'] },
  contacts_schema: { group: 'schema', title: 'Schema of Contacts', needs: [] },
  message_values: { group: 'contents', title: 'Kinds and states of messages', needs: ['full_disk_access'] },
  balloons: { group: 'contents', title: 'App balloons', needs: ['full_disk_access'] },
  bodies: { group: 'contents', title: 'Message bodies', needs: ['full_disk_access'] },
  file_events: { group: 'files', title: 'Events for a scratch file', needs: [] },
  chat_db_events: { group: 'files', title: 'Watching the Messages folder', needs: ['full_disk_access'] },
  pictures: { group: 'programs', title: 'Convert pictures (sips)', needs: [] },
  sound: { group: 'programs', title: 'Convert voice messages (afconvert)', needs: [] },
  script_compile: { group: 'scripts', title: 'Compile every script (osacompile)', needs: [] },
  script_dry_run: { group: 'scripts', title: 'Run the sending scripts without sending', needs: [] },
  script_log: { group: 'scripts', title: 'Hear of a script while it runs', needs: [] },
  launchd_round_trip: { group: 'launchd', title: 'Load, start, kill and unload an agent', needs: [] },
  launchd_access: { group: 'launchd', title: 'Read Messages as a launch agent', needs: [] },
  identity: { group: 'identity', title: 'Recognize the program after an upgrade', needs: [] },
  isolation: { group: 'isolation', title: 'Attack the plugin sandbox', needs: [] },
  ...ownMessageChecks,
} as const satisfies Record<string, CheckEntry>
export type SelftestCheckId = keyof typeof selftestChecks
export const selftestCheckIds = Object.keys(selftestChecks) as SelftestCheckId[]

/**
 * `as_expected`: it is as the code knows it; `differs`: it works, and is unlike what the code knows; `failed`: what the
 * service needs does not work; `left_out`: it was not tried.
 */
const selftestStates = ['as_expected', 'differs', 'failed', 'left_out'] as const
export type SelftestState = (typeof selftestStates)[number]

/** Why a check ended as it did, where that is not `as_expected`. Errors of the service keep their codes. */
export const selftestReasons = {
  not_macos: 'This is not a Mac.',
  program_missing: 'The program is missing on this machine.',
  permission_missing: 'The permission is missing.',
  not_agreed: 'You did not agree.',
  stopped: 'You stopped the self-test.',
  unexpected: 'An unexpected error occurred.',
  messages_unreadable: 'macOS denies access to Messages.',
  messages_unavailable: 'There is no Messages database yet.',
  messages_busy: 'The Messages database is locked.',
  messages_corrupt: 'The Messages database cannot be read.',
  messages_schema_unknown: 'The Messages database lacks columns that the service needs.',
  messages_not_running: 'Messages is not running.',
  no_answer: 'There was no answer in time.',
  contacts_absent: 'There are no contacts on this Mac.',
  contacts_denied: 'macOS denies access to Contacts.',
  contacts_unreadable: 'A store of Contacts cannot be read.',
  schema_differs: 'The schema differs from the simulated one.',
  values_unknown: 'There are values that the service does not know.',
  bodies_damaged: 'Some bodies cannot be decoded.',
  events_missed: 'Some changes were not reported.',
  program_failed: 'The program failed.',
  wrong_result: 'The program returned a wrong result.',
  not_compiled: 'A script does not compile.',
  output_late: 'What the script logged came only at its end.',
  not_held: 'An attack succeeded or had no answer.',
  sandbox_missing: 'The sandbox of the system is missing.',
  ...ownMessageReasons,
} as const
export type SelftestReason = keyof typeof selftestReasons

const closed = { additionalProperties: false }

/** The order of magnitude of a count: 1, 10, 100 and so on. */
const About = Type.Integer({ minimum: 1 })
/** `com.example.app`, where Messages hosts it with the team of its maker before it. */
const bundle = '[A-Za-z][A-Za-z0-9-]{0,60}(\\.[A-Za-z0-9-]{1,60}){1,8}'
export const BundleId = Type.String({ pattern: `^${bundle}(:[A-Z0-9]{10}:${bundle})?$` })

/** The known words of such columns: those that Messages has used, or that others have seen. */
export const serviceWords = ['SatelliteSMS', 'FaceTime', 'Jabber', 'AIM', 'Bonjour', 'any', 'other'] as const
export type ServiceWord = (typeof serviceWords)[number]

const features = ['replies', 'edits', 'recentlyDeleted', 'emojiTapbacks', 'sendLater', 'filterActions'] as const
const scripts = ['answers', 'to-chat', 'by-imessage', 'by-sms', 'by-rcs', 'messages-window'] as const
export type SelftestScript = (typeof scripts)[number]

/** The findings of checks, each with its form and the title under which it is printed. */
export const SelftestFindings = Type.Object(
  {
    macos: Version('macOS'),
    node: Version('Node'),
    architecture: Word('Architecture', ['arm64', 'x64', 'other']),
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}$', title: 'Language' })),
    started_by: Word('Started by', ['terminal', 'launchd', 'other']),
    errors: AppleNumbers('Error numbers'),
    errno: Errno('Error code'),
    stores: Count('Stores'),
    features: Words('Features', features),
    tables: Count('Tables'),
    columns: Count('Columns'),
    indexes: Count('Indexes'),
    triggers: Count('Triggers'),
    tables_unknown: List('Unknown tables', SchemaName),
    tables_missing: List('Missing tables', SchemaName),
    columns_unknown: List('Unknown columns', SchemaName),
    columns_missing: List('Missing columns', SchemaName),
    columns_retyped: List('Columns of another type or default', SchemaName),
    columns_old: Count('Columns left by upgrades'),
    indexes_unknown: List('Unknown indexes', SchemaName),
    indexes_missing: List('Missing indexes', SchemaName),
    triggers_unknown: List('Unknown triggers', SchemaName),
    triggers_missing: List('Missing triggers', SchemaName),
    rows_read: Count('Rows read, at least'),
    values_unknown: List(
      'Unknown values',
      Type.Object({ column: SchemaName, value: Type.Integer(), about: About }, closed),
    ),
    services_unknown: List(
      'Unknown services',
      Type.Object({ column: SchemaName, value: OneOf(serviceWords), about: About }, closed),
    ),
    balloons_unknown: List('Unknown balloons of Apple', Type.Object({ value: BundleId, about: About }, closed)),
    balloons_of_apps: List('Balloons of other apps', Type.Object({ value: BundleId, about: About }, closed)),
    balloons_unreadable: Count('Balloons without an identifier'),
    damaged: Count('Not decoded'),
    damaged_bodies: List(
      'Not decoded',
      Type.Object(
        { format: OneOf(['typedstream', 'property_list', 'other']), bytes: Type.Integer({ minimum: 0 }) },
        closed,
      ),
    ),
    is_watching: Flag('Watching'),
    events: Count('Events'),
    changes: Count('Changes'),
    missed: Count('Missed'),
    median_ms: Count('Median (ms)'),
    longest_ms: Count('Longest (ms)'),
    scripts: Count('Scripts'),
    log_ms: Count('Logged line heard (ms)'),
    scripts_failed: Words('Failed', scripts),
    formats_failed: Words('Failed', ['jpeg', 'png', 'heic', 'm4a']),
    steps_failed: Words('Failed', ['bootstrap', 'print', 'kickstart', 'kill', 'restart', 'bootout']),
    restart_ms: Count('Restarted after (ms)'),
    can_read: Flag('The agent can read Messages'),
    identity: Word('Signed by', ['own', 'maker', 'changing', 'broken', 'unknown']),
    can_be_copied: Flag('Node can be copied'),
    attacks: Count('Attacks'),
    held: Count('Held'),
    ...ownMessageFindings,
    /** Findings whose value did not have its form, and was not printed. */
    withheld: Count('Values withheld'),
  } satisfies Record<string, TSchema>,
  closed,
)
export type SelftestFindings = Static<typeof SelftestFindings>

export const SelftestResult = Type.Object(
  {
    check: OneOf(selftestCheckIds),
    state: OneOf(selftestStates),
    reason: Nullable(OneOf(Object.keys(selftestReasons) as SelftestReason[])),
    findings: SelftestFindings,
    /** The difference between the schema of a database and the simulated one; `service sim create --like` makes it so. */
    schema: Type.Optional(SchemaDifferences),
  },
  closed,
)
export type SelftestResult = Static<typeof SelftestResult>

export const SelftestReport = Type.Object(
  {
    selftest: Type.Literal(1, { description: 'Format of this report' }),
    release: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+(-[a-z]+(\\.\\d+)?)?$' }),
    day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    ended: OneOf(['complete', 'stopped']),
    results: Type.Array(SelftestResult),
  },
  closed,
)
export type SelftestReport = Static<typeof SelftestReport>
