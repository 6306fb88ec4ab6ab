import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWhole, tell } from '../../harness/told.ts'
import { until } from '../../harness/until.ts'
import { password, signedIn } from '../../harness/web-here.ts'
import { type WebProcess, webProcess } from '../../harness/web-process.ts'

/** More connections than the service keeps open; each that is closed is opened again, up to this total. */
const atOnce = 600
const mostOpened = isWhole ? 1_500 : 700
const questions = isWhole ? 20 : 4

const host = 'host: 127.0.0.1:PORT'
const body = 'content-type: application/json\r\ncontent-length: 10000'
/** The bytes that each connection sends first, and then again and again. */
const attacks: Record<string, { first: string; again: string; reads?: boolean; halfClosed?: boolean }> = {
  'ask for nothing': { first: '', again: '' },
  'send their headers byte by byte': { first: 'GET /healthz HTTP/1.1\r\nx: ', again: 'a' },
  'send a password byte by byte': { first: `POST /login HTTP/1.1\r\n${host}\r\n${body}\r\n\r\n{`, again: ' ' },
  'send chunks of a password': {
    first: `POST /login HTTP/1.1\r\n${host}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    again: '1\r\n \r\n',
  },
  'send a message nobody may send byte by byte': {
    first: `POST /api/v1/send HTTP/1.1\r\n${host}\r\n${body}\r\n\r\n{`,
    again: ' ',
  },
  'ask once and stay': { first: `GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`, again: '' },
  'ask much and read nothing': {
    first: `GET /login/form.css HTTP/1.1\r\n${host}\r\n\r\n`.repeat(80),
    again: '',
    reads: false,
  },
  'close their half in the middle of a body': {
    first: `POST /login HTTP/1.1\r\n${host}\r\n${body}\r\n\r\n{`,
    again: '',
    halfClosed: true,
  },
}

interface Held {
  opened(): number
  end(): Promise<void>
}

/** Ends automatically once this many were opened, at the latest with the test. */
async function attack(
  port: number,
  { first, again, reads = true, halfClosed = false }: (typeof attacks)[string],
): Promise<Held> {
  const sockets = new Set<Socket>()
  let [opened, isOver] = [0, false]
  function open(): void {
    if (isOver || opened >= mostOpened) return
    opened++
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      setTimeout(open, 5)
    })
    socket.on('end', () => socket.destroy())
    socket.write(first.replaceAll('PORT', String(port)))
    if (halfClosed) socket.end()
    if (reads) socket.resume()
    else socket.pause()
  }
  for (let n = 0; n < atOnce; n++) {
    open()
    if (n % 50 === 0) await yieldToOthers()
  }
  const timer = setInterval(() => {
    if (again !== '') for (const socket of sockets) if (socket.writable) socket.write(again)
  }, 200)
  return {
    opened: () => opened,
    async end() {
      isOver = true
      clearInterval(timer)
      const all = [...sockets]
      for (const socket of all) socket.destroy()
      await Promise.all(all.filter(({ closed }) => !closed).map((socket) => once(socket, 'close')))
    },
  }
}

/** Sends a request on a connection of its own. Resolves with the status, or with the error. */
function ask(port: number, path: string, { headers = {}, body }: { headers?: object; body?: string } = {}) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const asking = request(
    {
      port,
      host: '127.0.0.1',
      path,
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: { ...headers },
    },
    (response: IncomingMessage) => void response.resume().on('end', () => resolve(String(response.statusCode))),
  )
  asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end(body)
  return promise
}

const json = { 'content-type': 'application/json' }

async function answersUnder(web: WebProcess, browser: Record<string, string> | undefined) {
  const answers: string[] = []
  for (let n = 0; n < questions; n++) {
    answers.push(await ask(web.port, '/healthz'))
    answers.push(await ask(web.port, '/api/v1/conversations', browser && { headers: browser }))
  }
  if (browser !== undefined)
    answers.push(await ask(web.port, '/login', { headers: json, body: JSON.stringify({ password }) }))
  return answers
}

describe.each([
  ['with a password', true],
  ['without a password', false],
])('%s', (_whose, hasPassword) => {
  let web: WebProcess
  let browser: Record<string, string> | undefined

  beforeAll(async () => {
    web = await webProcess({ hasPassword })
    browser = hasPassword ? await signedIn(web.url) : undefined
  })
  afterAll(() => web?.[Symbol.asyncDispose]())

  for (const [what, kind] of Object.entries(attacks).filter((_, at) => isWhole || hasPassword || at % 4 === 1))
    test(`everyone else is answered while hundreds of connections ${what}`, async (context) => {
      const held = await attack(web.port, kind)
      try {
        await until(() => held.opened() >= atOnce)
        const answers = await answersUnder(web, browser)
        const unanswered = answers.filter((answer) => answer !== '200')
        tell(context, { attacks: 1, connections: held.opened(), asked: answers.length })
        expect(unanswered).toEqual([])
      } finally {
        await held.end()
      }
    })
})
