/**
 * Declares config.json: every key with its type, default, bounds and meaning. Validation, the settings form and docs
 * follow from it.
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { categories, usualCategories } from './categories.ts'
import { StoredApiKey } from './key.ts'
import { logLevels } from './log-entry.ts'
import { StoredRule } from './rule.ts'
import { accents, bubbleStyles, colourSchemes, contrastChoices, densities } from './theme-tokens.ts'

const section = <T extends Record<string, TSchema>>(properties: T, description: string) =>
  Type.Object(properties, { default: {}, description })
const listOfStrings = (description: string) => Type.Array(Type.String({ minLength: 1 }), { default: [], description })
const oneOf = <const T extends string>(values: readonly T[], initial: T, description: string) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    { default: initial, description },
  )

const listOfCategories = (description: string) =>
  Type.Array(Type.Union(categories.map((category) => Type.Literal(category))), {
    default: usualCategories,
    uniqueItems: true,
    description,
  })

const helperKinds = ['off', 'bluebubbles', 'imsg'] as const

const relayScopes = ['whitelist', 'contacts', 'everyone'] as const
export type RelayScope = (typeof relayScopes)[number]

const IntegrationConfig = Type.Object(
  {
    enabled: Type.Boolean({ default: false, description: 'Opt-in switch of this plugin.' }),
    only_lines: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
        description:
          'On a hub: numbers of the lines whose messages this plugin gets; those of all if empty or left out. They stay when a line is renamed.',
      }),
    ),
  },
  { default: {}, additionalProperties: true, description: "The switch, and the plugin's own settings beside it." },
)

export const Config = Type.Object({
  version: Type.Literal(1, { default: 1, description: 'Version of the format of this file.' }),
  self_handles: listOfStrings('Your own numbers and addresses, besides those that Messages itself is signed in with.'),
  whitelist: section(
    {
      handles: listOfStrings('People whose messages are relayed: numbers in any writing, or e-mail addresses.'),
      groups: listOfStrings('Groups whose messages are relayed: chat GUIDs or chat identifiers.'),
    },
    'Who is relayed while `relay.scope` is `whitelist`.',
  ),
  relay: section(
    {
      scope: oneOf(
        relayScopes,
        'whitelist',
        'Whose messages are relayed. An empty whitelist relays only what you write to yourself.',
      ),
      poll_interval_s: Type.Number({
        default: 2,
        'x-unit': 's',
        minimum: 0.1,
        maximum: 5,
        description:
          'How often chat.db is asked even when nothing stirs; the bridge counts as dead after ten silent seconds.',
      }),
      mirror_file: Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
        default: null,
        description:
          'Debug copy of every relayed message, text included; a relative path lies in the base directory. Null: none.',
      }),
      max_age_s: Type.Integer({
        default: 86_400,
        'x-unit': 's',
        minimum: 60,
        description: 'Older messages become history: searchable, but not relayed.',
      }),
      attempts_per_message: Type.Integer({
        default: 10,
        minimum: 1,
        maximum: 1_000,
        description:
          'After so many attempts a message has failed that a plugin cannot take while others get through. A receiver that is away is tried for a day.',
      }),
      deliveries_kept_days: Type.Integer({
        default: 7,
        minimum: 1,
        maximum: 365,
        description:
          'How many days the list of deliveries goes back, without their texts, which are kept for a week. Deliveries that failed are kept for at least 30 days.',
      }),
    },
    'What the bridge relays, and when.',
  ),
  categories: section(
    {
      shown: listOfCategories(
        'Which conversations are listed and found, by the category under which Messages files them. `unknown`: senders whom you do not know; `transaction`: one-time codes, deliveries and the like.',
      ),
      relayed: listOfCategories(
        'Which conversations are relayed where the scope allows it. People and groups of the whitelist are relayed in any category.',
      ),
    },
    'Categories under which Messages files conversations.',
  ),
  send: section(
    {
      per_minute: Type.Integer({ default: 20, minimum: 1, description: 'How many messages may be sent in a minute.' }),
      confirm_timeout_s: Type.Number({
        default: 8,
        'x-unit': 's',
        minimum: 1,
        maximum: 60,
        description: 'How long a response waits for the message to land.',
      }),
      sms_fallback: Type.Boolean({
        default: true,
        description: 'Send as SMS when iMessage cannot reach the recipient.',
      }),
      max_file_mb: Type.Integer({
        default: 100,
        'x-unit': 'MB',
        minimum: 1,
        maximum: 2_000,
        description: 'Largest file that may be sent.',
      }),
      same_text_people: Type.Integer({
        default: 5,
        minimum: 1,
        description: 'The number of people who may get the same text within an hour without a confirmation.',
      }),
      missed_after_min: Type.Integer({
        default: 10,
        'x-unit': 'min',
        minimum: 1,
        maximum: 1_440,
        description:
          'A scheduled message whose time passed this long ago, because the Mac slept or the service did not run, is not sent. It asks instead.',
      }),
      notify_plugins: listOfStrings(
        'Plugins through which you are told of messages that wait for you. They lead to the page, where you decide, and decide nothing.',
      ),
      ui_scripting: Type.Boolean({
        default: false,
        description:
          'Tapbacks, edits and unsends by operating the window of Messages: it comes to the front, and macOS has to allow it under Accessibility.',
      }),
    },
    'Outgoing messages.',
  ),
  web: section(
    {
      host: Type.String({
        default: '127.0.0.1',
        minLength: 1,
        description: 'Address the web process listens on (needs a restart).',
        'x-restart': 'web',
      }),
      port: Type.Integer({
        default: 8723,
        minimum: 0,
        maximum: 65_535,
        description: 'Port of the web process (needs a restart).',
        'x-restart': 'web',
      }),
      allowed_hosts: listOfStrings('Further host names under which the page may be asked for.'),
      offline_alert_s: Type.Union(
        [0, 30, 60, 120, 300].map((seconds) => Type.Literal(seconds)),
        {
          default: 60,
          description: 'The page warns that the server is offline after this time without a response; 0 never.',
        },
      ),
    },
    'The web process.',
  ),
  auth: section(
    {
      password_hash: Type.Union([Type.String(), Type.Null()], {
        default: null,
        description: 'Never returned by the API.',
      }),
      api_keys: Type.Array(StoredApiKey, { default: [], description: 'Hashed keys. Never returned by the API.' }),
    },
    'Who may ask.',
  ),
  compat: section(
    {
      bluebubbles: section(
        {
          enabled: Type.Boolean({
            default: false,
            description: 'Whether programs written for a BlueBubbles server can connect, with an API key as password.',
          }),
          host: Type.String({
            default: '127.0.0.1',
            minLength: 1,
            description: 'Address that those programs connect to.',
          }),
          port: Type.Integer({
            default: 1234,
            minimum: 0,
            maximum: 65_535,
            description: 'Port that those programs connect to; 0 lets the system choose.',
          }),
          key_id: Type.Union([Type.String({ pattern: '^[0-9a-f]{8}$' }), Type.Null()], {
            default: null,
            description: 'Id of the API key created as its password; other keys are accepted as well.',
          }),
        },
        'The listener for programs written for a BlueBubbles server.',
      ),
      helper: section(
        {
          kind: oneOf(
            helperKinds,
            'off',
            'A program of yours with access to the private API of Messages, which is asked for typing indicators, read receipts, tapbacks, edits and unsends, in the place of the window of Messages. It never sends messages. `bluebubbles`: a BlueBubbles server at `url`; `imsg`: the program at `path`.',
          ),
          url: Type.String({
            default: 'http://127.0.0.1:1234',
            pattern: '^https?://[^\\s@?#]+$',
            description: 'Address of the BlueBubbles server.',
          }),
          password: Type.String({ default: '', 'x-secret': true, description: 'Password of the BlueBubbles server.' }),
          path: Type.String({
            default: '/opt/homebrew/bin/imsg',
            pattern: '^/(.*/)?imsg$',
            description: 'Path of the program `imsg`.',
          }),
          send_read_receipts: Type.Boolean({
            default: false,
            description:
              'Whether marking a conversation as read here also marks it in Messages, which tells those who wrote, where Messages sends read receipts.',
          }),
        },
        'A private helper: a program that you run yourself.',
      ),
      notifiers: section(
        {
          enabled: Type.Boolean({
            default: false,
            description:
              'Whether programs that notify by signal-cli-rest-api or Apprise can send messages, below `/compat/` at the address of the page, with an API key that may write.',
          }),
          any_recipient: Type.Boolean({
            default: false,
            description: 'Whether they may send to anybody, instead of only to the whitelist and `recipients`.',
          }),
          recipients: listOfStrings('Whom they may send to besides the whitelist, and do where they name nobody.'),
        },
        'Sending for programs that only notify.',
      ),
    },
    'How other programs for Messages work together with this service.',
  ),
  hub: section(
    {
      postgres_url: Type.String({
        default: '',
        'x-secret': true,
        description:
          'Database of the hub, such as `postgresql:///hub?host=/var/run/postgresql` (needs a restart). A password may also lie in `~/.pgpass`.',
      }),
      nats_url: Type.String({
        default: 'nats://127.0.0.1:4222',
        pattern: '^(nats|tls|wss?)://[^\\s@]+$',
        description: 'The address at which the hub reaches nats-server (needs a restart).',
      }),
      macs_connect_to: listOfStrings(
        'Where Macs reach nats-server, such as `tls://hub.example.org:4222` or `wss://hub.example.org/nats`. Empty: where the hub does.',
      ),
      nats_ca_file: Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
        default: null,
        description:
          'File with the certificates (PEM) of the authority that signed the one of nats-server, if it is not a public one. Macs are given them when they join.',
      }),
      partitions: Type.Integer({
        default: 1,
        minimum: 1,
        maximum: 64,
        description:
          'Into how many partitions Macs are divided, each read by one process at a time (needs a restart). It may grow, never shrink.',
      }),
      nats_replicas: Type.Integer({
        default: 1,
        minimum: 1,
        maximum: 5,
        description:
          'How many servers of a NATS cluster keep each message: 3 for a cluster of three. Concerns streams that the hub has not made yet.',
      }),
    },
    'A hub for many Macs; without meaning for the service of one Mac.',
  ),
  rules: Type.Array(StoredRule, { default: [], description: 'Automation rules.' }),
  themes: section(
    {
      active: Type.String({
        default: 'system',
        description:
          'Name of the theme in use; `system` takes `light` by day and `dark` at night, as the computer does.',
      }),
      light: Type.String({ default: 'light', description: 'The theme that `system` uses in light mode.' }),
      dark: Type.String({ default: 'dark', description: 'The theme that `system` uses in dark mode.' }),
      scheme: oneOf(
        colourSchemes,
        'auto',
        'Which mode of the theme in use is shown, where it has two; `auto` follows the computer.',
      ),
      accent: oneOf(accents, 'theme', 'Colour of own messages, buttons and links in the place of that of the theme.'),
      density: oneOf(['theme', ...densities], 'theme', 'How much room there is between things.'),
      bubble: oneOf(bubbleStyles, 'theme', 'Form of the bubbles.'),
      contrast: oneOf(
        contrastChoices,
        'adjusted',
        'Whether colours of a theme are moved until everything can be read; `as_written` leaves them, but for what shows the focus and what is dangerous.',
      ),
    },
    'Looks of the page.',
  ),
  alerts: section(
    {
      after_minutes: Type.Integer({
        default: 5,
        'x-unit': 'min',
        minimum: 1,
        maximum: 1_440,
        description: 'How long deliveries to a plugin have to fail before an alert is raised.',
      }),
      queued: Type.Integer({
        default: 20,
        minimum: 1,
        maximum: 100_000,
        description: 'An alert is raised at once when this many deliveries wait behind a failure.',
      }),
      mac_silent_minutes: Type.Integer({
        default: 15,
        'x-unit': 'min',
        minimum: 0,
        maximum: 10_080,
        description: 'On a hub: how long a Mac may be silent before an alert is raised; 0 never.',
      }),
      notify_plugins: listOfStrings(
        'Plugins through which alerts are told as messages, once when one begins and once when it is over; never through the plugin that the alert is about.',
      ),
    },
    'Alerts: what keeps messages from being relayed.',
  ),
  log: section(
    {
      level: oneOf(logLevels, 'info', 'The least level that is written.'),
      max_mb: Type.Integer({
        default: 10,
        'x-unit': 'MB',
        minimum: 1,
        maximum: 1_000,
        description: 'Size at which service.jsonl is rotated; five are kept.',
      }),
    },
    'service.jsonl.',
  ),
  integrations: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), IntegrationConfig, {
    default: {},
    description: 'Plugins by name.',
  }),
})
export type Config = Static<typeof Config>
export type IntegrationConfig = Static<typeof IntegrationConfig>
