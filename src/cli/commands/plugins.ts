/** `service plugins`: lists plugins with their state, switches them on and off, and shows their failed deliveries. */

import { Command, Option } from 'commander'
import { sendTest } from '../../actions/test-plugin.ts'
import { exitCodes } from '../../contract/errors.ts'
import type { DeadDelivery, PluginRecord } from '../../contract/plugin.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type LocalService, withLocalService } from '../local-service.ts'
import {
  formatDeadDeliveries,
  formatPermissionsAsked,
  formatPlugins,
  formatTest,
  plain,
} from '../plugins/format-plugins.ts'
import { print, printJson } from '../print.ts'
import { newCommand, tryCommand } from './plugins-authors.ts'
import { installCommand, removeCommand } from './plugins-packages.ts'

const examples = `
Examples:
  service plugins list
  service plugins enable webhook
  service plugins test webhook
  service plugins install ./my-plugin
  service plugins dead webhook --retry
  service plugins new say_hello && service plugins try ./say_hello

The service can be running or not. A running service follows within seconds.`

export function pluginsCommand(): Command {
  const command = new Command('plugins').exitOverride().description('Manage plugins').addHelpText('after', examples)
  const switches = [switchCommand('enable'), switchCommand('disable'), pauseCommand('pause'), pauseCommand('resume')]
  const own = [listCommand(), ...switches, testCommand(), deadCommand()]
  for (const each of [...own, installCommand(), removeCommand(), newCommand(), tryCommand()]) command.addCommand(each)
  return command
}

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List plugins with their status')
    .option('--json', 'Print JSON')
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

const what = { enable: 'on and allow the permissions that it requests', disable: 'off' } as const

const switchCommand = (verb: keyof typeof what): Command =>
  new Command(verb)
    .exitOverride()
    .description(`Turn a plugin ${what[verb]}`)
    .argument('<plugin>')
    .option('--json', 'Print the plugin as JSON')
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

const pauses = {
  pause: 'Pause a plugin; deliveries are queued until you resume',
  resume: 'Resume a paused plugin',
} as const

const pauseCommand = (verb: keyof typeof pauses): Command =>
  new Command(verb)
    .exitOverride()
    .description(pauses[verb])
    .argument('<plugin>')
    .option('--json', 'Print the plugin as JSON')
    .addHelpText('after', `\nExamples:\n  service plugins ${verb} webhook`)
    .action((name: string, { json }: { json?: boolean }) =>
      withLocalService(async (service) => {
        const record = await service.setPaused(name, verb === 'pause')
        if (json) printJson(record)
        else if (record.paused) print(`${name} is paused. ${record.pending} queued.`)
        else print(`${name} is not paused. ${record.pending} queued.`)
      }),
    )

const testCommand = (): Command =>
  new Command('test')
    .exitOverride()
    .description('Send a plugin a test message and show the answer of its receiver')
    .argument('<plugin>')
    .option('--json', 'Print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service plugins test webhook\n\nExit code 0: delivered. Exit code 6: it was not delivered within 15 seconds.',
    )
    .action((name: string, { json }: { json?: boolean }) =>
      withLocalService(async (service) => {
        const { enabled, tier, display_name: title } = await service.record(name)
        const isOn = enabled && tier !== 'core'
        const result = await sendTest(
          { name, title, isOn, principal: 'command' },
          { ...service, isRelayAlive: service.isBridgeAlive },
        )
        if (json) printJson(result)
        else print(formatTest(name, result, service))
        if (result.state !== 'delivered') process.exitCode = exitCodes.refused
      }),
    )

interface DeadOptions {
  retry?: boolean
  drop?: boolean
  id?: string[]
  json?: boolean
}

const deadCommand = (): Command =>
  new Command('dead')
    .exitOverride()
    .description('List failed deliveries of a plugin; retry or drop them')
    .argument('<plugin>')
    .addOption(new Option('--retry', 'Retry the deliveries').conflicts('drop'))
    .option('--drop', 'Drop the deliveries')
    .option('--id <delivery...>', 'Only these deliveries')
    .option('--json', 'Print JSON')
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
