import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startService } from '../src/cli/test-service.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { names } from '../src/contract/names.ts'
import { serviceDir } from '../src/store/service-dir.ts'
import { testFolders } from '../src/store/test-folder.ts'
import { newNonce, readWebAddress } from '../src/store/web-address.ts'
import { configure, dirOf } from './harness/bridge-process.ts'
import { copyFolder } from './harness/copy-folder.ts'
import { mcpClient } from './harness/mcp-client.ts'
import { until } from './harness/until.ts'
import { passwordHash } from './harness/web-here.ts'
import { launchWeb, type WebProcess, webProcess } from './harness/web-process.ts'

const folderOfTest = testFolders(onTestFinished)
const key = `svc_${'a'.repeat(64)}`

const secretOf = (home: string) => `The walrus of ${home}`
const worldOf = (setup: Parameters<typeof webProcess>[0] = {}): Promise<WebProcess> =>
  webProcess({
    prepare: ({ messages, home }) => void messages.receive({ from: '+12025550123', text: secretOf(home) }),
    ...setup,
  })

/** Runs a command that calls the service, as a user types it. */
async function typed(home: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { child, stdout, stderr } = startService(home, args, {
    PATH: [join(home, 'bin'), process.env.PATH].join(delimiter),
    ...env,
  })
  child.stdin?.end()
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stdout: stdout(), stderr: stderr() }
}

/** Every kind of program that calls the service, with the way it calls. */
const asking = {
  search: (home: string, env?: NodeJS.ProcessEnv) => typed(home, ['search', 'walrus'], env),
  send: (home: string, env?: NodeJS.ProcessEnv) => typed(home, ['send', '+12025550123', 'a walrus'], env),
  async mcp(home: string, env: Record<string, string> = {}) {
    await using mcp = await mcpClient(home, { env })
    const { isError, text } = await mcp.call('search_messages', { query: 'walrus' })
    return { status: isError ? exitCodes.notRunning : exitCodes.done, stdout: isError ? '' : text, stderr: text }
  },
} as const
type Asking = keyof typeof asking
const everyone = Object.keys(asking) as Asking[]

/** Listens in place of the service, records everything it receives, and responds with success. */
async function stranger(port = 0) {
  let heard = ''
  const server = createHttpServer((incoming, response) => {
    heard += `${incoming.method} ${incoming.url}\n${incoming.rawHeaders.join('\n')}\n`
    incoming.on('data', (chunk) => {
      heard += chunk
    })
    incoming.on('end', () => response.setHeader('content-type', 'application/json').end('{"proof":"","results":[]}'))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, heard: () => heard }
}

/**
 * Writes the address file as if the web process had listened there, and its id now belonged to another process, until
 * the test has finished.
 */
function pretend(home: string, changes: { port?: number; pid?: number }) {
  const { webAddressFile } = dirOf(home)
  const address = readFileSync(webAddressFile, 'utf8')
  const write = (text: string) => writeFileSync(webAddressFile, text, { mode: 0o600 })
  onTestFinished(() => write(address))
  write(JSON.stringify({ ...JSON.parse(address), ...changes }))
}

/** These run for all tests: one without a password, one with it. */
let open: WebProcess
let locked: WebProcess
beforeAll(async () => {
  open = await worldOf({ hasPassword: false })
  locked = await worldOf()
})
afterAll(async () => {
  await open?.[Symbol.asyncDispose]()
  await locked?.[Symbol.asyncDispose]()
})

test.for(everyone)('%s finds the service at the port where it listens, whatever port is configured', async (who) => {
  const { home } = open.mac
  configure(home, { web: { port: (await stranger()).port } })
  const told = await asking[who](home)
  expect(told.status, told.stderr).toBe(exitCodes.done)
  if (who !== 'send') expect(told.stdout).toContain('walrus')
})

test.for(everyone)('%s calls no service of another data folder, and sends it nothing', async (who) => {
  const home = folderOfTest()
  configure(home, { web: { port: open.port }, auth: { password_hash: passwordHash } })
  const told = await asking[who](home)
  expect([told.status, told.stdout]).toEqual([exitCodes.notRunning, ''])
  expect(told.stderr).toContain(`No service of the data folder ${dirOf(home).base} runs at`)
  expect(told.stderr).not.toContain(open.mac.home)
})

describe('after a power cut', () => {
  let killed: WebProcess
  beforeAll(async () => {
    killed = await worldOf()
    process.kill(killed.pid, 'SIGKILL')
    await until(() => readWebAddress(dirOf(killed.mac.home)) === undefined)
  })
  afterAll(() => killed?.[Symbol.asyncDispose]())

  test.for(everyone)('%s sends neither key nor request to a stranger that took the port', async (who) => {
    const { home } = killed.mac
    expect(readWebAddress(dirOf(home))).toBeUndefined()
    const { port, heard } = await stranger(killed.port)
    configure(home, { web: { port } })
    expect((await asking[who](home, { SERVICE_API_KEY: key })).status).toBe(exitCodes.notRunning)
    expect(heard()).toBe('')

    pretend(home, { pid: process.pid })
    const told = await asking[who](home, { SERVICE_API_KEY: key })
    expect(told.status).toBe(exitCodes.notRunning)
    expect(told.stderr).toContain('another program answers there')
    expect(heard()).toMatch(/^GET \/api\/v1\/identity\?nonce=[0-9a-f]{64}\n/)
    expect(heard()).not.toMatch(/svc_|walrus|authorization|cookie|POST/i)
  })
})

/** Forwards every byte, and remembers those that came from the client. */
async function forwarder(port: number) {
  let heard = ''
  const server: Server = createServer((socket) => {
    const onwards = connect(port, '127.0.0.1')
    for (const end of [socket, onwards]) end.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.pipe(onwards).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, heard: () => heard }
}

test.for(everyone)('a program in between cannot lead %s to its service', async (who) => {
  const { home } = locked.mac
  const { port, heard } = await forwarder(locked.port)
  pretend(home, { port })
  const told = await asking[who](home, { SERVICE_API_KEY: key })
  expect([told.status, told.stdout]).toEqual([exitCodes.notRunning, ''])
  expect(heard()).toMatch(/^GET \/api\/v1\/identity/)
  expect(heard()).not.toContain('svc_')
})

test('a listener that never responds is reported after a while', async () => {
  const { home } = locked.mac
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  pretend(home, { port: (silent.address() as AddressInfo).port })
  const { status, stderr } = await asking.search(home)
  expect([status, stderr]).toEqual([exitCodes.notRunning, expect.stringContaining('No service of the data folder')])
})

test('a copy of the data folder counts as another one', async () => {
  const { home } = open.mac
  const copy = serviceDir(join(home, 'copied'))
  copyFolder(join(home, names.baseDirectory), copy.base)
  const { status, stderr } = await asking.search(home, { SERVICE_DIR: copy.base })
  expect(status).toBe(exitCodes.notRunning)
  expect(stderr).toContain(copy.base)
})

test('a service that came back at another port is called there, by a program that keeps running', async () => {
  await using web = await worldOf({ hasPassword: false })
  const { home } = web.mac
  await using mcp = await mcpClient(home)
  const ask = () => mcp.call('search_messages', { query: 'walrus' })
  expect((await ask()).isError).toBe(false)
  await web.stop()
  expect((await ask()).text).toMatch(/^unreachable: No service of the data folder/)
  const { child, ready, ended } = launchWeb(home)
  await ready()
  expect((await ask()).isError).toBe(false)
  child.kill('SIGTERM')
  await ended
})

test('status and doctor report a stranger instead of calling it', async () => {
  const { home } = locked.mac
  const page = async () => JSON.parse((await typed(home, ['status', '--json'])).stdout).web
  expect(await page()).toEqual({ pid: locked.pid, url: locked.url, trouble: null })
  const { port, heard } = await stranger()
  pretend(home, { port })
  expect(await page()).toMatchObject({ url: null, trouble: expect.stringContaining('another program answers there') })
  expect((await typed(home, ['status'])).stdout).toContain('another program answers there')
  expect((await typed(home, ['doctor'], { SERVICE_API_KEY: key })).stdout).toContain('another program answers there')
  expect(heard()).not.toMatch(/svc_|setup/)
})

test('the proof covers only the connection, and grants no access', async () => {
  const proofOf = async (path: string, host = '127.0.0.1') => {
    const asked = request({ host, port: locked.port, path, headers: { host: `localhost:${locked.port}` } }).end()
    const [response] = await once(asked, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return { status: response.statusCode as number, text }
  }
  const path = `/api/v1/identity?nonce=${newNonce()}`
  const { status, text } = await proofOf(path)
  expect([status, Object.keys(JSON.parse(text))]).toEqual([200, ['proof']])
  expect((await proofOf(path, '::1')).text).not.toBe(text)
  for (const nonce of ['', 'short', `${newNonce()}00`, newNonce().toUpperCase().replace(/\d/g, 'F')])
    expect((await proofOf(`/api/v1/identity?nonce=${nonce}`)).status).toBe(400)
  const { key: secret } = readWebAddress(dirOf(locked.mac.home)) ?? expect.fail('it runs')
  expect(text).not.toContain(secret)
  expect(
    (await fetch(`${locked.url}/api/v1/conversations`, { headers: { authorization: `Bearer ${secret}` } })).status,
  ).toBe(401)
})
