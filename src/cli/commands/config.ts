/** `service config`: shows and changes the settings of config.json, whether the service runs or not. */

import { Command } from 'commander'
import { Config } from '../../contract/config.ts'
import { type Setting, settingAt } from '../../domain/settings/setting.ts'
import { readInput } from '../ask.ts'
import { commandGroup } from '../command-group.ts'
import { change, changeList, type ListChange, requireList, type SettingsContext, valueFor } from '../config/change.ts'
import { configView, formatConfig, formatInLine, formatValue, valueAt, whenInForce } from '../config/format-config.ts'
import { withLocalService } from '../local-service.ts'
import { print, printJson } from '../print.ts'

const examples = `
Examples:
  service config show
  service config get relay.scope
  service config set relay.scope contacts
  service config add whitelist.handles +12025550123
  service config unset relay.scope

The service can be running or not. Reference of all settings: docs/settings.md`

export const configCommand = (): Command =>
  commandGroup('config', {
    description: 'Show and change settings',
    examples,
    commands: [showCommand(), getCommand(), setCommand(), listCommand('add'), listCommand('remove'), unsetCommand()],
  })

interface Options {
  json?: boolean
}

const showCommand = (): Command =>
  new Command('show')
    .exitOverride()
    .description('Show all settings (* = changed from default)')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service config show\n  service config show --json | jq .relay')
    .action(({ json }: Options) =>
      atSettings(undefined, async ({ service, schemas }) => {
        const view = configView(service.settings.current(), schemas)
        if (json) printJson(view)
        else print([service.dir.configFile, ...formatConfig(view)].join('\n'))
      }),
    )

const getCommand = (): Command =>
  new Command('get')
    .exitOverride()
    .description('Show a setting, a section or everything; for a secret, whether it is set')
    .argument('[setting]', 'Name of the setting, such as relay.scope or integrations.webhook.url')
    .option('--json', 'Print JSON, even for a plain text')
    .addHelpText(
      'after',
      '\nExamples:\n  service config get web.port\n  service config get whitelist --json\n' +
        '  service config get integrations.webhook.enabled',
    )
    .action((path: string | undefined, { json }: Options) =>
      atSettings(path, async ({ service, schemas }) => {
        const view = configView(service.settings.current(), schemas)
        const value = path === undefined ? view : valueAt(view, settingAt(path, schemas))
        if (json) printJson(value)
        else print(formatValue(value))
      }),
    )

const setCommand = (): Command =>
  new Command('set')
    .exitOverride()
    .description('Change a setting')
    .argument('<setting>', 'Name of the setting, such as relay.scope or integrations.webhook.url')
    .argument('<value...>', 'New value; several for a list, JSON for a section, - to read from standard input')
    .option('--json', 'Print the new value as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service config set relay.scope everyone\n  service config set web.port 8730\n' +
        '  service config set self_handles +12025550123 me@example.org\n' +
        '  service config set send \'{"per_minute": 10, "sms_fallback": false}\'\n' +
        '  pass show webhook | service config set integrations.webhook.secret -',
    )
    .action((path: string, words: string[], options: Options) =>
      atSettings(path, async (context) => {
        const setting = settingAt(path, context.schemas)
        const isPiped = words.length === 1 && words[0] === '-'
        const value = valueFor(setting, isPiped ? [await readInput()] : words)
        await report(setting, change(setting, value, context), { ...context, ...options })
      }),
    )

const listDescriptions: Readonly<Record<ListChange, string>> = {
  add: 'Add members to a list',
  remove: 'Remove members from a list',
}

const listCommand = (how: ListChange): Command =>
  new Command(how)
    .exitOverride()
    .description(listDescriptions[how])
    .argument('<list>', 'Name of the list, such as whitelist.handles')
    .argument('<member...>', 'One or more members')
    .option('--json', 'Print the new value as JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  service config ${how} whitelist.handles +12025550123 anna@example.com\n` +
        `  service config ${how} web.allowed_hosts mac.local`,
    )
    .action((path: string, words: string[], options: Options) =>
      atSettings(path, async (context) => {
        const setting = settingAt(path, context.schemas)
        requireList(setting)
        const members = valueFor(setting, words) as unknown[]
        await report(setting, changeList(setting, how, members, context), { ...context, ...options })
      }),
    )

const unsetCommand = (): Command =>
  new Command('unset')
    .exitOverride()
    .description('Reset a setting to its default')
    .argument('<setting>', 'Name of the setting, such as relay.scope or integrations.webhook.url')
    .option('--json', 'Print the new value as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service config unset relay.scope\n  service config unset integrations.webhook.secret',
    )
    .action((path: string, options: Options) =>
      atSettings(path, async (context) => {
        const setting = settingAt(path, context.schemas)
        await report(setting, change(setting, null, context), { ...context, ...options })
      }),
    )

/** Searches for plugins only where the path may belong to one, because that takes longer than all the rest. */
const atSettings = (path: string | undefined, work: (context: SettingsContext) => Promise<void>): Promise<void> =>
  withLocalService(async (service) => {
    const [section = ''] = path?.split('.') ?? []
    const isOfNone = section !== 'integrations' && Object.hasOwn(Config.properties, section)
    const plugins = isOfNone ? [] : await service.records()
    await work({ service, schemas: new Map(plugins.map(({ name, settings_schema }) => [name, settings_schema])) })
  })

async function report(
  setting: Setting,
  changed: Config,
  { service, schemas, json }: SettingsContext & Options,
): Promise<void> {
  const { path, restart } = setting
  const now = valueAt(configView(changed, schemas), setting)
  if (json) return void printJson({ setting: path, value: now, restart })
  print(`${path}: ${formatInLine(path, now)}\n${await whenInForce(restart, service)}`)
}
