/** `service sim play`: plays what goes wrong on real Macs, and prints what a relay should do with each row. */
import { Argument, type Command } from 'commander'
import { names } from '../../src/contract/names.ts'
import { play, type Scenario, type Step, scenarios } from '../scenarios/scenarios.ts'
import {
  give,
  inColumns,
  inHome,
  misused,
  positiveNumber,
  say,
  sayJson,
  subcommand,
  wholeNumber,
} from './subcommand.ts'

interface Options {
  list?: boolean
  outage?: number
  rows?: number
  port?: number
  json?: boolean
}

export function playCommand(): Command {
  const examples = ['play --list', 'play /tmp/mac icloud-flood --rows 5000', 'play /tmp/mac locked --outage 20']
  const command = subcommand('play', 'Play a scenario, such as an outage or a flood', examples)
  const [dir] = command.registeredArguments
  dir?.argOptional()
  return command
    .addArgument(new Argument('[scenario]', 'Scenario'))
    .option('--list', 'List the scenarios')
    .option('--outage <seconds>', 'Seconds that a lock, an outage or a lost permission lasts', positiveNumber)
    .option('--rows <n>', 'Number of rows in a flood or burst', wholeNumber)
    .option('--port <n>', 'Port on which the receiver of a webhook listens', wholeNumber)
    .option('--json', 'Print each row and its expected outcome as JSON')
    .action(async (home: string | undefined, name: string | undefined, options: Options) => {
      const scenario = scenarios.get(name ?? '')
      if (options.list || home === undefined) list(options)
      else if (scenario === undefined) give(misused(unknown(name)))
      else await inHome(home, () => playOn(home, scenario, options))
    })
}

function list({ json }: Options): void {
  const all = [...scenarios].map(([name, { description }]) => ({ name, description }))
  if (json) sayJson(all)
  else say(inColumns(all.map(({ name, description }) => [name, description])).join('\n'))
}

const unknown = (name: string | undefined) =>
  `${name === undefined ? 'Name a scenario' : `There is no scenario ${name}`}. Those there are: ${names.command} sim play --list`

async function playOn(home: string, scenario: Scenario, { outage, rows, port, json }: Options): Promise<void> {
  const steps = await play(home, scenario, {
    rows,
    receiverPort: port,
    outageMs: outage === undefined ? undefined : outage * 1000,
    onStep: (step) => json || say(lineOf(step)),
  })
  if (json) sayJson(steps.map(({ chatGuid, ...step }) => ({ ...step, chat_guid: chatGuid })))
}

const lineOf = ({ expect, rowid, did }: Step) => `${expect.padEnd(8)} ${String(rowid ?? '').padStart(8)}  ${did}`
