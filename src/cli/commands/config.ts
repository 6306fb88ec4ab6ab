/** `service config`: shows and changes the settings of config.json, whether the service runs or not. */
import { Command } from 'commander'
import type { PluginSchemas } from '../../actions/settings-view.ts'
import { Config } from '../../contract/config.ts'
import { type Setting, settingAt } from '../../domain/settings/setting.ts'
import { readInput } from '../ask.ts'
import { change, changeList, type ListChange, requireList, valueFor } from '../config/change.ts'
import { inOneLine, shownAt, shownConfig, shownLines, valueText } from '../config/shown.ts'
import { whenInForce } from '../config/when-in-force.ts'
import { atDesk, type Desk } from '../plugins/desk.ts'

const examples = `
Examples:
  service config show
  service config get relay.scope
  service config set relay.scope contacts
  service config add whitelist.handles +12025550123
  service config unset relay.scope

They work with and without a running service. What each setting means: docs/settings.md`

export function configCommand(): Command {
  const command = new Command('config')
    .exitOverride()
    .description('show and change settings')
    .addHelpText('after', examples)
  for (const each of [
    showCommand(),
    getCommand(),
    setCommand(),
    listCommand('add'),
    listCommand('remove'),
    unsetCommand(),
  ])
    command.addCommand(each)
  return command
}

interface Options {
  json?: boolean
}

const say = (text: string): boolean => process.stdout.write(`${text}\n`)
const sayJson = (value: unknown): boolean => say(JSON.stringify(value, null, 2))

const showCommand = (): Command =>
  new Command('show')
    .exitOverride()
    .description('all settings, those marked that are not as they would be by themselves')
    .option('--json', 'as JSON, for programs')
    .addHelpText('after', '\nExamples:\n  service config show\n  service config show --json | jq .relay')
    .action(({ json }: Options) =>
      atSettings(undefined, async ({ desk, schemas }) => {
        const shown = shownConfig(desk.settings.current(), schemas)
        if (json) sayJson(shown)
        else say([desk.dir.configFile, ...shownLines(shown)].join('\n'))
      }),
    )

const getCommand = (): Command =>
  new Command('get')
    .exitOverride()
    .description('one setting, a section, or all of them; of a secret, whether it is set')
    .argument('[setting]', 'as relay.scope, or integrations.webhook.url')
    .option('--json', 'a text as JSON, too')
    .addHelpText(
      'after',
      '\nExamples:\n  service config get web.port\n  service config get whitelist --json\n' +
        '  service config get integrations.webhook.enabled',
    )
    .action((path: string | undefined, { json }: Options) =>
      atSettings(path, async ({ desk, schemas }) => {
        const shown = shownConfig(desk.settings.current(), schemas)
        const value = path === undefined ? shown : shownAt(shown, settingAt(path, schemas))
        if (json) sayJson(value)
        else say(valueText(value))
      }),
    )

const setCommand = (): Command =>
  new Command('set')
    .exitOverride()
    .description('change a setting')
    .argument('<setting>', 'as relay.scope, or integrations.webhook.url')
    .argument('<value...>', 'the members of a list one by one; a section as JSON; - reads it from standard input')
    .option('--json', 'what is set now as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service config set relay.scope everyone\n  service config set web.port 8730\n' +
        '  service config set self_handles +12025550123 me@example.org\n' +
        '  service config set send \'{"per_minute": 10, "sms_fallback": false}\'\n' +
        '  pass show webhook | service config set integrations.webhook.secret -',
    )
    .action((path: string, words: string[], options: Options) =>
      atSettings(path, async (room) => {
        const setting = settingAt(path, room.schemas)
        const isPiped = words.length === 1 && words[0] === '-'
        const value = valueFor(setting, isPiped ? [await readInput()] : words)
        await tell(setting, change(setting, value, room), { ...room, ...options })
      }),
    )

const listDescriptions: Readonly<Record<ListChange, string>> = {
  add: 'add members to a list; those it has already are left alone',
  remove: 'remove members from a list',
}

const listCommand = (how: ListChange): Command =>
  new Command(how)
    .exitOverride()
    .description(listDescriptions[how])
    .argument('<list>', 'as whitelist.handles')
    .argument('<member...>', 'one or more of its members')
    .option('--json', 'what is set now as JSON, for programs')
    .addHelpText(
      'after',
      `\nExamples:\n  service config ${how} whitelist.handles +12025550123 anna@example.com\n` +
        `  service config ${how} web.allowed_hosts mac.local`,
    )
    .action((path: string, words: string[], options: Options) =>
      atSettings(path, async (room) => {
        const setting = settingAt(path, room.schemas)
        requireList(setting)
        const members = valueFor(setting, words) as unknown[]
        await tell(setting, changeList(setting, how, members, room), { ...room, ...options })
      }),
    )

const unsetCommand = (): Command =>
  new Command('unset')
    .exitOverride()
    .description('let a setting be as it would be by itself')
    .argument('<setting>', 'as relay.scope, or integrations.webhook.url')
    .option('--json', 'what is set now as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service config unset relay.scope\n  service config unset integrations.webhook.secret',
    )
    .action((path: string, options: Options) =>
      atSettings(path, async (room) => {
        const setting = settingAt(path, room.schemas)
        await tell(setting, change(setting, null, room), { ...room, ...options })
      }),
    )

interface Room {
  desk: Desk
  schemas: PluginSchemas
}

/** Searches for plugins only where the path may belong to one, because that takes longer than all the rest. */
const atSettings = (path: string | undefined, work: (room: Room) => Promise<void>): Promise<void> =>
  atDesk(async (desk) => {
    const [section = ''] = path?.split('.') ?? []
    const isOfNone = section !== 'integrations' && Object.hasOwn(Config.properties, section)
    const plugins = isOfNone ? [] : await desk.records()
    await work({ desk, schemas: new Map(plugins.map(({ name, settings_schema }) => [name, settings_schema])) })
  })

async function tell(setting: Setting, changed: Config, { desk, schemas, json }: Room & Options): Promise<void> {
  const { path, restart } = setting
  const now = shownAt(shownConfig(changed, schemas), setting)
  if (json) return void sayJson({ setting: path, value: now, restart })
  say(`${path}: ${inOneLine(path, now)}\n${await whenInForce(restart, desk)}`)
}
