/** `service outbox`: shows what programs and rules ask to send, and sends or refuses it. */
import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { HeldSend } from '../../contract/outbox.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { commandGroup } from '../command-group.ts'
import { readEnvironment } from '../environment.ts'
import { print, printJson } from '../print.ts'
import { formatHeldInFull, formatHeldList } from '../send/format-held.ts'
import { formatSend } from '../send/outcome.ts'
import { ownerClient } from '../web-client.ts'

const id = '0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5'
const version = '5d41402abc4b2a76b9719d911017c592'
const examples = `
Examples:
  service outbox list
  service outbox show ${id}
  service outbox release ${id} --version ${version}
  service outbox refuse ${id}

Messages of API keys and rules that have to ask wait here for a day. Nothing is sent until you release it.`

export const outboxCommand = (): Command =>
  commandGroup('outbox', {
    description: 'Release or refuse messages that programs and rules ask to send',
    examples,
    commands: [listCommand(), showCommand(), releaseCommand(), refuseCommand()],
  })

interface Shown {
  json?: boolean
}

const service = (): Client => ownerClient(readEnvironment())

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List messages that wait for you, oldest first')
    .option('--json', 'Print as JSON')
    .addHelpText('after', '\nExamples:\n  service outbox list --json')
    .action(async ({ json }: Shown) => {
      const found = await service().list_outbox({})
      if (json) return void printJson(found)
      print(formatHeldList(found))
    })

const showCommand = (): Command =>
  new Command('show')
    .exitOverride()
    .description('Show a waiting message in full, with its version')
    .argument('<message>', 'ID of the message')
    .option('--json', 'Print as JSON')
    .addHelpText('after', `\nExamples:\n  service outbox show ${id}`)
    .action(async (message: string, { json }: Shown) => {
      const held = await find(service(), message)
      if (json) return void printJson(held)
      print(formatHeldInFull(held))
    })

interface Release extends Shown {
  version: string
  text?: string
  always?: boolean
}

const releaseCommand = (): Command =>
  new Command('release')
    .exitOverride()
    .description('Send a waiting message exactly as it was shown, or with your own text')
    .argument('<message>', 'ID of the message')
    .requiredOption('--version <version>', 'Version of the message, as "service outbox show" prints it')
    .option('--text <text>', 'Text to send instead')
    .option('--always', 'Let this key write to this person or group without asking from now on')
    .option('--json', 'Print as JSON')
    .addHelpText('after', `\nExamples:\n  service outbox release ${id} --version ${version} --text "See you at eight"`)
    .action(async (message: string, { version: seen, text, always, json }: Release) => {
      const client = service()
      const { name, handle } = await find(client, message)
      const send = await client.release_held({
        id: message,
        version: seen,
        ...(text !== undefined && { text }),
        ...(always && { always }),
      })
      if (json) return void printJson(send)
      print(formatSend(send, name ?? handle))
    })

const refuseCommand = (): Command =>
  new Command('refuse')
    .exitOverride()
    .description('Refuse a waiting message')
    .argument('<message>', 'ID of the message')
    .addHelpText('after', `\nExamples:\n  service outbox refuse ${id}`)
    .action(async (message: string) => {
      await service().refuse_held({ id: message })
      print('Refused: nothing was sent.')
    })

async function find(client: Client, message: string): Promise<HeldSend> {
  const found = (await client.list_outbox({})).find(({ id: known }) => known === message)
  if (found === undefined) throw new ServiceError('not_held', 'This message is not waiting for you.', { id: message })
  return found
}
