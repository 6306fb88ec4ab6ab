/**
 * Describes a plugin's failure in words that may appear in the log and in its record: without quoting the message that
 * the plugin was handed, and without secrets of its settings. A plugin's error often quotes what it could not read.
 */

import { basename } from 'node:path'
import { messageOf } from '../../base/errors.ts'
import { foldLetters } from '../../domain/fold-letters.ts'
import { secretTexts } from '../../domain/plugin-settings.ts'

export interface FailureWordsDeps {
  /** A bundled plugin takes care of its words itself, and is only kept from quoting at length. */
  isBundled: boolean
  settings: Readonly<Record<string, unknown>>
  schema: Readonly<Record<string, unknown>>
}

/** `handed` is what the plugin was given; nothing of it is repeated. */
export type FailureWords = (error: unknown, handed: readonly object[]) => string

const longestReason = 500
/** This many shared letters in a row count as a quotation. */
const longestShared = { ofOurs: 16, ofOthers: 6 }
/** Words of this length give something away when they also appear in the message. */
const tellingWord = /[\p{L}\p{N}]{4,}/gu
const hidden = '•••'

export function createFailureWords({ isBundled, settings, schema }: FailureWordsDeps): FailureWords {
  const secrets = secretsIn({ settings, schema })
  return (error, handed) => {
    const reason = withoutSecrets(reasonOf(error), secrets)
    const texts = textsIn(handed).map(folded)
    const quotes = isBundled ? sharesText(reason, texts, longestShared.ofOurs) : repeats(reason, texts)
    return quotes ? withheld(error) : reason.slice(0, longestReason)
  }
}

/** Removes secrets of the settings from what a receiver said, and keeps its beginning. */
export function createAnswerWords({ settings, schema }: Omit<FailureWordsDeps, 'isBundled'>): (said: string) => string {
  const secrets = secretsIn({ settings, schema })
  return (said) => secrets.reduce((text, secret) => text.replaceAll(secret, hidden), said).slice(0, longestReason)
}

/** The longest come first, since one may contain another. */
const secretsIn = ({ settings, schema }: Omit<FailureWordsDeps, 'isBundled'>): string[] =>
  secretTexts(settings, schema)
    .filter((secret) => secret !== '')
    .toSorted((one, other) => other.length - one.length)

export const reasonOf = (error: unknown): string => messageOf(error) || 'no reason'

/** Keeps only the host of a URL, because paths and queries may hold tokens. */
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

/** Whether the reason contains this many letters in a row of one of the texts, or all words of a shorter text. */
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

const folded = (text: string): string => foldLetters(text).replace(/\s+/g, ' ').trim()

/** Fields that hold what the host says about the message; all other fields hold what somebody wrote, or a name. */
const ours = new Set(['delivery_id', 'conversation_id', 'ts', 'kind', 'type', 'mime'])

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (ours.has(key) ? [] : textsIn(inner)))
}

/** Keeps the kind of error and where it was thrown, from which its author can find it. */
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

/** Drops the message, which comes before the places. */
const stackOf = ({ stack = '' }: Error): string => stack.slice(Math.max(0, stack.search(/^\s+at /m)))
