/** `service scheduled`: lists messages that wait for their time, changes them, sends them now or cancels them. */
import { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import type { Scheduled } from '../../contract/send.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { commandGroup } from '../command-group.ts'
import { readEnvironment } from '../environment.ts'
import { localTime } from '../local-time.ts'
import { print, printJson } from '../print.ts'
import { sendTime } from '../send/send-time.ts'
import { webClient } from '../web-client.ts'

const id = '0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5'
const examples = `
Examples:
  service scheduled list
  service scheduled change ${id} --at "2026-12-24 18:00"
  service scheduled send-now ${id}
  service scheduled cancel ${id}

Schedule a message with service send --at. A message whose time passed while the Mac slept is "missed": nothing is sent
until you send it now, move it or cancel it.`

export const scheduledCommand = (): Command =>
  commandGroup('scheduled', {
    description: 'List, change, send and cancel scheduled messages',
    examples,
    commands: [listCommand(), changeCommand(), sendNowCommand(), cancelCommand()],
  })

interface Shown {
  json?: boolean
}

const service = (): Client => webClient(readEnvironment())

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List scheduled messages, earliest first')
    .option('--json', 'Print as JSON')
    .addHelpText('after', '\nExamples:\n  service scheduled list --json')
    .action(async ({ json }: Shown) => {
      const client = service()
      const found = await client.list_scheduled({})
      if (json) return void printJson(found)
      const lines = await Promise.all(found.map(async (one) => formatScheduled(one, await nameOf(client, one))))
      print(lines.length === 0 ? 'No scheduled messages.' : lines.join('\n'))
    })

interface Change extends Shown {
  at?: string
  text?: string
  confirm?: boolean
}

const changeCommand = (): Command =>
  new Command('change')
    .exitOverride()
    .description('Change the time or text of a scheduled message')
    .argument('<message>', 'ID of the message')
    .option('--at <time>', 'Time to send: "2026-12-24 18:00", 18:00, 90m, 2h or 1d')
    .option('--text <text>', 'New text')
    .option('--confirm', 'Confirm sending the same text to many people')
    .option('--json', 'Print as JSON')
    .addHelpText('after', `\nExamples:\n  service scheduled change ${id} --text "See you at eight"`)
    .action(async (message: string, { at, text, confirm, json }: Change) => {
      if (at === undefined && text === undefined)
        throw new ServiceError('invalid_request', 'There is nothing to change: give --at or --text.')
      const change = { ...(at !== undefined && { send_at: sendTime(at) }), ...(text !== undefined && { text }) }
      await changeAndShow(message, { ...change, ...(confirm && { confirm }) }, json)
    })

const sendNowCommand = (): Command =>
  new Command('send-now')
    .exitOverride()
    .description('Send a scheduled message now')
    .argument('<message>', 'ID of the message')
    .option('--json', 'Print as JSON')
    .addHelpText('after', `\nExamples:\n  service scheduled send-now ${id}`)
    .action((message: string, { json }: Shown) => changeAndShow(message, { send_now: true }, json))

const cancelCommand = (): Command =>
  new Command('cancel')
    .exitOverride()
    .description('Cancel a scheduled message')
    .argument('<message>', 'ID of the message')
    .addHelpText('after', `\nExamples:\n  service scheduled cancel ${id}`)
    .action(async (message: string) => {
      await service().cancel_scheduled({ id: message })
      print('Cancelled: nothing was sent.')
    })

type Changed = Omit<Parameters<Client['change_scheduled']>[0], 'id'>

async function changeAndShow(message: string, change: Changed, json: boolean | undefined): Promise<void> {
  const client = service()
  const changed = await client.change_scheduled({ id: message, ...change })
  if (json) return void printJson(changed)
  print(change.send_now ? `Sending now: ${message}` : formatScheduled(changed, await nameOf(client, changed)))
}

async function nameOf(client: Client, { chat_guid: guid, handle }: Scheduled): Promise<string> {
  if (guid === null) return handle
  const conversation = await client.get_conversation({ guid }).catch(() => undefined)
  return conversation?.display_name ?? handle
}

const longestShown = 60
const states: Readonly<Record<Scheduled['state'], string>> = {
  scheduled: '',
  queued: ' (due, sending)',
  missed: ' (missed, not sent)',
}

/** Formats a scheduled message as a line for people; `whom` is a name where there is one. */
function formatScheduled({ id, state, send_at, text, file_name }: Scheduled, whom: string): string {
  const content = [file_name, text && shortened(text)].filter(Boolean).join(' · ')
  return `${localTime(send_at)}${states[state]}  ${whom}: ${content}  (${id})`
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestShown ? `${line.slice(0, longestShown - 1)}…` : line
}
