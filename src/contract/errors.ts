/**
 * Declares every expected failure: its code with HTTP status, exit code and the sentence that says what to do about it.
 */
import type { Surface } from './surfaces.ts'

/** Exit codes of the command line. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  permission: 3,
  notRunning: 4,
  alreadyRunning: 5,
  refused: 6,
  needsAttention: 7,
  alert: 8,
} as const

export const exitCodeMeanings: Readonly<Record<(typeof exitCodes)[keyof typeof exitCodes], string>> = {
  0: 'success',
  1: 'unexpected error',
  2: 'wrong usage or invalid settings',
  3: 'a macOS permission is missing',
  4: 'the service, or a part that the command needs, is not running',
  5: 'already running',
  6: 'refused',
  7: 'doctor found something that needs attention',
  8: 'an alert is raised: messages are not relayed as they should be',
}

export const errors = {
  invalid_request: {
    status: 400,
    exit: exitCodes.usage,
    remedy: 'Correct what is named, then repeat.',
    at: {
      terminal: 'Add --help to see what is possible.',
      api: 'Correct the request; `details` names the place.',
      tools: 'Correct the arguments, then call the tool again.',
    },
  },
  internal: {
    status: 500,
    exit: exitCodes.unexpected,
    remedy: 'Report it, with the log of that time.',
    at: {
      terminal: 'Find its reference with `service logs --level error`, and report it.',
      api: 'Find the reference from `details` in service.jsonl, and report it.',
    },
  },
  disk_full: {
    status: 507,
    exit: exitCodes.unexpected,
    remedy:
      'Make room on the disk of your home folder, or on a hub on that of PostgreSQL, then repeat. Nothing was saved.',
  },

  unauthenticated: {
    status: 401,
    exit: exitCodes.refused,
    remedy: 'Sign in with the password of this service.',
    at: {
      terminal: 'Set SERVICE_API_KEY to a valid API key, or unset it: the command then creates its own key.',
      api: 'Sign in at /login, or send an API key: `Authorization: Bearer svc_…`.',
      tools: 'Tell the user to run `service mcp --setup` in a terminal, then call the tool again.',
    },
  },
  forbidden: {
    status: 403,
    exit: exitCodes.refused,
    remedy: 'Use access that allows it.',
    at: {
      terminal: 'Use a key that may do it: `service keys list` shows what each one may do.',
      api: 'Use a key, origin or page that may do it; `details` names what is missing.',
      page: 'Check what you entered, or sign in again with the password.',
      tools: 'Tell the user, and do not try another way.',
    },
  },
  not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'Check the name. It may have been removed.',
    at: {
      api: '/api/docs lists all endpoints.',
    },
  },
  method_not_allowed: {
    status: 405,
    exit: exitCodes.usage,
    remedy: 'Use another method.',
    at: {
      api: 'Use one of the methods in the header Allow.',
    },
  },
  gone: {
    status: 410,
    exit: exitCodes.refused,
    remedy: 'Setup is complete. Sign in with the password.',
    at: {
      api: 'Sign in at /login.',
    },
  },
  wrong_host: {
    status: 421,
    exit: exitCodes.refused,
    remedy: 'Use localhost or 127.0.0.1, or add this name to the setting web.allowed_hosts.',
  },
  request_timeout: {
    status: 408,
    exit: exitCodes.unexpected,
    remedy: 'Repeat it.',
    at: {
      api: 'Send the whole request at once.',
    },
  },
  too_large: {
    status: 413,
    exit: exitCodes.usage,
    remedy: 'Send a smaller request or file.',
    at: {
      api: 'Send a smaller request or file; `details` names the limit.',
    },
  },
  unsupported_media_type: {
    status: 415,
    exit: exitCodes.usage,
    remedy: 'Choose another kind of file.',
    at: {
      api: 'Send JSON with the header `Content-Type: application/json`, and a file in a form (`multipart/form-data`).',
    },
  },
  range_not_satisfiable: {
    status: 416,
    exit: exitCodes.usage,
    remedy: 'Ask for a range that lies within the file.',
  },
  expectation_failed: {
    status: 417,
    exit: exitCodes.usage,
    remedy: 'Repeat it without an expectation.',
    at: {
      api: 'Leave the header Expect out, or send `Expect: 100-continue`.',
    },
  },
  overloaded: {
    status: 503,
    exit: exitCodes.unexpected,
    remedy: 'Wait a moment, then repeat.',
    at: {
      api: 'Wait as long as the header Retry-After says, then repeat.',
      tools: 'Wait a minute, then call the tool again.',
    },
  },
  rate_limited: {
    status: 429,
    exit: exitCodes.refused,
    remedy: 'Wait a moment, then repeat.',
    at: {
      api: 'Wait as long as the header Retry-After says, then repeat.',
      tools: 'Wait a minute, then call the tool again.',
    },
  },
  too_many_streams: {
    status: 429,
    exit: exitCodes.refused,
    remedy: 'Close streams that are no longer needed, then repeat.',
    at: {
      page: 'Close other tabs and windows of this page, then reload.',
    },
  },
  unsupported: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'This Mac or this file does not allow it.',
    at: {
      api: 'This Mac or this file does not allow it; `details` says why.',
    },
  },
  weak_password: {
    status: 400,
    exit: exitCodes.usage,
    remedy: 'Choose a password of ten characters or more that is not among the most common ones.',
  },
  no_password: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Set a password first.',
    at: {
      terminal:
        'Set a password first: `service password set`. Listening on this Mac only needs none: `service config set web.host 127.0.0.1`.',
    },
  },
  address_in_use: {
    status: 500,
    exit: exitCodes.alreadyRunning,
    remedy: 'Stop the program that uses the address, or set another web.port.',
    at: {
      terminal: 'Stop the program that uses the address, or choose another port: `service config set web.port 8724`.',
    },
  },
  address_forbidden: {
    status: 500,
    exit: exitCodes.usage,
    remedy: 'Set web.port to a port above 1023.',
    at: {
      terminal: 'Choose a port above 1023: `service config set web.port 8723`.',
    },
  },
  address_unavailable: {
    status: 500,
    exit: exitCodes.usage,
    remedy: 'Set web.host to an address that this Mac has now, or to 127.0.0.1 for this Mac alone.',
    at: {
      terminal:
        'Choose an address that this Mac has now, or 127.0.0.1 for this Mac alone: `service config set web.host 127.0.0.1`.',
    },
  },
  conversation_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'Check the name, address or GUID. It may have been deleted in Messages.',
    at: {
      api: 'Check the GUID; /api/v1/conversations lists the conversations.',
      page: 'It may have been deleted in Messages.',
      tools: 'Call list_conversations to see the conversations.',
    },
  },
  message_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'It may have been deleted in Messages.',
    at: {
      api: 'Check the ROWID or GUID; the message may have been deleted in Messages.',
    },
  },
  attachment_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'The file is not on this Mac. Open the conversation in Messages to fetch it.',
  },
  rule_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'It may have been deleted.',
    at: {
      api: 'Check the id; /api/v1/rules lists the rules.',
    },
  },
  send_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'Sends are kept for a week.',
    at: {
      api: 'Check the id; /api/v1/sends lists those of the last week.',
    },
  },
  automation_denied: {
    status: 503,
    exit: exitCodes.permission,
    remedy:
      'macOS does not let this program drive Messages. Allow it under System Settings → Privacy & Security → Automation. Nothing was sent.',
  },
  accessibility_denied: {
    status: 503,
    exit: exitCodes.permission,
    remedy:
      'macOS does not let this program operate the window of Messages. Allow it under System Settings → Privacy & Security → Accessibility. Nothing was changed.',
  },
  helper_unavailable: {
    status: 503,
    exit: exitCodes.notRunning,
    remedy: 'Start the private helper, check its settings, then repeat. Nothing was changed.',
    at: { terminal: 'Start the private helper, and check it with `service doctor`. Nothing was changed.' },
  },
  helper_refused: {
    status: 502,
    exit: exitCodes.refused,
    remedy: 'Messages shows no change. The answer of the private helper says why.',
  },
  messages_not_running: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Messages is not running and could not be opened. Open it on the Mac, then repeat. Nothing was sent.',
  },
  messages_signed_out: {
    status: 503,
    exit: exitCodes.refused,
    remedy:
      'Messages has no account for this service. Sign in under Messages → Settings, then repeat. Nothing was sent.',
  },
  chat_not_loaded: {
    status: 502,
    exit: exitCodes.refused,
    remedy:
      'Messages does not know that conversation under any of its names. Open it on the Mac once, then repeat. Nothing was sent.',
  },
  recipient_unreachable: {
    status: 502,
    exit: exitCodes.refused,
    remedy: 'The recipient cannot be reached by this service (error 22). Check the address, or send it as SMS.',
  },
  file_unreadable: {
    status: 502,
    exit: exitCodes.refused,
    remedy:
      'Messages could not read or upload the file (error 25). Repeat it. If that fails as well, restart Messages.',
  },
  ghost_row: {
    status: 502,
    exit: exitCodes.refused,
    remedy: 'Messages reported success but sent nothing. Restart Messages on the Mac, then repeat.',
  },
  send_failed: {
    status: 502,
    exit: exitCodes.unexpected,
    remedy: 'Messages could not send it. Look at the conversation on the Mac.',
  },
  send_uncertain: {
    status: 504,
    exit: exitCodes.unexpected,
    remedy:
      'It is unknown whether the message was sent. Look at the conversation before you send it again. The service does not repeat it.',
  },
  send_expired: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'It waited too long for its turn and was not sent. Repeat it if it still matters.',
  },
  send_cancelled: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'It was cancelled before it was handed to Messages. Nothing was sent.',
  },
  send_refused: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'The owner refused it. Nothing was sent.',
    at: { tools: 'The user refused it. Nothing was sent; do not try another way.' },
  },
  send_unanswered: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Nobody released it within a day. Nothing was sent. Repeat it if it still matters.',
  },
  send_not_granted: {
    status: 403,
    exit: exitCodes.refused,
    remedy: 'This key may not send that. Whoever administers the service can change what the key may do.',
    at: {
      api: 'This key may not send that; `details` says which limit applies.',
      tools: 'Tell the user, and do not try another way.',
    },
  },
  key_paused: {
    status: 403,
    exit: exitCodes.refused,
    remedy: 'The owner has paused this key, and can resume it in Settings → Security → API keys.',
    at: {
      terminal: 'Resume it: `service keys resume ID`.',
      tools: 'Tell the user that the owner has paused this key, and do not try another way.',
    },
  },
  not_held: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'It was sent, refused or withdrawn meanwhile, or it has expired.',
    at: {
      terminal: 'It was sent, refused or withdrawn meanwhile, or it has expired: `service outbox list`.',
      api: 'It was sent, refused or withdrawn meanwhile, or it has expired. /api/v1/sends/{id} says which.',
    },
  },
  not_scheduled: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'It was sent or cancelled meanwhile.',
    at: {
      api: 'It was sent or cancelled meanwhile. /api/v1/sends/{id} says which.',
    },
  },
  schedule_full: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Send or discard some of the scheduled messages first.',
    at: {
      terminal: 'Send or discard some first: `service scheduled list`.',
    },
  },
  queue_full: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Wait some minutes, then repeat.',
    at: {
      api: 'Wait as long as the header Retry-After says, then repeat.',
    },
  },
  confirmation_needed: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'The same text was sent to many people within an hour. Confirm it if you mean to send it.',
    at: {
      terminal: 'The same text was sent to many people within an hour. Add --confirm if you mean to send it.',
      api: 'The same text was sent to many people within an hour. Repeat it with `confirm: true` if you mean to send it.',
      tools:
        'The same text was sent to many people within an hour. Ask the user to send this one in Messages if they mean to.',
    },
  },
  idempotency_mismatch: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Its key belongs to another message. Use a new key for each message.',
    at: {
      terminal: 'Give each message a --key of its own.',
      api: 'This Idempotency-Key belongs to another message. Use a new key for each message.',
    },
  },
  egress_refused: {
    status: 403,
    exit: exitCodes.refused,
    remedy: 'For a device in your own network, use an address or a name such as nas.local.',
  },

  not_macos: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Messages runs on a Mac only.',
    at: {
      terminal: 'Messages runs on a Mac only. Try the simulated one: `service demo`.',
    },
  },
  no_launchd: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Run the service in a Terminal window, or under the service manager of this machine.',
    at: {
      terminal: 'Run the service in this window (`service up`), or under the service manager of this machine.',
    },
  },
  agent_refused: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Log in at the screen of this Mac, then repeat: launchd starts agents only in that session.',
  },
  messages_unreadable: {
    status: 503,
    exit: exitCodes.permission,
    remedy:
      'Give Full Disk Access to the program that runs this service (System Settings → Privacy & Security → Full Disk Access). The service notices within half a minute, without a restart.',
  },
  messages_unavailable: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Open Messages and sign in. The service notices within half a minute.',
  },
  messages_busy: {
    status: 503,
    exit: exitCodes.unexpected,
    remedy: 'Another program holds the Messages database. Nothing is lost; the next poll tries again.',
  },
  messages_corrupt: {
    status: 503,
    exit: exitCodes.unexpected,
    remedy: 'If the database was just restored, wait a minute. Otherwise open Messages, which repairs it.',
  },
  messages_schema_unknown: {
    status: 503,
    exit: exitCodes.refused,
    remedy:
      'This database lacks tables or columns of Messages on macOS 12 to 27. Report which, with your version of macOS.',
  },

  config_invalid: {
    status: 400,
    exit: exitCodes.usage,
    remedy: 'Correct that place in config.json. Until then the last good settings stay in force.',
  },
  config_exposed: {
    status: 500,
    exit: exitCodes.refused,
    remedy:
      'Others can read config.json, which holds secrets. Let only yourself read it (chmod 600), and change the secrets in it.',
  },
  unsafe_file: {
    status: 500,
    exit: exitCodes.refused,
    remedy: 'Nothing was changed. Remove a link at this path, or correct its owner or mode. Then start again.',
    at: {
      terminal:
        'Nothing was changed. Look at the path with `ls -ld`: remove a link, or correct the owner or mode. Then start again.',
    },
  },
  file_exists: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Choose another place.',
    at: {
      terminal: 'Choose another place, or add --force: it replaces a file, or a folder that an export made.',
    },
  },
  cannot_write: {
    status: 500,
    exit: exitCodes.refused,
    remedy: 'Choose an existing folder with free space that you may write to. Nothing was left behind.',
  },
  backup_invalid: {
    status: 400,
    exit: exitCodes.refused,
    remedy: 'Nothing was changed. Copy the backup from its source again, or use another one.',
  },
  wrong_passphrase: {
    status: 400,
    exit: exitCodes.refused,
    remedy: 'Nothing was changed. Enter the passphrase of this backup. If it is correct, the file is damaged.',
  },
  state_exists: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Choose another data folder.',
    at: {
      terminal: 'Add --force to put the backup in its place. The existing folder is kept beside it.',
    },
  },
  conflict: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Someone else changed it meanwhile. Read it again and repeat the change.',
  },
  journal_newer: {
    status: 500,
    exit: exitCodes.refused,
    remedy: 'The file was written by a newer release. Install that release again, or restore a backup.',
  },
  already_running: {
    status: 409,
    exit: exitCodes.alreadyRunning,
    remedy: 'Stop the running service, then repeat.',
    at: {
      terminal: 'Stop it first: press Ctrl-C in its Terminal window, or type `service stop` if launchd runs it.',
    },
  },
  runs_in_terminal: {
    status: 409,
    exit: exitCodes.alreadyRunning,
    remedy: 'Press Ctrl-C in that window, then repeat.',
  },
  not_running: {
    status: 503,
    exit: exitCodes.notRunning,
    remedy: 'Start the service, then repeat.',
    at: {
      terminal: 'Start it: `service start` if it is installed, `service up` in a Terminal window otherwise.',
    },
  },
  not_installed: {
    status: 503,
    exit: exitCodes.notRunning,
    remedy: 'Install the launch agents, or run the service in a Terminal window.',
    at: {
      terminal: 'Install them: `service install`. To run the service in a Terminal window instead: `service up`.',
    },
  },

  plugin_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'Check the name. It may have been removed.',
    at: {
      terminal: '`service plugins list` shows those found.',
      api: '/api/v1/plugins lists those found.',
    },
  },
  delivery_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'Deliveries are kept for the days set in the settings, failed ones for at least a month.',
    at: {
      terminal: '`service deliveries` lists them.',
      api: 'Check the id; /api/v1/deliveries lists them.',
    },
  },
  delivery_settled: {
    status: 409,
    exit: exitCodes.usage,
    remedy: 'Only deliveries that are queued, retrying or failed can be retried or skipped.',
  },
  delivery_pending: {
    status: 409,
    exit: exitCodes.usage,
    remedy: 'It is still to be delivered. Retry it instead.',
    at: {
      terminal: 'It is still to be delivered. Retry it instead: `service deliveries retry`.',
      api: 'It is still to be delivered. POST /api/v1/deliveries/{id}/retry tries it now.',
    },
  },
  delivery_gone: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Its text is no longer stored, and the message is no longer in Messages.',
  },
  plugin_off: {
    status: 409,
    exit: exitCodes.usage,
    remedy: 'Turn the plugin on first.',
    at: {
      terminal: 'Turn it on first: `service plugins enable`.',
      api: 'POST /api/v1/plugins/{name}/enable turns it on.',
    },
  },
  settings_missing: {
    status: 409,
    exit: exitCodes.usage,
    remedy: 'Set them first, then enable the plugin.',
    at: {
      terminal: 'Set them as named below, then repeat.',
    },
  },
  plugin_invalid: {
    status: 400,
    exit: exitCodes.usage,
    remedy: 'Correct or update the files of the plugin.',
    at: {
      terminal: 'Correct or update the files of the plugin. `service plugins list` shows what is wrong with them.',
    },
  },
  plugin_refused: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Nothing was installed or changed.',
  },
  call_timeout: {
    status: 504,
    exit: exitCodes.unexpected,
    remedy: 'The bridge took too long for the plugin’s request. It is unknown whether it was done.',
  },
  tier_violation: {
    status: 403,
    exit: exitCodes.refused,
    remedy: "The plugin's tier does not allow this call.",
  },
  hub_unavailable: {
    status: 503,
    exit: exitCodes.notRunning,
    remedy: 'A hub needs PostgreSQL and nats-server: start or install the one that is missing, then repeat.',
  },
  not_on_hub: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'The hub does not do this for its Macs. Ask the service on the Mac itself.',
  },
  only_on_hub: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'This is the service of one Mac. Ask the hub.',
  },
  code_refused: {
    status: 403,
    exit: exitCodes.refused,
    remedy: 'Create another code on the hub. A code is valid for one Mac, for 15 minutes.',
  },
  not_joined: {
    status: 409,
    exit: exitCodes.usage,
    remedy: 'Let this Mac join a hub first, with a code from the hub.',
    at: { terminal: 'Join one with `service uplink join <address>`.' },
  },
  already_joined: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'A Mac belongs to one hub. Leave the current one first.',
    at: { terminal: 'A Mac belongs to one hub. Leave the current one with `service uplink leave`.' },
  },
  insecure_address: {
    status: 403,
    exit: exitCodes.refused,
    remedy: 'Use the HTTPS address of the hub. Without HTTPS, others on the network could read the code.',
  },
  mac_offline: {
    status: 503,
    exit: exitCodes.notRunning,
    remedy: 'Wake that Mac, and check its network and its service. Then repeat. Nothing was changed.',
    at: {
      page: 'Wake that Mac, and check its network. Then try again. Nothing was changed.',
      tools: 'Tell the user that this Mac is not connected. Nothing was changed.',
    },
  },
  line_needed: {
    status: 409,
    exit: exitCodes.usage,
    remedy: 'Choose the line that sends. Nothing was sent.',
    at: {
      api: 'Name the line in `from`; `details` lists the lines to choose from. Nothing was sent.',
      page: 'Choose a line above the conversations: it sends new messages. Nothing was sent.',
      tools: 'Ask the user which line to use, then call the tool again with it. Nothing was sent.',
    },
  },
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof errors

interface Row {
  status: number
  exit: number
  /** Valid wherever it is read: in the log, in a plugin, and where `at` has no text for the surface. */
  remedy: string
  /** The remedy for readers on a specific surface: a command, an endpoint, a place on the page, a tool. */
  at?: Partial<Record<Surface, string>>
}

const rows: Readonly<Record<ErrorCode, Row>> = errors

export const remedyAt = (surface: Surface, code: ErrorCode): string => rows[code].at?.[surface] ?? rows[code].remedy
