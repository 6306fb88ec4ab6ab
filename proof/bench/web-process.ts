/** Starts the web process over a simulated Mac as a user does, and sends requests over one kept connection. */
import { Agent, get } from 'node:http'
import { until } from '../../test/harness/until.ts'
import { webOver } from '../world.ts'

export interface WebProcess extends AsyncDisposable {
  pid: number
  url: string
  /** Milliseconds from the start of the process to its first response. */
  firstAnswerMs: number
}

export interface Answer {
  body: string
  /** Milliseconds from the request to the last byte of the response. */
  ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Resolves after the first list of conversations. */
export async function startWeb(home: string): Promise<WebProcess> {
  const startMs = performance.now()
  const { child, ready, stop } = webOver(home)
  const url = await ready()
  await ask(url, '/api/v1/conversations')
  return {
    pid: child.pid ?? 0,
    url,
    firstAnswerMs: performance.now() - startMs,
    [Symbol.asyncDispose]: stop,
  }
}

/** Fails on any status but 200. */
export function ask(url: string, path: string): Promise<Answer> {
  const startMs = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = get(`${url}${path}`, { agent }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      if (response.statusCode === 200) resolve({ body, ms: performance.now() - startMs })
      else reject(new Error(`${path} was answered with ${response.statusCode}: ${body.slice(0, 200)}`))
    })
    response.on('error', reject)
  })
  // While a floor is measured, this process may not notice that the server has closed its idle connection.
  request.on('error', (error) => (request.reusedSocket ? resolve(ask(url, path)) : reject(error)))
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
  until(async () => (await searchProgress(url)).state === 'current', {
    withinMs: 1_800_000,
    describe: () => 'the index',
  })
