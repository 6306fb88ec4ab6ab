/** Turns a message into the words by which it is found: its text, its attachments, its writer and its conversation. */
import type { Attachment, Message } from '../../contract/message.ts'
import { textsOf } from '../../domain/search/asked.ts'
import { type FacetName, wordOfFacet } from '../../domain/search/facets.ts'
import { wordsOfFields } from '../../domain/search/fields.ts'

/** The first character of words that no text contains: texts have only letters and digits. */
const own = '\u{e000}'
export const conversationWord = (id: number): string => `${own}c${id}`
export const contactWord = (id: number): string => `${own}p${id}`
export const lineWord = (line: number): string => `${own}l${line}`

export interface Placed {
  line: number
  conversation: number
  isGroup: boolean
  /** The contact who wrote the message; undefined for your own. */
  writer: number | undefined
}

/** The highest position that a vector of PostgreSQL keeps. */
const lastPosition = 16_383

/** Returns the vector of a message in the syntax of PostgreSQL. */
export function vectorOf(message: Message, { line, conversation, isGroup, writer }: Placed): string {
  const facts = [
    ...facetsOf(message, isGroup).map(wordOfFacet),
    lineWord(line),
    conversationWord(conversation),
    ...(writer === undefined ? [] : [contactWord(writer)]),
  ]
  const said = wordsOfFields(textsOf(message)).slice(0, lastPosition)
  return [...facts.map(quoted), ...said.map((word, n) => `${quoted(word)}:${n + 1}`)].join(' ')
}

/** Quotes a word for a vector or a query. */
export const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

function facetsOf(message: Message, isGroup: boolean): FacetName[] {
  const { attachments, link_preview, text } = message
  const facets: [FacetName, boolean][] = [
    ['sent', message.is_from_me],
    ['received', !message.is_from_me],
    ['group', isGroup],
    ['edited', message.edited],
    ['unsent', message.unsent],
    ['reply', message.reply_to_guid !== null],
    ['attachment', attachments.length > 0],
    ['link', link_preview !== null || link.test(text)],
    ['app', message.kind === 'app'],
  ]
  return [...facets.filter(([, has]) => has).map(([name]) => name), ...new Set(attachments.map(kindOf))]
}

const link = /https?:\/\/|\bwww\./i

const kinds: readonly string[] = ['image', 'video', 'audio', 'contact', 'location'] satisfies FacetName[]
const kindOf = ({ kind, is_sticker }: Attachment): FacetName =>
  is_sticker ? 'sticker' : kinds.includes(kind) ? (kind as FacetName) : 'file'
