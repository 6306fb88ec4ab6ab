/** `service plugins`: lists plugins with their state, switches them on and off, and shows their failed deliveries. */
import { Command, Option } from 'commander'
import type { DeadDelivery, PluginRecord } from '../../contract/plugin.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { atDesk, type Desk } from '../plugins/desk.ts'
import { formatDeadDeliveries, formatPermissionsAsked, formatPlugins, plain } from '../plugins/format-plugins.ts'
import { newCommand, tryCommand } from './plugins-authors.ts'
import { installCommand, removeCommand } from './plugins-packages.ts'

const examples = `
Examples:
  service plugins list
  service plugins enable webhook
  service plugins install ./my-plugin
  service plugins dead webhook --retry
  service plugins new say_hello && service plugins try ./say_hello

They work with and without a running service, which follows within seconds.`

export function pluginsCommand(): Command {
  const command = new Command('plugins')
    .exitOverride()
    .description('list, switch, install and write plugins')
    .addHelpText('after', examples)
  const own = [listCommand(), switchCommand('enable'), switchCommand('disable'), deadCommand()]
  for (const each of [...own, installCommand(), removeCommand(), newCommand(), tryCommand()]) command.addCommand(each)
  return command
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`)
const sayJson = (value: unknown): boolean => say(JSON.stringify(value, null, 2))

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('the plugins there are, and how they do')
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service plugins list\n  service plugins list --json | jq ".[] | select(.enabled)"',
    )
    .action(({ json }: { json?: boolean }) =>
      atDesk(async (desk) => {
        const records = await desk.records()
        if (json) sayJson(records)
        else say(formatPlugins(records))
      }),
    )

const what = { enable: 'on, and allow what it asks for', disable: 'off' } as const

const switchCommand = (verb: keyof typeof what): Command =>
  new Command(verb)
    .exitOverride()
    .description(`switch a plugin ${what[verb]}`)
    .argument('<plugin>')
    .option('--json', 'its record as JSON, for programs')
    .addHelpText('after', `\nExamples:\n  service plugins ${verb} webhook`)
    .action((name: string, { json }: { json?: boolean }) =>
      atDesk(async (desk) => {
        const record = await desk.switch(name, verb === 'enable')
        if (json) sayJson(record)
        else say(formatSwitched(record, desk))
      }),
    )

function formatSwitched(record: PluginRecord, { isBridgeAlive }: Pick<Desk, 'isBridgeAlive'>): string {
  const { name, enabled, status, last_error } = record
  if (!enabled) return `${name} is off.`
  const trouble = last_error === null ? '' : `: ${plain(last_error)}`
  const how = isBridgeAlive() ? `${status}${trouble}` : 'it starts with the bridge (service up)'
  return [`${name} is on: ${how}`, ...formatPermissionsAsked(record)].join('\n')
}

interface DeadOptions {
  retry?: boolean
  drop?: boolean
  id?: string[]
  json?: boolean
}

const deadCommand = (): Command =>
  new Command('dead')
    .exitOverride()
    .description('list the failed deliveries of a plugin, deliver them again, or drop them')
    .argument('<plugin>')
    .addOption(new Option('--retry', 'deliver them again').conflicts('drop'))
    .option('--drop', 'forget them')
    .option('--id <delivery...>', 'these alone')
    .option('--json', 'as JSON, for programs')
    .addHelpText('after', '\nExamples:\n  service plugins dead webhook\n  service plugins dead webhook --retry')
    .action((name: string, options: DeadOptions) =>
      atDesk(async (desk) => {
        await desk.record(name)
        if (options.retry || options.drop) change(name, options, desk)
        else list(name, options, desk)
      }),
    )

function change(name: string, { retry, id, json }: DeadOptions, { dead, audit }: Desk): void {
  const changed = retry ? dead.retry({ integration: name, ids: id }) : dead.drop({ integration: name, ids: id })
  const action = retry ? 'dead_retried' : 'dead_dropped'
  audit.append({ action, principal: 'command', target: name, result: 'ok' })
  if (json) sayJson({ changed })
  else say(`${changed} ${changed === 1 ? 'delivery' : 'deliveries'} ${retry ? 'to be tried again' : 'dropped'}.`)
}

const mostListed = 1_000

function list(name: string, { id, json }: DeadOptions, { journal }: Desk): void {
  if (id !== undefined) throw new ServiceError('invalid_request', '--id goes with --retry or --drop.')
  const letters = journal.deadLetters(name, mostListed).map(toDelivery)
  if (json) sayJson(letters)
  else say(letters.length === 0 ? `No failed deliveries for ${name}.` : formatDeadDeliveries(letters))
}

const toDelivery = ({ id, guid, attempts, settledAtMs, error }: ReturnType<Desk['journal']['deadLetters']>[number]) =>
  ({
    ...{ id, message_guid: guid, attempts, error },
    given_up_at: new Date(settledAtMs).toISOString(),
  }) satisfies DeadDelivery
