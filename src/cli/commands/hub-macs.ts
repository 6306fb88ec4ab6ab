/** `service hub macs`: adds, lists, renames and revokes the Macs of a hub, whether or not the hub is running. */

import { Command } from 'commander'
import type { Mac, MacCode } from '../../contract/mac.ts'
import { names } from '../../contract/names.ts'
import { commandGroup } from '../command-group.ts'
import type { OpenedHub } from '../hub/with-macs.ts'
import { localTime } from '../local-time.ts'
import { print, printJson } from '../print.ts'
import { printTable } from '../print-table.ts'

const examples = `
Examples:
  service hub macs add "Anna’s Mac mini" --line anna
  service hub macs list
  service hub macs revoke "Anna’s Mac mini"`

export const hubMacsCommand = (): Command =>
  commandGroup('macs', {
    description: 'Add, list, rename and revoke the Macs of a hub',
    examples,
    commands: [addCommand(), listCommand(), codeCommand(), renameCommand(), revokeCommand()],
  })

interface Options {
  json?: boolean
}

const principal = 'command'

const addCommand = (): Command =>
  new Command('add')
    .exitOverride()
    .description('Add a Mac and show the code that the Mac joins with')
    .argument('<name>', 'Name of the Mac')
    .option('--line <name>', 'Line of the Mac, if another Mac has the same Apple ID')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service hub macs add home\n  service hub macs add "Office 2" --line office')
    .action((name: string, { line, json }: Options & { line?: string }) =>
      withMacs(async ({ macs }) => tellCode(await macs.add({ name, line }, principal), json)),
    )

const codeCommand = (): Command =>
  new Command('code')
    .exitOverride()
    .description(
      'Create a new code for a Mac; the machine that joins with the code replaces the one that joined before',
    )
    .argument('<mac>', 'Name or id of the Mac')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExample:\n  service hub macs code home')
    .action((named: string, { json }: Options) =>
      withMacs(async ({ macs }) => tellCode(await macs.newCode((await macs.find(named)).id, principal), json)),
    )

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List Macs with state, line, version, when each was last seen, and how far the hub is behind')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service hub macs list\n  service hub macs list --json | jq -r ".[].id"')
    .action(({ json }: Options) =>
      withMacs(async ({ macs }) => {
        const none = `There are no Macs. Add one: ${names.command} hub macs add <name>`
        printTable(await macs.list(), { json, none, headings, row: rowOf })
      }),
    )

const renameCommand = (): Command =>
  new Command('rename')
    .exitOverride()
    .description('Rename a Mac; its id stays the same')
    .argument('<mac>', 'Name or id of the Mac')
    .argument('<name>', 'New name')
    .addHelpText('after', '\nExample:\n  service hub macs rename home "Living room"')
    .action((named: string, name: string) =>
      withMacs(async ({ macs }) => {
        const { id } = await macs.find(named)
        print(`Renamed the Mac ${id} to ${(await macs.rename(id, name, principal)).name}.`)
      }),
    )

const revokeCommand = (): Command =>
  new Command('revoke')
    .exitOverride()
    .description('Disconnect a Mac and refuse it from now on; its messages stay on the hub')
    .argument('<mac>', 'Name or id of the Mac')
    .addHelpText('after', '\nExample:\n  service hub macs revoke home')
    .action((named: string) =>
      withMacs(async ({ macs }) => {
        const { id, name } = await macs.find(named)
        await macs.revoke(id, principal)
        print(`Revoked ${name}. It can no longer connect.`)
      }),
    )

/** Code for hubs is loaded only when it is needed. */
export async function withMacs(work: (hub: OpenedHub) => Promise<void>): Promise<void> {
  const hub = await import('../hub/with-macs.ts')
  await hub.withMacs(work)
}

function tellCode({ mac, code, expires_at }: MacCode, json: boolean | undefined): void {
  if (json) return void printJson({ mac, code, expires_at })
  process.stderr.write(
    `On the Mac “${mac.name}”, run before ${localTime(expires_at)}:\n  ${names.command} uplink join <address of the hub>\nand enter this code, which is shown only once:\n`,
  )
  print(code)
}

const headings = ['NAME', 'ID', 'LINE', 'STATE', 'VERSION', 'LAST SEEN', 'BEHIND', 'TO SEND']

const rowOf = ({ id, name, line, state, version, last_seen_at: seen, cloned_at: cloned, ...mac }: Mac): string[] => [
  name,
  id,
  line.name,
  cloned === null ? state : `${state}, copied`,
  version ?? '–',
  seen === null ? 'never' : localTime(seen),
  behind(mac),
  mac.waiting_orders === 0 ? '–' : String(mac.waiting_orders),
]

const behind = ({ lag }: Pick<Mac, 'lag'>): string =>
  lag === null || lag.events === 0 ? '–' : `${lag.events} events, ${lag.seconds} s`
