/** Builds the mail that lists many messages, grouped by conversation. */
import { createHash } from 'node:crypto'
import type { DigestEntry } from './digest.ts'
import { type Mail, replyMark } from './mail.ts'
import type { MessageIds } from './message-id.ts'

export interface DigestMailOptions {
  ids: MessageIds
  canAnswer: boolean
}

export function digestMail(entries: readonly DigestEntry[], { ids, canAnswer }: DigestMailOptions): Mail {
  const conversations = Map.groupBy(entries, ({ conversation_id }) => conversation_id)
  const names = [...conversations.values()].map(([first]) => first?.name ?? '')
  const only = conversations.size === 1 ? (entries[0]?.conversation_id ?? null) : null
  const sections = [...conversations.values()].map(sectionOf)
  const mark = canAnswer && only !== null ? [replyMark, ''] : []
  return {
    messageId: ids.of(idOf(entries), only),
    references: only === null ? [] : [ids.thread(only)],
    fromName: shortList(names),
    subject: `${entries.length === 1 ? '1 message' : `${entries.length} messages`} from ${shortList(names)}`,
    text: [...mark, ...sections, `(${zone})`, ''].join('\n'),
    files: [],
    automatic: 'auto-generated',
  }
}

/** Returns the same id for the same messages. */
const idOf = (entries: readonly DigestEntry[]): string =>
  createHash('sha256')
    .update(entries.map(({ delivery_id }) => delivery_id).join('\n'))
    .digest('hex')
    .slice(0, 32)

function sectionOf(entries: readonly DigestEntry[]): string {
  const lines = entries.map(({ sender, ts, text, files, name }) => {
    const who = sender === name ? '' : `${sender}: `
    const what = [...(text === null ? [] : [text]), ...files.map((file) => `[${file}]`)].join('\n  ')
    return `${time.format(new Date(ts))}  ${who}${what}`
  })
  return `${entries[0]?.name}\n\n${lines.join('\n')}\n`
}

const namesShown = 3
const shortList = (names: readonly string[]): string =>
  names.length > namesShown
    ? `${names.slice(0, namesShown).join(', ')} and ${names.length - namesShown} more`
    : names.join(', ')

const time = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const zone = `times: ${time.resolvedOptions().timeZone}`
