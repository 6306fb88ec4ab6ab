/** `service export`: writes conversations as JSON, Markdown or one page of HTML, read directly from Messages. */
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import { ServiceError } from '../../domain/service-error.ts'
import { chosenConversations } from '../../export/chosen-conversations.ts'
import { inChunks } from '../../export/chunks.ts'
import type { Job } from '../../export/job.ts'
import { asJsonl } from '../../export/jsonl.ts'
import { localMoments } from '../../export/moments.ts'
import { periodOf } from '../../export/period.ts'
import { type Format, formats, writeExport } from '../../export/write-export.ts'
import { readEnvironment } from '../environment.ts'
import { openMac, type ReadMac } from '../export/open-mac.ts'
import { progressOf } from '../export/progress.ts'
import { untilStopped } from '../until-stopped.ts'

interface Options {
  format: Format
  conversation?: string[]
  since?: string
  until?: string
  starred?: boolean
  /** `--no-media` turns it off. */
  media: boolean
  to: string
  force?: boolean
}

const examples = `
Examples:
  service export --format html --to messages.html
  service export --format html --conversation "Anna Keller" --since 2025-06 --to anna.html
  service export --format markdown --no-media --to letters
  service export --format jsonl --to - | jq -r .text

html: one page with photos and audio for any browser. markdown: a folder with a file for each conversation.
jsonl: one line for each message, in the format of the API, with times in UTC. Days are those of this Mac's time zone.
The service can be running or not. Messages is not changed.
Exit code 3: macOS does not let this program read Messages; 6: the output already exists.`

export function exportCommand(): Command {
  return new Command('export')
    .description('Export conversations as a web page with media, Markdown or JSON')
    .addOption(new Option('--format <format>', 'Output format').choices(formats).makeOptionMandatory())
    .requiredOption('--to <path>', 'Output file; a folder for markdown; - for standard output (jsonl)')
    .option('--conversation <who...>', 'Only these conversations: a name, number, email address or chat GUID')
    .option('--since <date>', 'First day, such as 2025-03-17, 2025-03, 2025 or yesterday')
    .option('--until <date>', 'Last day')
    .option('--starred', 'Only starred messages')
    .option('--no-media', 'Leave out photos, videos and audio, and show their names')
    .option('--force', 'Replace an earlier export')
    .addHelpText('after', examples)
    .action(async (options: Options) => {
      if (options.to === '-' && options.format !== 'jsonl')
        throw new ServiceError('invalid_request', 'Only jsonl goes to standard output.')
      using mac = openMac(readEnvironment())
      await untilStopped((signal) => writeOut(options, mac, signal), 'Stopped: nothing was written.')
    })
}

async function writeOut(options: Options, mac: ReadMac, signal: AbortSignal): Promise<void> {
  const { history, media, stop } = mac
  tellOfNames(mac)
  signal.addEventListener('abort', stop)
  const nowMs = Date.now()
  const period = periodOf(options, nowMs)
  const conversations = await chosenConversations(history, { asked: options.conversation ?? [], period })
  const counted = counting(conversations.map(({ guid }) => ({ guid, rows: history.rowsOf(guid) })))
  const { onMessages } = counted
  const job: Job = {
    history,
    conversations,
    period,
    nowMs,
    onMessages,
    moments: localMoments(),
    media: options.media ? media : undefined,
  }
  try {
    await (options.to === '-'
      ? toStandardOutput(job, signal)
      : writeExport(job, { ...options, path: resolve(options.to), force: options.force ?? false, signal }))
  } finally {
    counted.progress.end()
  }
  const what = `${formatCount(counted.messages(), 'message')} of ${formatCount(conversations.length, 'conversation')}`
  if (options.to === '-') process.stderr.write(`${what}.\n`)
  else process.stdout.write(`${what}: ${options.to}\n`)
}

function tellOfNames({ namesMissing }: ReadMac): void {
  const reason = namesMissing()
  if (reason !== undefined)
    process.stderr.write(`Contacts cannot be read, so that people are named by their addresses: ${reason}\n`)
}

async function toStandardOutput(job: Job, signal: AbortSignal): Promise<void> {
  // A reader that closes the pipe, as `head` does, has seen enough.
  process.stdout.on('error', () => process.exit())
  await pipeline(inChunks(asJsonl(job)), process.stdout, { signal, end: false })
}

function counting(sizes: readonly { guid: string; rows: number }[]) {
  const rowsOf = new Map(sizes.map(({ guid, rows }) => [guid, rows]))
  const progress = progressOf(sizes.reduce((sum, { rows }) => sum + rows, 0))
  let [messages, over, within] = [0, 0, 0]
  let current: string | undefined
  const onMessages: Job['onMessages'] = (count, { guid }) => {
    // Rows that are shown within others make up the rest of a conversation.
    if (guid !== current) over += rowsOf.get(current ?? '') ?? 0
    within = guid === current ? within + count : count
    current = guid
    messages += count
    progress.at(over + within, formatCount(messages, 'message'))
  }
  return { progress, onMessages, messages: () => messages }
}

const formatCount = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
