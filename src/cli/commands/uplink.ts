/** `service uplink`: lets this Mac join a hub, and carries its messages there. */

import { Command } from 'commander'
import type { UplinkStatus } from '../../contract/mac.ts'
import { names } from '../../contract/names.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readIdentity, readUplinkStatus } from '../../store/uplink-file.ts'
import { boundOutput } from '../agents/bound-output.ts'
import { ask } from '../ask.ts'
import { commandGroup } from '../command-group.ts'
import { readEnvironment } from '../environment.ts'
import { localTime } from '../local-time.ts'
import { print, printJson } from '../print.ts'
import { stopSignal } from '../until-stopped.ts'

const examples = `
Examples:
  service uplink join https://hub.example.org
  service uplink status
  service uplink leave`

export const uplinkCommand = (): Command =>
  commandGroup('uplink', {
    description: 'Connect this Mac to a hub: join it, leave it, show the connection',
    examples,
    commands: [joinCommand(), statusCommand(), leaveCommand(), runCommand()],
  })

interface JoinOptions {
  readOnly?: boolean
  json?: boolean
}

const joinCommand = (): Command =>
  new Command('join')
    .exitOverride()
    .description('Join a hub with the code that the hub made for this Mac')
    .argument('<address>', 'Address of the hub; HTTPS unless the hub is on this machine')
    .argument('[code]', 'Code; asked for if left out')
    .option('--read-only', 'Let the hub read, and send nothing through this Mac')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service uplink join https://hub.example.org\n  service uplink join hub.example.org --read-only\n\n' +
        'The hub asks this Mac by an API key of its own, which service keys lists and revokes.',
    )
    .action(async (address: string, given: string | undefined, { readOnly = false, json }: JoinOptions) => {
      const { joinHere, requireNone } = await import('../uplink/join.ts')
      const environment = readEnvironment()
      requireNone(environment)
      const code = given ?? (await ask({ question: 'Code: ' }, 'give it after the address'))
      const { identity, isStarted } = await joinHere(environment, { address, code, isReadOnly: readOnly })
      const { hub, mac, line } = identity
      if (json) return void printJson({ hub, mac, line, started: isStarted })
      print(`This Mac has joined ${hub} as ${mac}, for the line ${line}.`)
      print(
        isStarted
          ? 'Its uplink is running.'
          : `Where ${names.command} up runs, it has started the uplink; elsewhere type: ${names.command} uplink run`,
      )
    })

const statusCommand = (): Command =>
  new Command('status')
    .exitOverride()
    .description('Show the hub of this Mac and the connection to it')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service uplink status\n  service uplink status --json | jq -r .state')
    .action(({ json }: { json?: boolean }) => {
      const dir = serviceDir(readEnvironment().base)
      const { hub, mac, line } = readIdentity(dir)
      const status = readUplinkStatus(dir)
      if (json) return void printJson({ hub, mac, line, ...(status ?? { state: 'stopped' }) })
      const state = status === undefined ? `not running. Start it: ${names.command} uplink run` : stateOf(status)
      print(`Hub     ${hub}\nMac     ${mac}, line ${line}\nUplink  ${state}`)
    })

const stateOf = ({ state, trouble, since }: UplinkStatus): string =>
  `${state === 'connected' ? 'connected' : `not connected: ${trouble}`}, since ${localTime(since)}`

const leaveCommand = (): Command =>
  new Command('leave')
    .exitOverride()
    .description('Leave the hub: end the connection, and revoke the key that the hub uses on this Mac')
    .addHelpText('after', '\nExample:\n  service uplink leave')
    .action(async () => {
      const { leaveHere } = await import('../uplink/join.ts')
      const hub = await leaveHere(readEnvironment())
      print(
        `This Mac has left ${hub}. Its messages stay there; on the hub, ${names.command} hub macs revoke refuses it for good.`,
      )
    })

const runCommand = (): Command =>
  new Command('run')
    .exitOverride()
    .description('Run the uplink in the foreground, as launchd starts it')
    .addHelpText('after', '\nExample:\n  service uplink run    # ends on Ctrl-C or SIGTERM')
    .action(async () => {
      const { runUplinkHere } = await import('../uplink/run.ts')
      const { home, base } = readEnvironment()
      boundOutput(home, 'uplink')
      using stop = stopSignal()
      await runUplinkHere(base, stop.signal)
    })
