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

export const exitCodeMeanings: Readonly<Record<(typeof exitCodes)[keyof typeof exitCodes], string>> = {
  0: 'done',
  1: 'something unexpected',
  2: 'a wrong call, or settings that are wrong',
  3: 'a permission of macOS is missing',
  4: 'what has to run for it does not run',
  5: 'it runs already',
  6: 'refused',
}

export const errors = {
  invalid_request: { status: 400, exit: exitCodes.usage, remedy: 'Correct the request; details name what is wrong.' },
  internal: {
    status: 500,
    exit: exitCodes.unexpected,
    remedy: 'Look the reference up in service.jsonl and report it.',
  },
  disk_full: {
    status: 507,
    exit: exitCodes.unexpected,
    remedy: 'Make room on the disk of your home folder, and ask again: nothing was taken in.',
  },

  unauthenticated: {
    status: 401,
    exit: exitCodes.refused,
    remedy: 'Sign in at /login, or send an API key: `Authorization: Bearer svc_…`.',
  },
  forbidden: {
    status: 403,
    exit: exitCodes.refused,
    remedy: 'This key, origin or page may not do that; details say what is missing.',
  },
  not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'There is nothing of that name. /api/docs lists what there is.',
  },
  gone: {
    status: 410,
    exit: exitCodes.refused,
    remedy: 'The first steps are done: a password is set. Sign in at /login.',
  },
  wrong_host: {
    status: 421,
    exit: exitCodes.refused,
    remedy: 'Ask under localhost or 127.0.0.1, or add this host name to `web.allowed_hosts`.',
  },
  request_timeout: { status: 408, exit: exitCodes.unexpected, remedy: 'Send the whole request at once.' },
  too_large: { status: 413, exit: exitCodes.usage, remedy: 'Send less; details name the limit.' },
  unsupported_media_type: {
    status: 415,
    exit: exitCodes.usage,
    remedy: 'Send JSON with the header `Content-Type: application/json`, and a file in a form (`multipart/form-data`).',
  },
  range_not_satisfiable: { status: 416, exit: exitCodes.usage, remedy: 'Ask for a range that lies within the file.' },
  rate_limited: {
    status: 429,
    exit: exitCodes.refused,
    remedy: 'Wait as long as the header Retry-After says, then repeat.',
  },
  too_many_streams: {
    status: 429,
    exit: exitCodes.refused,
    remedy: 'Close streams that are no longer needed, then repeat.',
  },
  unsupported: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'This Mac or this file does not allow it; details say why.',
  },
  weak_password: {
    status: 400,
    exit: exitCodes.usage,
    remedy: 'Choose a password of ten characters or more that is not among the most common ones.',
  },
  no_password: {
    status: 500,
    exit: exitCodes.refused,
    remedy: 'Set a password first (`service password set`), or let `web.host` be 127.0.0.1.',
  },
  address_in_use: {
    status: 500,
    exit: exitCodes.alreadyRunning,
    remedy: 'Another program uses the address. Stop it, or set another `web.port`.',
  },
  conversation_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'No conversation has that GUID. /api/v1/conversations lists those there are.',
  },
  message_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'No message has that ROWID; it may have been deleted.',
  },
  attachment_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'The file is not on this Mac. Open the conversation in Messages to fetch it.',
  },
  rule_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'No rule has that id. /api/v1/rules lists those there are.',
  },
  send_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'No message was sent under that id in the last week. /api/v1/sends lists the last ones.',
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
  messages_not_running: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Messages does not run and did not start. Open it on the Mac, then repeat. Nothing was sent.',
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
    remedy: 'Messages could not read or upload the file (error 25). Repeat it; if that fails, too, restart Messages.',
  },
  ghost_row: {
    status: 502,
    exit: exitCodes.refused,
    remedy: 'Messages said that it was sent, but sent nothing. Restart Messages on the Mac, then repeat.',
  },
  send_failed: {
    status: 502,
    exit: exitCodes.unexpected,
    remedy: 'Messages could not send it; details give its error number. Look at the conversation on the Mac.',
  },
  send_uncertain: {
    status: 504,
    exit: exitCodes.unexpected,
    remedy:
      'Nothing says whether it went. Look at the conversation before you send it again; it is not repeated by itself.',
  },
  send_expired: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'It waited too long for its turn and was not sent. Repeat it if it still matters.',
  },
  queue_full: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Too many messages wait to be sent. Wait as long as the header Retry-After says, then repeat.',
  },
  confirmation_needed: {
    status: 409,
    exit: exitCodes.refused,
    remedy:
      'The same went to many people within the hour. Repeat it with `confirm: true` (`--confirm`) if that is meant.',
  },
  idempotency_mismatch: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'This Idempotency-Key belongs to another message. Use a new key for each message.',
  },
  egress_refused: {
    status: 403,
    exit: exitCodes.refused,
    remedy: 'Write an address, or a name such as `nas.local`, for what stands in your own network (docs/rules.md).',
  },

  not_macos: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Messages runs on a Mac only. Try the simulated one: `service demo`.',
  },
  no_launchd: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Run the service in the foreground (`service up`), or under the service manager of this machine.',
  },
  agent_refused: {
    status: 503,
    exit: exitCodes.refused,
    remedy: 'Log in at the screen of this Mac, since launchd starts agents in that session alone, and repeat it.',
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
  file_exists: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Choose another place. With --force a file is replaced, and a folder that an export made.',
  },
  cannot_write: {
    status: 500,
    exit: exitCodes.refused,
    remedy: 'Choose a folder that is there, that you may write to, and that has room. Nothing was left behind.',
  },
  backup_invalid: {
    status: 400,
    exit: exitCodes.refused,
    remedy: 'Nothing was changed. Copy the backup again from where it came, or use another one.',
  },
  wrong_passphrase: {
    status: 400,
    exit: exitCodes.refused,
    remedy: 'Nothing was changed. Give the passphrase that it was made with; if that is right, the file is damaged.',
  },
  state_exists: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'With --force it is moved aside, where nothing of it is lost, and the backup takes its place.',
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
    remedy: 'It already runs for this directory; details give its process id. Stop it first: `service stop`.',
  },
  not_running: {
    status: 503,
    exit: exitCodes.notRunning,
    remedy: 'Start it: `service up`, or `service web` for the page and the API alone.',
  },

  plugin_not_found: {
    status: 404,
    exit: exitCodes.usage,
    remedy: 'No plugin has that name. `service plugins list` shows those found.',
  },
  plugin_invalid: {
    status: 400,
    exit: exitCodes.usage,
    remedy: 'Correct or update the files of the plugin; `service plugins list` shows what is wrong with them.',
  },
  plugin_refused: {
    status: 409,
    exit: exitCodes.refused,
    remedy: 'Nothing was installed, and what was there before is as it was.',
  },
  call_timeout: {
    status: 504,
    exit: exitCodes.unexpected,
    remedy: 'The bridge took too long over what the plugin asked for. Whether it was done is not known.',
  },
  tier_violation: { status: 403, exit: exitCodes.refused, remedy: "The plugin's tier does not allow this call." },
} as const satisfies Record<string, { status: number; exit: number; remedy: string }>

export type ErrorCode = keyof typeof errors
