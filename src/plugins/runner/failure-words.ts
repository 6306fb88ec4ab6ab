/**
 * Says what a plugin failed with, in words that may stand in the log and in its record: not in those of the message that it was
 * handed, and without secrets of its settings. A plugin's error often quotes what it could not read.
 */
import { basename } from 'node:path'
import { secretTexts } from '../../domain/plugin-settings.ts'

export interface FailureWordsDeps {
  /** A plugin of ours takes care of its words itself; it is only kept from quoting at length. */
  isBundled: boolean
  settings: Readonly<Record<string, unknown>>
  schema: Readonly<Record<string, unknown>>
}

/** `handed` is what the plugin was given; nothing of it is repeated. */
export type FailureWords = (error: unknown, handed: readonly object[]) => string

const longestReason = 500
/** So many letters in a row are a quotation. */
const longestShared = { ofOurs: 16, ofOthers: 6 }
/** A word that is as long tells something when it stands in the message as well. */
const tellingWord = /[\p{L}\p{N}]{4,}/gu
const hidden = '•••'

export function createFailureWords({ isBundled, settings, schema }: FailureWordsDeps): FailureWords {
  const secrets = secretTexts(settings, schema).filter((secret) => secret !== '')
  return (error, handed) => {
    const reason = withoutSecrets(reasonOf(error), secrets)
    const texts = textsIn(handed).map(folded)
    const quotes = isBundled ? sharesText(reason, texts, longestShared.ofOurs) : repeats(reason, texts)
    return quotes ? withheld(error) : reason.slice(0, longestReason)
  }
}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || 'no reason'

/** Of an address only the host is told: tokens stand in paths and queries. */
function withoutSecrets(reason: string, secrets: readonly string[]): string {
  const bare = secrets.reduce((text, secret) => text.replaceAll(secret, hidden), reason)
  return bare.replace(
    /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#'"<>)]+)([/?#][^\s'"<>)]*)?/gi,
    (_, scheme, host, rest) => (rest === undefined || rest === '/' ? `${scheme}${host}` : `${scheme}${host}/…`),
  )
}

function repeats(reason: string, texts: readonly string[]): boolean {
  const words = new Set(wordsOf(folded(reason)))
  return (
    texts.some((text) => wordsOf(text).some((word) => words.has(word))) ||
    sharesText(reason, texts, longestShared.ofOthers)
  )
}

const wordsOf = (text: string): string[] => text.match(tellingWord) ?? []

/** Whether so many letters of one of the texts stand in the reason in a row, or all words of a shorter one. */
function sharesText(reason: string, texts: readonly string[], length: number): boolean {
  const said = folded(reason)
  const pieces = Array.from({ length: Math.max(0, said.length - length + 1) }, (_, at) => said.slice(at, at + length))
  const saidWords = spaced(said)
  return texts.some((text) =>
    text.length < length
      ? spaced(text).trim() !== '' && saidWords.includes(spaced(text))
      : pieces.some((piece) => text.includes(piece)),
  )
}

const spaced = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `

const folded = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/** What somebody wrote or is called; not what the host says of the message. */
const ours = new Set(['delivery_id', 'conversation_id', 'ts', 'kind', 'type', 'mime'])

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (ours.has(key) ? [] : textsIn(inner)))
}

/** The kind of error and where it was thrown, from which its author finds it. */
function withheld(error: unknown): string {
  if (!(error instanceof Error)) return `${withheldWords}`
  const { code } = error as NodeJS.ErrnoException
  const name = /^[A-Za-z]\w{0,40}$/.test(error.name) ? error.name : 'Error'
  const coded = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? ` ${code}` : ''
  const place = /\b(file:\/\/[^\s()]+|\/[^\s()]+):(\d+):\d+/.exec(stackOf(error))
  const at = place === null ? '' : ` at ${basename(place[1] ?? '')}:${place[2]}`
  return `${name}${coded}${at}; ${withheldWords}`
}

const withheldWords = 'the plugin’s own words are not shown, because they quote the message'

/** Without the message, which stands before the places. */
const stackOf = ({ stack = '' }: Error): string => stack.slice(Math.max(0, stack.search(/^\s+at /m)))
