/** The web process over a simulated Mac, as a user starts it, and requests to it over one kept connection. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { nodeFlags } from '../../src/cli/node-flags.ts'
import { configure, dirOf, serviceEntry } from '../../test/harness/bridge-process.ts'
import { until } from '../../test/harness/until.ts'

export interface WebProcess extends AsyncDisposable {
  pid: number
  url: string
  /** From the start of the process to its first answer. */
  firstAnswerMs: number
}

export interface Answer {
  body: string
  /** From the request to the last byte of the answer. */
  ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

export async function startWeb(home: string): Promise<WebProcess> {
  const port = await freePort()
  configure(home, { web: { port } })
  const url = `http://127.0.0.1:${port}`
  const { SERVICE_DIR: _, ...env } = process.env
  const startMs = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, serviceEntry, 'web'], {
    env: { ...env, HOME: home, PATH: [join(home, 'bin'), env.PATH].join(delimiter) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const exited = once(child, 'exit')
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`The web process ended with ${child.exitCode}: ${said}`)
      return ask(url, '/api/v1/conversations?limit=1').then(
        () => true,
        () => false,
      )
    },
    { describe: () => `the web process to answer; it says ${said}` },
  )
  return {
    pid: child.pid ?? 0,
    url,
    firstAnswerMs: performance.now() - startMs,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Fails on any status but 200. */
export function ask(url: string, path: string): Promise<Answer> {
  const startMs = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  get(`${url}${path}`, { agent }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      if (response.statusCode === 200) resolve({ body, ms: performance.now() - startMs })
      else reject(new Error(`${path} was answered with ${response.statusCode}: ${body.slice(0, 200)}`))
    })
    response.on('error', reject)
  }).on('error', reject)
  return promise
}

export interface SearchProgress {
  state: string
  indexed: number
  total: number
}

export async function searchProgress(url: string): Promise<SearchProgress> {
  return JSON.parse((await ask(url, '/api/v1/search/status')).body) as SearchProgress
}

export const indexed = (url: string): Promise<void> =>
  until(async () => (await searchProgress(url)).state === 'current', { withinMs: 600_000, describe: () => 'the index' })

export const searchIndexFile = (home: string): string => join(dirOf(home).base, 'search.db')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
