/** `service search`: finds messages through the web process. */
import { Command, InvalidArgumentError } from 'commander'
import type { Client } from '../../client/client.ts'
import type { SearchPage } from '../../contract/search.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { readEnvironment } from '../environment.ts'
import { resultLine } from '../search/format-result.ts'
import { queryOf } from '../search/query.ts'
import { webClient } from '../web-client.ts'

interface Options {
  from?: string
  in?: string
  limit: number
  json?: boolean
}

const examples = `
Examples:
  service search boat
  service search '"see you" has:image after:2025' --from "Anna Keller"
  service search tickets --in "Lake trip" --limit 100
  service search invoice --json | jq -r ".results[].message.text"

The whole language, with dates, kinds and exclusions: docs/search.md
Exit code 4: the web process does not run.`

export function searchCommand(): Command {
  return new Command('search')
    .description('find messages: words, "phrases" and conditions, the newest first')
    .argument('[words...]', 'what to look for; what begins with a dash stands behind --')
    .option('--from <who>', 'written by them: a name, a number, an e-mail address, or me')
    .option('--in <conversation>', 'of this conversation: the name of a person or group, an address, or a chat GUID')
    .option('-n, --limit <number>', 'how many', limitOf, 20)
    .option('--json', 'the messages as JSON, for programs')
    .addHelpText('after', examples)
    .action(async (words: string[], { json, limit, ...conditions }: Options) => {
      const query = queryOf({ words, ...conditions })
      if (query.trim() === '') throw new ServiceError('invalid_request', 'There is nothing to look for.')
      const client = webClient(readEnvironment(), tell)
      const page = await found(client, query, limit)
      if (json) process.stdout.write(`${JSON.stringify(page, null, 2)}\n`)
      else show(page)
    })
}

const tell = (line: string): boolean => process.stderr.write(`${line}\n`)

const most = 1_000
const mostAtOnce = 100

function limitOf(given: string): number {
  const limit = Number(given)
  if (/^\d+$/.test(given) && limit >= 1 && limit <= most) return limit
  throw new InvalidArgumentError(`A number from 1 to ${most}.`)
}

async function found(client: Client, q: string, limit: number): Promise<SearchPage> {
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
  if (results.length === 0) tell('Nothing was found.')
  if (cursor !== null) tell('There are more: raise --limit, or say more closely what you look for.')
  if (!complete) tell('The index is still being built, so older messages may be missing.')
}
