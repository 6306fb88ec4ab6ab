/** `service sim live`: lets people talk until the command is ended. */

import type { Command } from 'commander'
import { messageOf } from '../../src/base/errors.ts'
import { type LiveEvent, lineOf } from '../live/live-event.ts'
import { liveTalk } from '../live/live-talk.ts'
import type { Mac } from '../mac.ts'
import { onMac, positiveNumber, say, subcommand, wholeNumber } from './subcommand.ts'

interface Options {
  rate: number
  seed?: number
  json?: boolean
}

export function liveCommand(): Command {
  const examples = ['live /tmp/mac', 'live /tmp/mac --rate 60    # once a second']
  return subcommand('live', 'Let simulated people write and answer until Ctrl-C', examples)
    .option('--rate <n>', 'Average number of events a minute', positiveNumber, 15)
    .option('--seed <n>', 'The same seed gives the same conversations', wholeNumber)
    .option('--json', 'print Print each event as a line of JSON')
    .action((dir: string, options: Options) => onMac(dir, (mac) => live(mac, options)))
}

async function live(mac: Mac, { json, ...options }: Options): Promise<void> {
  const stop = new AbortController()
  const end = () => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  await liveTalk(mac, {
    ...options,
    signal: stop.signal,
    onEvent: (event) => say(json ? jsonOf(event) : lineOf(event)),
    onTrouble: (error) => process.stderr.write(`! ${messageOf(error)}\n`),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
}

const jsonOf = ({ chatGuid, ...event }: LiveEvent) => JSON.stringify({ ...event, chat_guid: chatGuid })
