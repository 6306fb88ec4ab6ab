/** Turns a message into the words by which it is found: what is said in it, what it has, and by whom and where it was said. */
import type { Attachment, Message } from '../../contract/message.ts'
import { textsOf } from '../../domain/search/asked.ts'
import { type FacetName, wordOfFacet } from '../../domain/search/facets.ts'
import { wordsOfFields } from '../../domain/search/fields.ts'

/** Begins a word that no text holds: texts have letters and digits only. */
const own = '\u{e000}'
export const conversationWord = (id: number): string => `${own}c${id}`
export const contactWord = (id: number): string => `${own}p${id}`
export const lineWord = (line: number): string => `${own}l${line}`

export interface Placed {
  line: number
  conversation: number
  isGroup: boolean
  /** The contact who wrote it; undefined for one's own. */
  writer: number | undefined
}

/** A vector keeps positions up to this one only. */
const lastPosition = 16_383

/** The vector of a message, as PostgreSQL reads it. */
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

/** A word in a vector or a query. */
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
