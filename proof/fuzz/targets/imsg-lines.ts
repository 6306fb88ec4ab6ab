/** Tries what a program may write to `relay-imsg rpc`. */
import { ok } from 'node:assert'
import { chance, pick, type Random, wholeNumber } from '../../../simulator/random.ts'
import { populate, valuesOf } from '../../../test/compat/populated.ts'
import { ImsgProcess } from '../../../test/harness/imsg-process.ts'
import { webHere } from '../../../test/harness/web-here.ts'
import { anyJson, mutatedText, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

const methods = [
  'initialize',
  'status',
  'chats.list',
  'chats.get',
  'messages.history',
  'messages.after',
  'messages.search',
  'messages.stats',
  'messages.scheduled',
  'watch.unsubscribe',
  'send',
  'message.send_status',
  'tapback',
  'typing',
  'message.edit',
  'chats.create',
  'poll.send',
  'toString',
  '__proto__',
]
const params = [
  'limit',
  'chat_id',
  'since_rowid',
  'query',
  'match',
  'participants',
  'start',
  'end',
  'attachments',
  'subscription',
  'guid',
  'to',
  'text',
  'file',
  'service',
  'chat_guid',
  'chat_identifier',
  'region',
  'unread_only',
  'protocol_version',
]

export const imsgLines: Target = {
  name: 'imsg',
  claim: 'every request is answered by JSON-RPC, whatever was written before it, and no key is ever told',
  async open() {
    const web = await webHere({ config: { send: { per_minute: 1_000, confirm_timeout_s: 1 } } })
    populate(web.mac)
    const rpc = new ImsgProcess(web.mac.home)
    const values = Object.values(valuesOf(web.mac, { hook: '' }))
    return {
      async attempt(random) {
        for (let left = wholeNumber(random, 0, 6); left > 0; left--) rpc.say(strangeLine(random, values))
        const { method, params: given } = requestOf(random, values)
        const { jsonrpc, error, ...answer } = await rpc.call(method, given)
        ok(jsonrpc === '2.0' && 'result' in answer !== (error !== undefined), JSON.stringify(answer))
        ok(error === undefined || (Number.isInteger(error.code) && error.code !== -32_603), JSON.stringify(error))
        // Nobody reads what was answered before.
        rpc.frames.length = 0
      },
      async close() {
        const code = await rpc.end()
        await web[Symbol.asyncDispose]()
        ok(code === 0, `it ended with ${code}: ${rpc.stderr}`)
      },
    }
  },
}

function requestOf(random: Random, values: readonly string[]): { method: string; params: unknown } {
  const method = chance(random, 0.9) ? pick(random, methods) : strangeText(random)
  const value = () => {
    if (chance(random, 0.3)) return pick(random, values)
    return chance(random, 0.4) ? wholeNumber(random, 0, 300) : anyJson(random)
  }
  const object = Object.fromEntries(
    Array.from({ length: wholeNumber(random, 0, 3) }, () => [pick(random, params), value()]),
  )
  return { method, params: chance(random, 0.9) ? object : anyJson(random) }
}

/** Returns a line whose answer nobody waits for. */
function strangeLine(random: Random, values: readonly string[]): string {
  const line = JSON.stringify(
    chance(random, 0.8) ? { jsonrpc: '2.0', id: 'strange', ...requestOf(random, values) } : anyJson(random),
  )
  return (chance(random, 0.7) ? mutatedText(random, line) : line).replaceAll(/[\r\n]/g, ' ')
}
