/** Holds the help of `relay-imsg`, its options, and what it says to a command that it does not know. */
import type { ParseArgsConfig } from 'node:util'

type OptionTypes = NonNullable<ParseArgsConfig['options']>

export interface Verb {
  summary: string
  usage: string
  options: OptionTypes
  notes?: string
}

const flag = { type: 'boolean' } as const
const value = { type: 'string' } as const
const json = { json: flag }
/** Clients pass it; the service alone knows where its database lies. */
const db = { db: value, 'db-path': value }
const chat = { 'chat-id': value, 'chat-guid': value, 'chat-identifier': value }
const wanted = { participants: { ...value, multiple: true }, start: value, end: value }

/** Listed in the order of the help. */
export const verbs: Readonly<Record<string, Verb>> = {
  rpc: {
    summary: 'Serve JSON-RPC 2.0 over standard input and output',
    usage: 'rpc [--json] [--db PATH]',
    options: { ...json, ...db },
    notes: 'One JSON object per line in each direction. --json and --db are accepted and change nothing.',
  },
  status: {
    summary: 'Show whether the service can be reached and what it can do',
    usage: 'status [--json]',
    options: { ...json, ...db },
  },
  chats: {
    summary: 'List conversations, newest first',
    usage: 'chats [--limit N] [--unread-only] [--json]',
    options: { limit: value, 'unread-only': flag, ...json, ...db },
  },
  history: {
    summary: 'Show messages of a chat, newest first',
    usage: 'history --chat-id ID [--limit N] [--attachments] [--start TIME] [--end TIME] [--participants A,B] [--json]',
    options: {
      'chat-id': value,
      limit: value,
      attachments: flag,
      'convert-attachments': flag,
      ...wanted,
      ...json,
      ...db,
    },
  },
  watch: {
    summary: 'Show messages as they are written',
    usage: 'watch [--chat-id ID] [--since-rowid N] [--reactions] [--attachments] [--debounce 250ms] [--json]',
    options: {
      'chat-id': value,
      'since-rowid': value,
      reactions: flag,
      debounce: value,
      attachments: flag,
      'convert-attachments': flag,
      ...wanted,
      ...json,
      ...db,
    },
  },
  search: {
    summary: 'Find messages by their text, newest first',
    usage: 'search --query TEXT [--match contains|exact] [--limit N] [--json]',
    options: { query: value, match: value, limit: value, ...json, ...db },
  },
  group: {
    summary: 'Show the identifiers and members of a chat',
    usage: 'group --chat-id ID [--json]',
    options: { 'chat-id': value, ...json, ...db },
  },
  send: {
    summary: 'Send a text, a file or both',
    usage:
      'send (--to ADDRESS | --chat-id ID | --chat-guid GUID | --chat-identifier NAME) [--text TEXT] [--file PATH] [--service imessage|sms|auto] [--at TIME] [--json]',
    notes:
      '--at is our own: a time with a time zone such as 2026-12-24T18:00:00+01:00, or a duration from now such as PT90M.',
    options: {
      to: value,
      at: value,
      ...chat,
      text: value,
      file: value,
      service: value,
      region: value,
      transport: value,
      ...json,
      ...db,
    },
  },
  'send-attachment': {
    summary: 'Send a file to a chat',
    usage: 'send-attachment --chat GUID --file PATH [--json]',
    options: {
      chat: value,
      ...chat,
      to: value,
      file: value,
      transport: value,
      audio: flag,
      'reply-to': value,
      ...json,
      ...db,
    },
  },
}

const width = Math.max(...Object.keys(verbs).map((name) => name.length))

export const help = `Usage: relay-imsg <command> [options]

Speaks as imsg does, and asks the Local Messaging Relay on this Mac, or one elsewhere.

Commands:
${Object.entries(verbs)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join('\n')}

Options:
  --help, -h   Show help, also of a command
  --version    Show the version

Environment:
  RELAY_URL          Address of a service elsewhere, such as http://mac.local:8723
  RELAY_KEY          API key for it, as service keys add makes it
  RELAY_ATTACHMENTS  Folder for attachments that are fetched

RELAY_URL and RELAY_KEY may also stand in ~/.config/relay-imsg.json (mode 600): {"url": "…", "key": "…"}
`

export function helpOf({ summary, usage, notes }: Verb): string {
  return `${summary}\n\nUsage: relay-imsg ${usage}\n${notes === undefined ? '' : `\n${notes}\n`}`
}

export const unknownVerb = (name: string): string =>
  `unknown command: ${name}\nrelay-imsg has these: ${Object.keys(verbs).join(', ')}\n`
