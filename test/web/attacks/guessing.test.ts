import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { percentile } from '../../../proof/statistics.ts'
import { tell } from '../../harness/told.ts'
import { password, signedIn } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'

const attempts = 1_000
const sockets = 50
/** Allows for a process that takes 64 MiB for one hash. */
const mostGrowthMb = 150

let web: WebProcess
let browser: Record<string, string>
/** Somebody at a browser that was left unattended. */
let thief: Record<string, string>

beforeAll(async () => {
  web = await webProcess()
  browser = await signedIn(web.url)
  thief = await signedIn(web.url)
})

afterAll(() => web?.[Symbol.asyncDispose]())

interface Post {
  path?: string
  method?: string
  agent?: Agent
  headers?: Record<string, string>
  localAddress?: string
}

/** Resolves with the status. */
function send(body: object, { path = '/login', method = 'POST', headers, ...rest }: Post = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const json = { ...headers, 'content-type': 'application/json' }
  const sending = request({ host: '127.0.0.1', port: web.port, path, method, headers: json, ...rest }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0))
  })
  sending.on('error', reject).end(JSON.stringify(body))
  return promise
}

/** Returns the most memory that the process has held so far. */
const peakMb = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${web.pid}/status`, 'utf8'))?.[1]) / 1_024

/** Only Linux gives this machine more than one loopback address, and reports the memory of a process. */
const isLinux = process.platform === 'linux'

test.runIf(isLinux)(
  'of a thousand guesses over fifty sockets and addresses only a dozen are checked',
  async (context) => {
    const agents = Array.from({ length: sockets }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
    const before = peakMb()
    let isOver = false
    const others = (async () => {
      const times: number[] = []
      while (!isOver) {
        const beganMs = performance.now()
        expect((await fetch(`${web.url}/healthz`)).status).toBe(200)
        times.push(performance.now() - beganMs)
      }
      return times
    })()
    const guess = (n: number) => {
      const socket = n % sockets
      return send({ password: `guess ${n}` }, { agent: agents[socket], localAddress: `127.0.0.${1 + socket}` })
    }
    const statuses = await Promise.all(Array.from({ length: attempts }, (_, n) => guess(n)))
    isOver = true
    for (const agent of agents) agent.destroy()

    // A password that was checked is refused with 401, one that was not with 429.
    const checked = statuses.filter((status) => status === 401).length
    expect(statuses.filter((status) => status === 429)).toHaveLength(attempts - checked)
    expect(checked).toBeGreaterThan(0)
    expect(checked).toBeLessThanOrEqual(12)
    const grownMb = peakMb() - before
    expect(grownMb).toBeLessThan(mostGrowthMb)
    const times = await others
    expect(times.length).toBeGreaterThan(5)
    tell(context, { checked, grownMb, healthP99Ms: percentile(times, 0.99) })
  },
)

test('a session does not bypass the limit', async () => {
  const guesses = Array.from({ length: 40 }, (_, n) =>
    send({ current: `guess ${n}`, password }, { path: '/api/v1/password', method: 'PUT', headers: thief }),
  )
  const checked = (await Promise.all(guesses)).filter((status) => status === 403)
  expect(checked.length).toBeGreaterThan(0)
  expect(checked.length).toBeLessThanOrEqual(12)
})

test('signed-in users stay signed in meanwhile, and can use the password', async () => {
  for (let n = 0; n < 20; n++) await send({ password: 'wrong' })
  expect(await send({ password })).toBe(429)
  expect((await fetch(`${web.url}/api/v1/settings`, { headers: browser })).status).toBe(200)
  expect(
    await send({ current: password, password }, { path: '/api/v1/password', method: 'PUT', headers: browser }),
  ).toBe(204)
})
