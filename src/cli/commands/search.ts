/** `service search`: finds messages through the web process, and prints each as a line. */

import { styleText } from 'node:util'
import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { SearchPage, SearchResult } from '../../contract/search.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { readEnvironment } from '../environment.ts'
import { localTime } from '../local-time.ts'
import { numberOption } from '../number-option.ts'
import { plain } from '../plugins/format-plugins.ts'
import { printJson } from '../print.ts'
import { webClient } from '../web-client.ts'

interface Options {
  from?: string
  in?: string
  limit: number
  json?: boolean
}

const most = 1_000
const mostAtOnce = 100

const examples = `
Examples:
  service search boat
  service search '"see you" has:image after:2025' --from "Anna Keller"
  service search tickets --in "Lake trip" --limit 100
  service search invoice --json | jq -r ".results[].message.text"

Search syntax with dates, kinds and exclusions: docs/search.md
Exit code 4: the web process is not running.`

export function searchCommand(): Command {
  return new Command('search')
    .description('Search messages')
    .argument('[words...]', 'Words, "phrases" and filters; put -- before a word that begins with a dash')
    .option('--from <who>', 'Sender: a name, number, email address or "me"')
    .option('--in <conversation>', 'Conversation: a person or group, number, email address or chat GUID')
    .option('-n, --limit <number>', 'Maximum number of results', numberOption('A number', 1, most), 20)
    .option('--json', 'Print the messages as JSON')
    .addHelpText('after', examples)
    .action(async (words: string[], { json, limit, ...conditions }: Options) => {
      const query = queryOf({ words, ...conditions })
      if (query.trim() === '') throw new ServiceError('invalid_request', 'There is nothing to look for.')
      const client = webClient(readEnvironment())
      const page = await find(client, query, limit)
      if (json) printJson(page)
      else show(page)
    })
}

const tell = (line: string): boolean => process.stderr.write(`${line}\n`)

async function find(client: Client, q: string, limit: number): Promise<SearchPage> {
  const whole = await client.search({ q, limit: Math.min(limit, mostAtOnce) })
  while (whole.cursor !== null && whole.results.length < limit) {
    const left = Math.min(limit - whole.results.length, mostAtOnce)
    const next = await client.search({ q, limit: left, cursor: whole.cursor })
    whole.results.push(...next.results)
    whole.cursor = next.cursor
  }
  return whole
}

function show({ results, cursor, complete }: SearchPage): void {
  const hasColours = process.stdout.isTTY === true && process.stdout.hasColors()
  for (const result of results) process.stdout.write(`${resultLine(result, hasColours)}\n`)
  if (results.length === 0) tell('No results.')
  if (cursor !== null) tell('There are more: raise --limit, or say more closely what you look for.')
  if (!complete) tell('The index is still being built, so older messages may be missing.')
}

interface TypedQuery extends Pick<Options, 'from' | 'in'> {
  words: readonly string[]
}

/** Builds a query of the search language from what was typed. The conditions come first, so that an OR among the words does not include them. */
export const queryOf = ({ words, from, in: where }: TypedQuery): string =>
  [condition('from', from), condition('in', where), ...words].filter(Boolean).join(' ')

/** Removes quotes, because the language has no quotes within quotes. */
const condition = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `${name}:"${value.replaceAll(/["“”„]/g, '')}"`

type Style = Parameters<typeof styleText>[0]

const toTheMinute = 'YYYY-MM-DD HH:MM'.length

/** Formats a found message as a line: time, sender, conversation, and the matching part. */
export function resultLine({ message, conversation_name, ...found }: SearchResult, isColoured: boolean): string {
  const paint = (style: Style, text: string) =>
    isColoured && text !== '' ? styleText(style, text, { validateStream: false }) : text
  const when = localTime(message.ts).slice(0, toTheMinute)
  const isOwnConversation = conversation_name === message.sender
  const where = isOwnConversation ? '' : ` in ${plain(conversation_name)}`
  const highlighted = piecesOf(found).map(({ text, isMatch }) => (isMatch ? paint('bold', plain(text)) : plain(text)))
  return `${paint('dim', when)}  ${paint('cyan', plain(message.sender))}${where}: ${highlighted.join('')}`
}

interface Piece {
  text: string
  isMatch: boolean
}

/** Splits the text before anything is removed from it, because positions refer to the original text. */
function piecesOf({ snippet, ranges }: Pick<SearchResult, 'snippet' | 'ranges'>): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, length } of ranges) {
    pieces.push({ text: snippet.slice(at, start), isMatch: false })
    at = start + length
    pieces.push({ text: snippet.slice(start, at), isMatch: true })
  }
  return [...pieces, { text: snippet.slice(at), isMatch: false }]
}
