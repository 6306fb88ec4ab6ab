/** `service sim receive`: lets one message come in. */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import type { Mac } from '../mac.ts'
import { fileTypeOf } from '../media/file-types.ts'
import type { Service } from '../messages/writer.ts'
import { give, misused, onMac, type Refusal, say, sayJson, subcommand } from './subcommand.ts'

interface Options {
  from: string
  text?: string
  chat?: string
  service?: Service
  attachment?: string
  json?: boolean
}

export function receiveCommand(): Command {
  const examples = [
    'receive /tmp/mac --from +12025550123 --text "Hello"',
    'receive /tmp/mac --from anna@example.com --attachment photo.jpg --text "look"',
  ]
  return subcommand('receive', 'Receive a message', examples)
    .requiredOption('--from <handle>', 'Sender: a phone number with country code, or an email address')
    .option('--text <text>', 'Text of the message')
    .option('--chat <guid>', 'GUID or identifier of a group; by default the conversation with the sender')
    .addOption(new Option('--service <service>', 'Service of the message').choices(['iMessage', 'SMS', 'RCS']))
    .option('--attachment <file>', 'File to attach')
    .option('--json', 'Print the row as JSON')
    .action((dir: string, options: Options) =>
      onMac(dir, (mac) => {
        const refusal = refusalToReceive(mac, options)
        if (refusal === undefined) receive(mac, options)
        else give(refusal)
      }),
    )
}

function refusalToReceive(mac: Mac, { text, chat, attachment }: Options): Refusal | undefined {
  if (!text && attachment === undefined) return misused('There is nothing to receive: give --text or --attachment.')
  if (attachment !== undefined && !existsSync(attachment)) return misused(`There is no file ${attachment}.`)
  const known = mac.messages.listChats().flatMap(({ guid, identifier }) => [guid, identifier])
  return chat === undefined || known.includes(chat) ? undefined : misused(`There is no chat ${chat} on this Mac.`)
}

function receive({ messages }: Mac, { from, text, chat, service, attachment, json }: Options): void {
  const files = attachment === undefined ? [] : [fileAt(attachment)]
  const { rowid, guid, chatGuid } = messages.receive({ from, text, chat, service, files })
  if (json) sayJson({ rowid, guid, chat_guid: chatGuid })
  else say(`Row ${rowid} in ${chatGuid}`)
}

const fileAt = (path: string) => ({ name: basename(path), bytes: readFileSync(path), ...fileTypeOf(path) })
