/** Runs the commands of `relay-imsg` other than `rpc`: one JSON object per line, or lines for people. */
import { LineWriter } from './line-writer.ts'
import { capabilitiesOf, Methods, methodsFor } from './methods.ts'
import type { Chat, Message } from './objects.ts'
import { invalid } from './rpc-error.ts'
import type { SendAsked, Sent } from './sending.ts'
import type { Session } from './session.ts'
import { untilStopped } from './until-stopped.ts'
import { Subscription } from './watch.ts'

/** The words that were typed after the name of the command. */
export type Given = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

interface Run {
  session: Session
  version: string
  given: Given
  /** Writes an object, or its line for people. */
  print(value: object, line: () => string): void
}

const runs: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  status: showStatus,
  async chats({ session, given, print }) {
    const chats = await session.reader.chats(numberOf(given, 'limit') ?? 20, given['unread-only'] === true)
    for (const chat of chats) print(chat, () => lineOfChat(chat))
  },
  async history({ session, given, print }) {
    const messages = await session.reader.history({
      chat_id: required(numberOf(given, 'chat-id'), 'chat-id'),
      limit: numberOf(given, 'limit') ?? 50,
      ...wantedOf(given),
      ...filesOf(given),
    })
    for (const message of messages) print(message, () => lineOf(message))
  },
  watch,
  async search({ session, given, print }) {
    const match = given.match === 'exact' ? 'exact' : 'contains'
    const query = required(textOf(given, 'query'), 'query')
    const messages = await session.reader.search(query, match, numberOf(given, 'limit') ?? 50)
    for (const message of messages) print(message, () => lineOf(message))
  },
  async group({ session, given, print }) {
    const chat = await session.reader.chat(required(numberOf(given, 'chat-id'), 'chat-id'))
    const { id, identifier, guid, name, service, is_group, participants } = chat
    print({ id, identifier, guid, name, service, is_group, participants }, () =>
      [lineOfChat(chat), `guid: ${guid}`, ...participants.map((each) => `member: ${each}`)].join('\n'),
    )
  },
  async send({ session, given, print }) {
    const chatId = numberOf(given, 'chat-id')
    printSent(
      await session.sender.send({
        ...(chatId !== undefined && { chat_id: chatId }),
        ...textsOf(given, { to: 'to', 'chat-guid': 'chat_guid', 'chat-identifier': 'chat_identifier' }),
        ...textsOf(given, { text: 'text', file: 'file', service: 'service', transport: 'transport', at: 'send_at' }),
      }),
      print,
    )
  },
  async 'send-attachment'({ session, given, print }) {
    const chatId = numberOf(given, 'chat-id')
    const file = required(textOf(given, 'file'), 'file')
    const named = {
      chat: 'chat_guid',
      'chat-guid': 'chat_guid',
      'chat-identifier': 'chat_identifier',
      to: 'to',
    } as const
    const asked = {
      ...textsOf(given, { ...named, 'reply-to': 'reply_to' }),
      ...(chatId !== undefined && { chat_id: chatId }),
    }
    printSent(await session.sender.send({ ...asked, file }), print)
  },
}

export async function runVerb(name: string, { session, version, given }: Omit<Run, 'print'>): Promise<void> {
  const output = new LineWriter(process.stdout)
  const print: Run['print'] = (value, line) => {
    if (given.json === true) output.write(value)
    else process.stdout.write(`${line()}\n`)
  }
  await runs[name]?.({ session, version, given, print })
  session.feed.close()
}

async function showStatus({ session, version, print }: Run): Promise<void> {
  const readiness = await session.readiness()
  const { error } = readiness
  const table = new Methods({ session, version, output: new LineWriter(process.stdout) }).table
  const message =
    error ?? 'The relay can be reached. Reading, watching and sending work; the private bridge is not used.'
  const status = {
    version,
    basic_features: error === undefined,
    advanced_features: false,
    typing_indicators: readiness.can('typing'),
    read_receipts: readiness.can('read_receipts'),
    message,
    v2_ready: false,
    selectors: {},
    rpc_methods: methodsFor(readiness, Object.keys(table)),
    capabilities: capabilitiesOf(readiness, version),
  }
  print(status, () => `${error === undefined ? 'OK' : 'Error'}: ${message}\nDatabase: ${readiness.path}`)
}

async function watch({ session, given, print }: Run): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const output = new LineWriter(process.stdout)
  const chatId = numberOf(given, 'chat-id')
  const since = numberOf(given, 'since-rowid')
  const subscription = new Subscription({
    asked: {
      ...(chatId !== undefined && { chat_id: chatId }),
      ...(since !== undefined && { since_rowid: since }),
      include_reactions: given.reactions === true,
      ...wantedOf(given),
      ...filesOf(given),
      debounce_ms: durationOf(given, 'debounce') ?? 250,
      buffer_limit: 4_096,
    },
    ...session,
    subscriber: {
      onMessage: (message) => print(message, () => lineOf(message)),
      onOverflow: (rowid) => reject(new Error(`Too many messages waited. Continue with --since-rowid ${rowid}.`)),
      onError: (reason) => reject(new Error(reason)),
      isBlocked: () => output.isBlocked,
      drained: (signal) => output.drained(signal),
    },
  })
  const ended = new AbortController()
  const stopped = untilStopped(ended.signal)
  await subscription.open()
  subscription.start()
  try {
    await Promise.race([failed, stopped])
  } finally {
    ended.abort()
    await subscription.end()
  }
}

function printSent({ ok: _, ...sent }: Sent, print: Run['print']): void {
  const { service, scheduled_at: at } = sent
  const status = at === undefined ? 'sent' : 'scheduled'
  print(
    { status, ...sent },
    () => `${status}${service === undefined ? '' : ` by ${service}`}${at === undefined ? '' : ` for ${at}`}`,
  )
}

const lineOfChat = ({ id, name, identifier, last_message_at }: Chat): string =>
  `[${id}] ${plain(name)}${name === identifier ? '' : ` (${plain(identifier)})`} last ${last_message_at}`

function lineOf(message: Message): string {
  const { created_at, is_from_me, sender, sender_name, text, attachments, is_reaction, reaction_emoji } = message
  const who = is_from_me ? 'me' : (sender_name ?? sender)
  const files = attachments.map(({ transfer_name }) => ` [${plain(transfer_name)}]`).join('')
  const what = is_reaction ? `${message.is_reaction_add ? '' : 'no longer '}${reaction_emoji ?? ''}` : text
  return `${created_at} ${plain(who)}: ${plain(what)}${files}`
}

/** Others write names and texts, and a terminal would obey what it finds in them. */
const plain = (text: string): string => text.replace(/(?![\t\n])\p{Cc}/gu, '\u{fffd}')

function textOf(given: Given, name: string): string | undefined {
  const value = given[name]
  return typeof value === 'string' ? value : undefined
}

const textsOf = (given: Given, names: Readonly<Record<string, keyof SendAsked>>): SendAsked =>
  Object.fromEntries(
    Object.entries(names).flatMap(([option, field]) => {
      const value = textOf(given, option)
      return value === undefined ? [] : [[field, value]]
    }),
  )

function numberOf(given: Given, name: string): number | undefined {
  const written = textOf(given, name)
  if (written === undefined) return undefined
  const number = Number(written)
  if (!Number.isSafeInteger(number)) throw invalid(`--${name} is a whole number`)
  return number
}

/** `250ms`, `2s` or milliseconds alone. */
function durationOf(given: Given, name: string): number | undefined {
  const written = textOf(given, name)
  if (written === undefined) return undefined
  const [, number = '', unit] = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(written) ?? []
  if (number === '') throw invalid(`--${name} is a duration such as 250ms`)
  return Number(number) * (unit === 's' ? 1_000 : 1)
}

function wantedOf(given: Given) {
  const participants = [given.participants].flat().flatMap((each) => (typeof each === 'string' ? each.split(',') : []))
  const times = Object.fromEntries(
    ['start', 'end'].flatMap((name) => {
      const written = textOf(given, name)
      if (written !== undefined && Number.isNaN(Date.parse(written)))
        throw invalid(`--${name} is a time such as 2026-01-31T08:00:00Z`)
      return written === undefined ? [] : [[name, written]]
    }),
  )
  return { participants: participants.map((each) => each.trim()).filter(Boolean), ...times }
}

const filesOf = (given: Given) => ({
  attachments: given.attachments === true || given['convert-attachments'] === true,
  convert_attachments: given['convert-attachments'] === true,
})

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalid(`--${name} is required`)
  return value
}
