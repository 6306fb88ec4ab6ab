/** Every expected failure: code → HTTP status, exit code and the sentence that says what to do about it. */

/** Exit codes of the command line. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  permission: 3,
  notRunning: 4,
  alreadyRunning: 5,
  refused: 6,
} as const

export const errors = {
  invalid_request: { status: 400, exit: exitCodes.usage, remedy: 'Correct the request; details name what is wrong.' },
  internal: {
    status: 500,
    exit: exitCodes.unexpected,
    remedy: 'Look the reference up in service.jsonl and report it.',
  },

  not_macos: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Messages runs on a Mac only. Try the simulated one: `service demo`.',
  },
  messages_unreadable: {
    status: 503,
    exit: exitCodes.permission,
    remedy:
      'Give Full Disk Access to the program named in details (System Settings → Privacy & Security → Full Disk Access); it is noticed within half a minute, without a restart.',
  },
  messages_unavailable: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'There is no Messages database yet. Open Messages and sign in; it is noticed within half a minute.',
  },
  messages_busy: {
    status: 503,
    exit: exitCodes.unexpected,
    remedy: 'Another program holds the Messages database. Nothing is lost; the next poll tries again.',
  },
  messages_corrupt: {
    status: 503,
    exit: exitCodes.unexpected,
    remedy:
      'The Messages database cannot be read as one. If it was just restored, wait; otherwise open Messages, which repairs it.',
  },
  messages_schema_unknown: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'This database has not the tables of Messages on macOS 12 to 27. Report the columns named in details.',
  },

  config_invalid: {
    status: 400,
    exit: exitCodes.usage,
    remedy: 'Correct config.json at the places that details name. Until then the last good settings stay in force.',
  },
  config_exposed: {
    status: 500,
    exit: exitCodes.refused,
    remedy: 'Others can read config.json, which holds secrets. Run `chmod 600` on it, and change the secrets in it.',
  },
  unsafe_file: {
    status: 500,
    exit: exitCodes.refused,
    remedy:
      'It could be read or replaced by another user, so it is not touched. Remove it or correct its owner, then start again.',
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
    remedy: 'A bridge already runs for this directory; details give its process id. Stop it first: `service stop`.',
  },
  not_running: { status: 503, exit: exitCodes.notRunning, remedy: 'The bridge does not run. Start it: `service up`.' },

  plugin_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'No plugin has that name. `service plugins list` shows those found.',
  },
  plugin_invalid: {
    status: 400,
    exit: exitCodes.usage,
    remedy: 'The plugin does not fulfil the contract; details say where.',
  },
  tier_violation: { status: 403, exit: exitCodes.refused, remedy: "The plugin's tier does not allow this call." },
} as const satisfies Record<string, { status: number; exit: number; remedy: string }>

export type ErrorCode = keyof typeof errors
