/** Tries what a program may write to `service mcp`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { chance, pick, type Random, wholeNumber } from '../../../simulator/random.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { serviceEntry } from '../../../test/harness/bridge-process.ts'
import { webHere } from '../../../test/harness/web-here.ts'
import { fromSchema } from '../from-schema.ts'
import { anyJson, mutatedText, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

/** The average number of frames before each request. */
export const framesBefore = 4
const methods = ['tools/call', 'tools/list', 'ping', 'resources/list', 'logging/setLevel', 'completion/complete']
const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } }

interface Tool {
  name: string
  inputSchema: Parameters<typeof fromSchema>[1]
}

interface Frame {
  id?: unknown
  jsonrpc?: unknown
  result?: { tools?: readonly Tool[] }
}

export const mcpFrames: Target = {
  name: 'mcp',
  claim: 'every request is answered, whatever was written before it, and every line of the answer is a frame',
  async open() {
    const mac = temporaryMac({ messages: 50, chats: 5 })
    const web = await webHere({ over: mac })
    const program = startMcp(mac.home)
    await program.ask({ method: 'initialize', params: hello })
    const tools = (await program.ask({ method: 'tools/list' })).result?.tools ?? []
    return {
      async attempt(random) {
        for (let left = wholeNumber(random, 0, 2 * framesBefore); left > 0; left--)
          program.say(strangeLine(random, tools))
        await program.ask(requestOf(random, tools))
      },
      async close() {
        await program.end()
        await web[Symbol.asyncDispose]()
        mac.close()
      },
    }
  },
}

function startMcp(home: string) {
  const child = spawn(process.execPath, [serviceEntry, 'mcp'], {
    env: { ...process.env, HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const say = (line: string) => child.stdin.write(`${line}\n`)
  let last = 0
  return {
    say,
    async ask(request: object): Promise<Frame> {
      const id = `request ${++last}`
      say(JSON.stringify({ jsonrpc: '2.0', id, ...request }))
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('it has ended')
        const frame = JSON.parse(value) as Frame
        if (frame.jsonrpc !== '2.0') throw new Error(`a line that is no frame: ${value}`)
        if (frame.id === id) return frame
      }
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

function requestOf(random: Random, tools: readonly Tool[]) {
  const { name, inputSchema } = pick(random, tools)
  const call = { name, arguments: fromSchema(random, inputSchema, pick(random, [0, 0.1, 0.4])) }
  if (chance(random, 0.7)) return { method: 'tools/call', params: call }
  const method = chance(random, 0.8) ? pick(random, methods) : strangeText(random)
  return { method, ...(chance(random, 0.5) && { params: {} }) }
}

/** Returns a line that needs no response. */
function strangeLine(random: Random, tools: readonly Tool[]): string {
  const line = JSON.stringify(chance(random, 0.8) ? { jsonrpc: '2.0', ...requestOf(random, tools) } : anyJson(random))
  return (chance(random, 0.7) ? mutatedText(random, line) : line).replaceAll(/[\r\n]/g, ' ')
}
