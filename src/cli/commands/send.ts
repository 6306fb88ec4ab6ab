/** `service send`: sends a text or a file through the web process, and reports the outcome. */

import { once } from 'node:events'
import { openAsBlob, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Command, Option } from 'commander'
import type { Client } from '../../client/client.ts'
import { ClientError } from '../../client/client-error.ts'
import type { SendOptions } from '../../client/client-over.ts'
import { errors, exitCodes } from '../../contract/errors.ts'
import { type Send, type SendService, sendServices } from '../../contract/send.ts'
import type { Recipient } from '../../domain/recipient.ts'
import { hasCode, ServiceError } from '../../domain/service-error.ts'
import { resolveRecipient } from '../../local-client/resolve-recipient.ts'
import { TrackedSend } from '../../local-client/tracked-send.ts'
import { readInput } from '../ask.ts'
import { readEnvironment } from '../environment.ts'
import { printJson } from '../print.ts'
import { formatSend, untilSent } from '../send/outcome.ts'
import { sendTime } from '../send/send-time.ts'
import { stopSignal } from '../until-stopped.ts'
import { webClient } from '../web-client.ts'

interface Options {
  file?: string
  service?: SendService
  from?: string
  confirm?: boolean
  key?: string
  at?: string
  json?: boolean
  /** `--no-wait` turns it off. */
  wait: boolean
}

interface Wanted extends Options {
  text: string | undefined
}

const examples = `
Examples:
  service send "Anna Keller" "Dinner at eight?"
  service send +12025550123 --file ~/plan.pdf "Here it is."
  date | service send anna@example.org -
  service send "Book club" "Hello, all" --key monday-greeting
  service send +12025550123 "Happy birthday" --at 09:00

Ctrl-C cancels a message that is still queued. See service scheduled for messages with --at.

Exit code 3: macOS does not allow sending; 4: the web process is not running; 6: refused or failed;
1: the outcome is unknown.`

export function sendCommand(): Command {
  return new Command('send')
    .description('Send a message or file and report its status')
    .argument('<to>', 'Recipient: the name of a person or group, a number, an email address or a chat GUID')
    .argument('[text]', 'Text of the message; - to read from standard input')
    .option('--file <path>', 'File to send before the text')
    .addOption(new Option('--service <name>', 'Send only by this service').choices(sendServices))
    .option('--from <line>', 'On a hub: the line that sends it')
    .option('--confirm', 'Confirm sending the same text to many people')
    .option('--key <key>', 'Idempotency key: the same key never sends twice')
    .option('--at <time>', 'Send later: "2026-12-24 18:00", 18:00, 90m, 2h or 1d')
    .option('--no-wait', 'Do not wait for the result')
    .option('--json', 'Print the send as JSON')
    .addHelpText('after', examples)
    .action(async (to: string, given: string | undefined, options: Options) => {
      const text = given === '-' ? await readInput() : given
      if (text === undefined && options.file === undefined)
        throw new ServiceError('invalid_request', 'There is neither a text nor a file to send.')
      await sendAndReport(to, { ...options, text })
    })
}

async function sendAndReport(to: string, wanted: Wanted): Promise<void> {
  const client = webClient(readEnvironment())
  const recipient = await resolveRecipient(client, to)
  const send = new TrackedSend(client, wanted.key)
  // From here on a stop has to cancel what the service may already have accepted.
  using stop = stopSignal()
  const outcome = await Promise.race([
    waitForOutcome(client, send, { recipient, wanted }),
    once(stop.signal, 'abort').then(() => cancel(send)),
  ])
  if (outcome !== undefined) return report(client, outcome, wanted)
  process.stderr.write('Stopped: nothing was sent.\n')
  process.exitCode = exitCodes.unexpected
}

/** Returns undefined where the service never received the order. */
async function cancel(send: TrackedSend): Promise<Send | undefined> {
  const outcome = await send.cancel().catch((error: unknown) => {
    throw new ServiceError('send_uncertain', 'It could not be cancelled.', { key: send.key }, { cause: error })
  })
  if (outcome !== undefined && outcome.error?.code !== 'send_cancelled')
    process.stderr.write('It was too late to cancel it.\n')
  return outcome
}

interface Order {
  recipient: Recipient
  wanted: Wanted
}

/** A send that failed before the response is reported in the same way as one that fails later. */
async function waitForOutcome(client: Client, send: TrackedSend, { recipient, wanted }: Order): Promise<Send> {
  try {
    const accepted = await send.request((options) => requestSend(client, { recipient, wanted }, options))
    return wanted.wait ? await untilSent(client, accepted) : accepted
  } catch (error) {
    if (error instanceof ClientError && error.details.send !== undefined) return error.details.send as Send
    if (!hasCode(error, 'send_uncertain')) throw error
    const repeat = `Repeated with --key ${send.key}, the command sends it only if it has not gone.`
    throw new ServiceError(error.code, `${error.what} ${repeat}`, {}, { cause: error })
  }
}

async function requestSend(client: Client, { recipient: to, wanted }: Order, options: SendOptions): Promise<Send> {
  const { text, file, service, from, confirm, at } = wanted
  const later = at === undefined ? {} : { send_at: sendTime(at) }
  const more = { ...(service && { service }), ...(from && { from }), ...(confirm && { confirm }), ...later }
  if (file !== undefined) {
    const handle = 'guid' in to ? to.guid : to.handle
    return client.send_file({ handle, file: await fileAt(file), ...(text && { text }), ...more }, options)
  }
  if ('handle' in to) return client.send({ ...to, text: text ?? '', ...more }, options)
  if (service !== undefined) throw new ServiceError('invalid_request', 'A chat has its own service.')
  return client.send_to_chat({ ...to, text: text ?? '', ...(confirm && { confirm }), ...later }, options)
}

async function fileAt(path: string): Promise<File> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw new ServiceError('invalid_request', 'There is no such file.', { file: path })
  return new File([await openAsBlob(path)], basename(path))
}

async function report(client: Client, send: Send, { json }: Options): Promise<void> {
  process.exitCode = exitCodeOf(send)
  if (json) return void printJson(send)
  const line = `${formatSend(send, await nameOf(client, send))}\n`
  if (process.exitCode === exitCodes.done) process.stdout.write(line)
  else process.stderr.write(line)
}

const nameOf = async (client: Client, { chat_guid: guid, handle }: Send): Promise<string> => {
  if (guid === null) return handle
  const conversation = await client.get_conversation({ guid }).catch(() => undefined)
  return conversation?.display_name ?? handle
}

function exitCodeOf({ state, error }: Send): number {
  if (state !== 'failed' && state !== 'uncertain') return exitCodes.done
  const code = error?.code ?? ''
  return Object.hasOwn(errors, code) ? errors[code as keyof typeof errors].exit : exitCodes.unexpected
}
