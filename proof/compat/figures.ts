/** Measures both servers beside the service's own API in the same run, and what the listener costs while it is off. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { saveConfig } from '../../src/store/config-file.ts'
import { dirOf } from '../../test/harness/bridge-process.ts'
import { installation } from '../installation.ts'
import { residentMb } from '../process-figures.ts'
import { median } from '../statistics.ts'
import type { Client, Place } from './client.ts'

const sends = 40
const lists = 200
const warmUps = 5
/** The greatest permitted ratio of the duration by another server to the duration by the service's API. */
const mostTimes = 1.2

export const figures: Client = {
  name: 'figures',
  release: 'a client of each server and one of the service’s API, in turn',
  door: 'both',
  isForMacs: true,
  does: `each sends ${sends} messages and lists the newest 100 rows ${lists} times`,
  async run(place) {
    const { world, listener, password, values } = place
    const rpc = startRpc(place)
    const chat = values.direct ?? ''
    const own = (path: string, body?: object) => ask(`${world.url}/api/v1${path}`, password, body)
    const bluebubbles = (path: string, body?: object) => ask(`${listener}/api/v1${path}`, password, body)
    try {
      const { chats } = (await rpc.ask('chats.list', { limit: 100 })) as { chats: { id: number; identifier: string }[] }
      const chatId = chats.find(({ identifier }) => identifier === values.address)?.id
      const sent = await inTurn(sends, {
        own: (text) => own('/send/chat', { guid: chat, text }),
        bluebubbles: (text) => bluebubbles('/message/text', { chatGuid: chat, message: text, tempGuid: text }),
        imsg: (text) => rpc.ask('send', { chat_id: chatId, text }),
      })
      const { newest_rowid: newest } = (await own('/rows?limit=1')) as { newest_rowid: number }
      const after = newest - 100
      const rows = `/rows?order=rowid&newest_first=false&after_rowid=${after}&reactions=without&limit=100`
      const listed = await inTurn(lists, {
        own: () => own(rows),
        bluebubbles: () => bluebubbles('/message/query', { limit: 100, with: ['chats', 'handle', 'attachments'] }),
      })
      // A message of imsg contains its reactions and the message that it answers, so the service's API is asked for both.
      const whole = await inTurn(lists, {
        own: () => own(`${rows}&belonging=true`),
        imsg: () => rpc.ask('messages.after', { since_rowid: after, limit: 100 }),
      })
      const { offMb, onMb } = await memoryOf(place)
      const times = (one: number, other: number) => `${(one / other).toFixed(2)} ×`
      const line = (what: string, { own: ms, ...others }: Medians) => {
        const named = Object.entries(others).map(([way, took]) => `${spelled[way as Way]} ${times(took, ms)}`)
        return `${what} ${ms.toFixed(1)} ms by the service’s API, ${named.join(', ')}`
      }
      const slow = Object.entries({ 'a send': sent, 'a list': listed, 'a list with reactions': whole }).flatMap(
        ([what, { own: ms, ...others }]) =>
          Object.entries(others)
            .filter(([, took]) => took > mostTimes * ms)
            .map(
              ([way, took]) =>
                `${what} by ${spelled[way as Way]} takes ${times(took, ms)} as long as by the service’s API`,
            ),
      )
      return {
        calls: [],
        refused: [],
        differs: [],
        findings: slow,
        said: [
          line('median of a send', sent),
          line('the newest 100 rows', listed),
          line('the newest 100 messages with their reactions', whole),
          `resident memory of the web process ${offMb.toFixed(0)} MB with the listener off, ${onMb.toFixed(0)} MB with it on`,
        ].join('; '),
      }
    } finally {
      await rpc.end()
    }
  },
}

type Way = 'own' | 'bluebubbles' | 'imsg'
type Ways = Partial<Record<Way, (text: string) => Promise<unknown>>>
/** Durations in milliseconds. */
type Medians = { own: number } & Partial<Record<Way, number>>

const spelled: Readonly<Record<Way, string>> = { own: 'the service’s API', bluebubbles: 'BlueBubbles', imsg: 'imsg' }

/** Takes each way in turn, so that all meet the same machine. */
async function inTurn(count: number, ways: Ways): Promise<Medians> {
  const taken: Partial<Record<Way, number[]>> = {}
  for (let number = 0; number < count + warmUps; number++)
    for (const [way, take] of Object.entries(ways) as [Way, (text: string) => Promise<unknown>][]) {
      const startMs = performance.now()
      await take(`${way} ${number} ${startMs}`)
      if (number >= warmUps) taken[way] = [...(taken[way] ?? []), performance.now() - startMs]
    }
  const medians = Object.entries(taken).map(([way, times]) => [way, median(times)])
  return Object.fromEntries(medians) as Medians
}

async function ask(url: string, password: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${password}` },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const said = await response.text()
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status} ${said.slice(0, 200)}`)
  return JSON.parse(said)
}

function startRpc({ world, password, work }: Place) {
  const program = join(dirname(installation().entry), 'relay-imsg')
  const child = spawn(process.execPath, [program, 'rpc'], {
    env: { PATH: process.env.PATH, HOME: work, RELAY_URL: world.url, RELAY_KEY: password },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const waiting = new Map<number, (answer: { result?: unknown; error?: object }) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let last = 0
  return {
    async ask(method: string, params: object): Promise<unknown> {
      const { promise, resolve } = Promise.withResolvers<{ result?: unknown; error?: object }>()
      waiting.set(++last, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`)
      const { result, error } = await promise
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
      return result
    },
    async end() {
      child.stdin.end()
      await exited
    },
  }
}

/** Starts the web process anew with the listener off and on, and asks each for a list before it is measured. */
async function memoryOf({ world, mac, password }: Place): Promise<{ offMb: number; onMb: number }> {
  const { configFile } = dirOf(mac.home)
  const config = JSON.parse(readFileSync(configFile, 'utf8'))
  const measured: Record<'off' | 'on', number[]> = { off: [], on: [] }
  for (const state of ['off', 'on', 'off', 'on', 'off', 'on'] as const) {
    await world.web.stop()
    const bluebubbles = { ...config.compat.bluebubbles, enabled: state === 'on' }
    saveConfig(configFile, { ...config, compat: { bluebubbles } })
    await world.startWeb()
    for (let number = 0; number < 20; number++) await ask(`${world.url}/api/v1/conversations`, password)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    measured[state].push(residentMb(world.web.child.pid ?? 0))
  }
  return { offMb: median(measured.off), onMb: median(measured.on) }
}
