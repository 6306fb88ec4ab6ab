/**
 * `service logs`: shows the last entries of the log, and new ones with `-f`; reads the file, so no process has to run.
 */

import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { Command, Option } from 'commander'
import { type LogEntry, type LogLevel, logLevels } from '../../contract/log-entry.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { lastLogEntries } from '../../store/log-history.ts'
import { tailLog } from '../../store/log-tail.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readEnvironment } from '../environment.ts'
import { localTime } from '../local-time.ts'
import { numberOption } from '../number-option.ts'
import { stopSignal } from '../until-stopped.ts'

interface Options {
  follow?: boolean
  lines: number
  level?: LogLevel
  source?: string[]
  json?: boolean
}

const mostLines = 100_000

const examples = `
Examples:
  service logs
  service logs -f --level warn
  service logs --source bridge web --lines 200
  service logs --json | jq -r .msg

Output is coloured only on a terminal. NO_COLOR=1 turns colours off.`

export function logsCommand(): Command {
  return new Command('logs')
    .description('Show the log')
    .option('-f, --follow', 'Follow new entries until Ctrl-C')
    .option('-n, --lines <number>', 'Number of entries', numberOption('A number', 0, mostLines), 50)
    .addOption(new Option('--level <level>', 'Minimum level').choices(logLevels))
    .option('--source <source...>', 'Only entries of the bridge, the web process or these plugins')
    .option('--json', 'Print each entry as a line of JSON')
    .addHelpText('after', examples)
    .action(async (options: Options) => {
      const { logFile } = serviceDir(readEnvironment().base)
      if (!options.follow && !existsSync(logFile))
        throw new ServiceError('not_running', 'Nothing was logged yet: the service has never run here.')
      await (options.follow ? follow(logFile, options) : showLast(logFile, options))
    })
}

/** Filters before it limits, so that the requested number of entries is shown even if they are rare. */
async function showLast(logFile: string, options: Options): Promise<void> {
  const { lines, level } = options
  const [source] = options.source?.length === 1 ? options.source : []
  const isNarrow = (options.source?.length ?? 0) > 1
  const entries = await lastLogEntries(logFile, { limit: isNarrow ? mostLines : lines, level, source })
  const wanted = entries.filter((entry) => isWanted(entry, { level, sources: options.source }))
  for (const entry of lines === 0 ? [] : wanted.slice(-lines)) show(entry, options)
}

async function follow(logFile: string, options: Options): Promise<void> {
  using stop = stopSignal()
  const { lines: backlog, level, source: sources } = options
  for await (const entry of tailLog(logFile, { backlog, signal: stop.signal }))
    if (isWanted(entry, { level, sources })) show(entry, options)
}

const hasColours = (): boolean => process.stdout.isTTY === true && process.stdout.hasColors()

const show = (entry: LogEntry, { json }: Options): boolean =>
  process.stdout.write(json ? `${JSON.stringify(entry)}\n` : `${entryLine(entry, hasColours())}\n`)

type Style = Parameters<typeof styleText>[0]

const colours: Record<LogLevel, Style> = {
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
}
const levelWidth = 5
const sourceWidth = 12

/** Formats an entry as a line, with the local time. */
function entryLine({ ts, source, level, msg }: LogEntry, isColoured: boolean): string {
  const paint = (style: Style, text: string) => (isColoured ? styleText(style, text, { validateStream: false }) : text)
  const [name, when] = [level.padEnd(levelWidth), localTime(ts)]
  return `${paint('dim', when)} ${paint(colours[level], name)} ${paint('cyan', source.padEnd(sourceWidth))} ${msg}`
}

interface WantedLog {
  /** The lowest level. */
  level: LogLevel | undefined
  /** Any of these; undefined accepts all. */
  sources: readonly string[] | undefined
}

export const isWanted = ({ level, source }: LogEntry, wanted: WantedLog): boolean =>
  (wanted.level === undefined || logLevels.indexOf(level) >= logLevels.indexOf(wanted.level)) &&
  (wanted.sources === undefined || wanted.sources.includes(source))
