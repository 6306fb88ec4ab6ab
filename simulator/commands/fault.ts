/** `service sim fault`: sets, clears and lists the faults of sending. */
import { Argument, type Command } from 'commander'
import {
  activeFaults,
  clearFault,
  clearFaults,
  type FaultName,
  faultNames,
  faults,
  setFault,
} from '../programs/faults.ts'
import { inColumns, inHome, positiveNumber, say, sayJson, subcommand, wholeNumber } from './subcommand.ts'

interface Options {
  times?: number
  after?: number
  clear?: boolean
  json?: boolean
}

export function faultCommand(): Command {
  const examples = [
    'fault /tmp/mac ghost-row --times 1',
    'fault /tmp/mac --clear',
    'fault /tmp/mac   # list active faults',
  ]
  return subcommand('fault', 'Make sending fail or report wrong results', examples)
    .addArgument(new Argument('[name]', 'Fault').choices(faultNames))
    .option('--times <n>', 'How many times the fault occurs; by default always', wholeNumber)
    .option('--after <seconds>', 'Seconds of delay for late results', positiveNumber)
    .option('--clear', 'Turn off this fault, or all faults')
    .option('--json', 'Print active faults as JSON')
    .addHelpText(
      'after',
      `\nFaults:\n${inColumns(faultNames.map(described))
        .map((line) => `  ${line}`)
        .join('\n')}`,
    )
    .action((dir: string, name: FaultName | undefined, options: Options) =>
      inHome(dir, () => {
        change(dir, name, options)
        print(dir, options)
      }),
    )
}

const described = (name: FaultName): [name: string, does: string] => [
  name,
  `${faults[name].does}${faults[name].code === undefined ? '' : ` (${faults[name].code})`}`,
]

function change(dir: string, name: FaultName | undefined, { times, after, clear }: Options): void {
  if (clear) {
    if (name === undefined) clearFaults(dir)
    else clearFault(dir, name)
  } else if (name !== undefined) {
    setFault(dir, { name, times: times ?? null, ...(after !== undefined && { afterMs: after * 1000 }) })
  }
}

function print(dir: string, { json }: Options): void {
  const active = activeFaults(dir)
  if (json) sayJson(active.map(({ name, times, afterMs }) => ({ name, times, after_ms: afterMs })))
  else if (active.length === 0) say('No fault is on.')
  else
    say(
      inColumns(
        active.map(({ name, times }) => {
          const [title, does] = described(name)
          return [`${times ?? 'every'} time${times === 1 || times === null ? '' : 's'}: ${title}`, does] as const
        }),
      ).join('\n'),
    )
}
