/** `service sim create`: makes a Mac in an empty or new folder. */
import { existsSync, readdirSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { names } from '../../src/contract/names.ts'
import { createMac } from '../create.ts'
import { macosOfReport, makeLike, readReport } from '../like-report.ts'
import { manifestPath } from '../manifest.ts'
import { programsFolder } from '../paths.ts'
import { asMacosVersion, macosVersions } from '../schema/macos-version.ts'
import { give, type Refusal, refused, say, sayJson, subcommand, wholeNumber } from './subcommand.ts'

interface Options {
  macos: string
  like?: string
  messages: number
  chats: number
  seed: number
  json?: boolean
}

export function createCommand(): Command {
  const examples = [
    'create /tmp/mac',
    'create /tmp/old-mac --macos 12 --messages 100000 --chats 300 --seed 7',
    'create /tmp/like-mac --like report.json',
  ]
  return subcommand('create', 'Create a simulated Mac in a folder', examples)
    .addOption(
      new Option('--macos <version>', 'Version of macOS to simulate').choices(macosVersions.map(String)).default('26'),
    )
    .addOption(
      new Option('--like <report>', 'Report of service selftest whose database schema to simulate').conflicts('macos'),
    )
    .option('--messages <n>', 'Number of messages', wholeNumber, 2000)
    .option('--chats <n>', 'Number of chats', wholeNumber, 40)
    .option('--seed <n>', 'The same seed gives the same people', wholeNumber, 1)
    .option('--json', 'Print the result as JSON')
    .action((dir: string, options: Options) => {
      const refusal = refusalToCreate(dir) ?? refusalOf(options)
      if (refusal === undefined) create(dir, options)
      else give(refusal)
    })
}

function refusalToCreate(dir: string): Refusal | undefined {
  if (existsSync(manifestPath(dir))) {
    return refused(`${dir} holds a simulated Mac already. Name another folder, or remove that one.`)
  }
  const isTaken = existsSync(dir) && readdirSync(dir).length > 0
  return isTaken
    ? refused(`${dir} is not empty, so nothing is written there. Name a new or an empty folder.`)
    : undefined
}

const refusalOf = ({ like }: Options): Refusal | undefined =>
  like === undefined || readReport(like) !== undefined
    ? undefined
    : refused(`${like} is not a report of \`${names.command} selftest\` with the schema of chat.db.`)

function create(dir: string, { macos: asked, like, json, ...wanted }: Options): void {
  const report = like === undefined ? undefined : readReport(like)
  const macos = asMacosVersion(report === undefined ? asked : macosOfReport(report))
  const { elapsedMs, messagesPerSecond, ...made } = createMac(dir, { ...wanted, macos })
  if (report !== undefined) makeLike(dir, report)
  if (json) {
    sayJson({ ...made, elapsed_ms: Math.round(elapsedMs), messages_per_second: messagesPerSecond })
    return
  }
  const { messages, chats, handles, attachments, people } = made
  say(`A Mac with macOS ${macos} in ${dir}
  ${messages} messages in ${chats} chats, ${handles} handles, ${attachments} attachments, ${people} people
  ${messagesPerSecond} messages a second

Let people talk:
  ${names.command} sim live ${dir}
Let the service see it:
  HOME=${dir} PATH=${programsFolder(dir)}:$PATH ${names.command} up`)
}
