/** `service plugins`: lists plugins with their state, switches them on and off, and shows their failed deliveries. */

import { Command, Option } from 'commander'
import type { DeadDelivery, PluginRecord } from '../../contract/plugin.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type LocalService, withLocalService } from '../local-service.ts'
import { formatDeadDeliveries, formatPermissionsAsked, formatPlugins, plain } from '../plugins/format-plugins.ts'
import { print, printJson } from '../print.ts'
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
      withLocalService(async (service) => {
        const records = await service.records()
        if (json) printJson(records)
        else print(formatPlugins(records))
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
      withLocalService(async (service) => {
        const record = await service.switch(name, verb === 'enable')
        if (json) printJson(record)
        else print(formatSwitched(record, service))
      }),
    )

function formatSwitched(record: PluginRecord, { isBridgeAlive }: Pick<LocalService, 'isBridgeAlive'>): string {
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
      withLocalService(async (service) => {
        await service.record(name)
        if (options.retry || options.drop) change(name, options, service)
        else list(name, options, service)
      }),
    )

function change(name: string, { retry, id, json }: DeadOptions, { dead, audit }: LocalService): void {
  const changed = retry ? dead.retry({ integration: name, ids: id }) : dead.drop({ integration: name, ids: id })
  const action = retry ? 'dead_retried' : 'dead_dropped'
  audit.append({ action, principal: 'command', target: name, result: 'ok' })
  if (json) printJson({ changed })
  else print(`${changed} ${changed === 1 ? 'delivery' : 'deliveries'} ${retry ? 'to be tried again' : 'dropped'}.`)
}

const mostListed = 1_000

function list(name: string, { id, json }: DeadOptions, { journal }: LocalService): void {
  if (id !== undefined) throw new ServiceError('invalid_request', '--id goes with --retry or --drop.')
  const letters = journal.deadLetters(name, mostListed).map(toDelivery)
  if (json) printJson(letters)
  else print(letters.length === 0 ? `No failed deliveries for ${name}.` : formatDeadDeliveries(letters))
}

const toDelivery = ({
  id,
  guid,
  attempts,
  settledAtMs,
  error,
}: ReturnType<LocalService['journal']['deadLetters']>[number]) =>
  ({
    id,
    message_guid: guid,
    attempts,
    error,
    given_up_at: new Date(settledAtMs).toISOString(),
  }) satisfies DeadDelivery
