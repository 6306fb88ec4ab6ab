/** `service hub lines`: lists and renames the lines of a hub, and sets the default. The hub can be running or not. */

import { Command } from 'commander'
import { ServiceError } from '../../domain/service-error.ts'
import { commandGroup } from '../command-group.ts'
import { print } from '../print.ts'
import { printTable } from '../print-table.ts'
import { withMacs } from './hub-macs.ts'

const examples = `
Examples:
  service hub lines list
  service hub lines default family
  service hub lines rename family "The Kellers"`

export const hubLinesCommand = (): Command =>
  commandGroup('lines', {
    description: 'List and rename the lines of a hub, and set the default',
    examples,
    commands: [listCommand(), defaultCommand(), renameCommand()],
  })

const principal = 'command'

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List lines with their number and the Macs that serve them')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service hub lines list\n  service hub lines list --json | jq -r ".[].name"')
    .action(({ json }: { json?: boolean }) =>
      withMacs(async ({ lines, macs }) => {
        const serving = (await macs.list()).filter(({ state }) => state !== 'revoked')
        const all = (await lines.list()).map((line) => ({
          ...line,
          macs: serving.filter((mac) => mac.line.id === line.id).map(({ name }) => name),
        }))
        printTable(all, {
          json,
          none: 'There are no lines. Adding a Mac makes one: service hub macs add <name>',
          headings: ['LINE', 'NUMBER', 'DEFAULT', 'MACS'],
          row: ({ id, name, is_default, macs }) => [name, String(id), is_default ? 'yes' : '', macs.join(', ')],
        })
      }),
    )

const defaultCommand = (): Command =>
  new Command('default')
    .exitOverride()
    .description('Set the line that sends to people with whom no line has been in contact')
    .argument('[line]', 'Name of the line')
    .option('--none', 'Have no default: such a message must name its line')
    .addHelpText('after', '\nExamples:\n  service hub lines default family\n  service hub lines default --none')
    .action((named: string | undefined, { none }: { none?: boolean }) =>
      withMacs(async ({ lines }) => {
        if ((named === undefined) === (none !== true))
          throw new ServiceError('invalid_request', 'Name a line, or give --none.')
        const all = await lines.list()
        const { id } = named === undefined ? (all.find((line) => line.is_default) ?? {}) : await lines.find(named)
        if (id !== undefined) await lines.setDefault(id, named !== undefined, principal)
        print(named === undefined ? 'There is no default line.' : `${named} is the default line.`)
      }),
    )

const renameCommand = (): Command =>
  new Command('rename')
    .exitOverride()
    .description('Rename a line, also in the limits of API keys; the number stays')
    .argument('<line>', 'Name of the line')
    .argument('<name>', 'New name')
    .addHelpText('after', '\nExample:\n  service hub lines rename family "The Kellers"')
    .action((named: string, name: string) =>
      withMacs(async ({ lines }) => {
        const { id } = await lines.find(named)
        await lines.rename(id, name, principal)
        print(`The line ${id} is called ${name.trim()}.`)
      }),
    )
