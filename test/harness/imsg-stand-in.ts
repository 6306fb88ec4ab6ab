/** The stand-in for the program `imsg`: `rpc` with the methods of its bridge, over the simulated Mac of its first argument. */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openMac } from '../../simulator/mac.ts'

const [home = '', log = '', verb] = process.argv.slice(2)
if (verb !== 'rpc') process.exit(64)

const { messages } = openMac(home)
const methods = ['status', 'tapback', 'message.edit', 'message.unsend', 'typing', 'read']
const write = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

interface Params {
  message_guid: string
  kind?: 'love'
  emoji?: string
  remove?: boolean
  text: string
}

function perform(method: string, { message_guid: target, kind, emoji, remove, text }: Params): void {
  if (method === 'tapback') {
    const tapback = { target, kind: kind ?? { emoji: emoji ?? '' } }
    if (remove === true) messages.removeTapback(tapback)
    else messages.tapback(tapback)
  }
  if (method === 'message.edit') messages.edit({ message: target, text })
  if (method === 'message.unsend') messages.unsend({ message: target })
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as { id: number; method: string; params: Params }
  if (method === 'status') {
    write({ method: 'watch.overflow', params: {} })
    write({ id, result: { version: '0.15.10', bridge: { ready: true }, methods } })
    continue
  }
  appendFileSync(log, `${JSON.stringify({ method, params })}\n`)
  if (params.text === 'refuse this') {
    write({ id, error: { code: -32_602, message: 'Invalid params', data: 'it is too late to edit' } })
    continue
  }
  perform(method, params)
  write({ id, result: { ok: true } })
}
