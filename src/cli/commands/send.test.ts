import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { clearFaults, setFault } from '../../../simulator/programs/faults.ts'
import { type TemporaryMac, temporaryMac } from '../../../simulator/temporary-mac.ts'
import { createClient } from '../../client/client.ts'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { saveConfig } from '../../store/config-file.ts'
import { type FileLock, tryLock } from '../../store/file-lock.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { hashPassword } from '../../web/auth/password-hash.ts'
import { runHere } from '../test-run-here.ts'
import { type RunningService, startService } from '../test-service.ts'
import { unusedPort } from '../test-unused-port.ts'

const anna = '+12025550123'

let mac: TemporaryMac
let web: RunningService

/** The environment of a user's shell, over the simulated Mac. */
const environment = () => ({ PATH: [join(mac.home, 'bin'), process.env.PATH].join(delimiter) })
const dir = () => serviceDir(join(mac.home, names.baseDirectory))

beforeAll(async () => {
  mac = temporaryMac()
  mac.messages.receive({ from: anna, text: 'Hello' })
  const people = mac.contacts.onMyMac
  people.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna], emails: ['anna@example.org'] })
  people.add({ firstName: 'Bob', lastName: 'Twice', phones: ['+12025550124', '+12025550125'] })
  prepareServiceDir(dir())
  saveConfig(dir().configFile, { web: { port: await unusedPort() }, send: { per_minute: 1_000 } })
  web = await startWeb()
})

async function startWeb(): Promise<RunningService> {
  const started = startService(mac.home, ['web'], environment())
  await vi.waitUntil(() => started.stdout().includes('Page'), { timeout: 240_000 })
  return started
}

afterAll(async () => {
  await web?.end('SIGTERM')
  mac?.close()
})

afterEach(() => clearFaults(mac.home))

const send = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runHere(mac.home, ['send', ...args], { ...environment(), ...env })

/** Sends what is given on standard input, which only a process of its own has. */
async function sendGiven(args: readonly string[], given: string) {
  const { child, stdout, stderr } = startService(mac.home, ['send', ...args], environment())
  child.stdin?.end(given)
  const [status] = await once(child, 'close')
  return { status, stdout: stdout(), stderr: stderr() }
}

const url = () => /http:\/\/[^/]+/.exec(web.stdout())?.[0] ?? ''
const own = async () => {
  const messages = await createClient({ baseUrl: url() }).list_messages({ guid: `any;-;${anna}` })
  return messages.filter(({ is_from_me }) => is_from_me)
}
const newestText = async () => (await own()).at(-1)?.text

test('a text goes to the named person, and one line reports the outcome', async () => {
  const { status, stdout, stderr } = await send(['Anna Keller', 'Dinner at eight?'])
  expect([status, stderr]).toEqual([exitCodes.done, ''])
  expect(stdout).toMatch(/^✓ sent to Anna Keller by iMessage( · delivered| · read)?\n$/)
  expect(await newestText()).toBe('Dinner at eight?')
})

test('the text is read from standard input unchanged', async () => {
  const text = '  "two"\nlines \u2028 $(x) `y`'
  expect(await sendGiven([anna, '-', '--no-wait'], `${text}\n`)).toMatchObject({ status: exitCodes.done })
  expect(await newestText()).toBe(text)
})

test('a file is sent with its name, and a text after it', async () => {
  const file = join(mac.home, 'plan.pdf')
  writeFileSync(file, '%PDF-1.4 the plan')
  const { status, stdout } = await send([anna, 'Here it is.', '--file', file, '--json'])
  expect(status).toBe(exitCodes.done)
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'file', handle: anna, error: null })
  const [before, last] = (await own()).slice(-2)
  expect([before?.attachments[0]?.filename, last?.text]).toEqual(['plan.pdf', 'Here it is.'])
})

test('a repeated key sends nothing again', async () => {
  const args = [anna, 'Only once', '--key', 'k-1', '--json', '--no-wait']
  const [first, again] = [await send(args), await send(args)]
  expect(JSON.parse(again.stdout).id).toBe(JSON.parse(first.stdout).id)
  expect((await own()).filter(({ text }) => text === 'Only once')).toHaveLength(1)
})

test('a name with several addresses is refused', async () => {
  const { status, stdout, stderr } = await send(['bob', 'Hi'])
  expect([status, stdout]).toEqual([exitCodes.usage, ''])
  expect(stderr).toMatch(
    /several.*\n {2}candidates: Bob Twice <\+12025550124>\n {2}candidates: Bob Twice <\+12025550125>\n$/,
  )
})

test.each([
  ['nothing to send', [anna]],
  ['nobody', ['Zoe', 'Hi']],
  ['no file', [anna, '--file', '/nowhere']],
  ['a service that is none', [anna, 'Hi', '--service', 'Pigeon']],
  ['a service for a chat', ['any;+;chat1', 'Hi', '--service', 'SMS']],
])('%s is a usage error', async (_what, args) => {
  expect(await send(args)).toMatchObject({ status: exitCodes.usage, stdout: '' })
})

test.each([
  ['automation-denied', exitCodes.permission, /^✗ not sent to Anna Keller: .*Automation/],
  ['signed-out', exitCodes.refused, /^✗ not sent to Anna Keller: .*Sign in/],
] as const)('%s is reported with its remedy', async (fault, exitCode, said) => {
  setFault(mac.home, { name: fault, times: 1 })
  const { status, stdout, stderr } = await send([anna, `under ${fault}`])
  expect([status, stdout]).toEqual([exitCode, ''])
  expect(stderr).toMatch(said)
})

test('a recipient who cannot be reached by iMessage gets an SMS, and the output says so', async () => {
  setFault(mac.home, { name: 'error-22', times: 1 })
  // The command says so of a message that has not landed yet, too; asked again under its key, it tells the rest.
  const told = async () => (await send([anna, 'by whatever way', '--key', 'k-sms'])).stdout
  await expect.poll(told).toBe('✓ sent to Anna Keller by SMS, because iMessage could not reach them\n')
})

/** Holds up the queue, so that what is sent waits for its turn. */
async function holdQueue(): Promise<FileLock> {
  // The message of an earlier test may still be on its way.
  const lock = await vi.waitUntil(() => tryLock(dir().sendLockFile), { timeout: 240_000, interval: 10 })
  onTestFinished(lock.release)
  return lock
}

const sendsOf = (key: string) => createClient({ baseUrl: url() }).list_sends({ idempotency_key: key })

test('Ctrl-C cancels what still waits for its turn', async () => {
  const lock = await holdQueue()
  const { child, stderr } = startService(mac.home, ['send', anna, 'Never mind', '--key', 'k-2'], environment())
  await expect.poll(async () => (await sendsOf('k-2')).map(({ state }) => state)).toEqual(['queued'])
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([exitCodes.refused, null])
  expect(stderr()).toMatch(/^✗ not sent to Anna Keller: It was cancelled/)
  lock.release()
  expect(await send([anna, 'after that'])).toMatchObject({ status: exitCodes.done })
  expect((await own()).map(({ text }) => text)).not.toContain('Never mind')
})

test('when the service ends before it answers, the command says that nobody knows, and how to repeat it safely', async () => {
  const lock = await holdQueue()
  const { child, stderr } = startService(mac.home, ['send', anna, 'Into the void', '--key', 'k-3'], environment())
  await expect.poll(async () => (await sendsOf('k-3')).length).toBe(1)
  await web.end('SIGKILL')
  expect(await once(child, 'close')).toEqual([exitCodes.unexpected, null])
  expect(stderr()).toMatch(/lost before it answered.*--key k-3.*It is unknown whether the message was sent/)
  web = await startWeb()
  lock.release()
  expect(await send([anna, 'Into the void', '--key', 'k-3'])).toMatchObject({ status: exitCodes.done })
  expect((await own()).filter(({ text }) => text === 'Into the void')).toHaveLength(1)
})

test('with a password the command creates a key once, and another key can be given', async () => {
  const { configFile, keysDir } = dir()
  saveConfig(configFile, { auth: { password_hash: await hashPassword('a horse that is correct') } })
  await expect.poll(async () => (await fetch(`${url()}/version`)).status).toBe(401)
  const first = await send([anna, 'with a key', '--no-wait'])
  expect(first).toMatchObject({ status: exitCodes.done, stderr: expect.stringContaining('keys/command-line') })
  const kept = join(keysDir, 'command-line')
  expect([existsSync(kept), statSync(kept).mode & 0o777]).toEqual([true, 0o600])
  expect(await send([anna, 'with the same', '--no-wait'])).toMatchObject({ status: exitCodes.done, stderr: '' })
  const wrong = await send([anna, 'with another'], { SERVICE_API_KEY: `svc_${'0'.repeat(64)}` })
  expect(wrong).toMatchObject({ status: exitCodes.refused, stdout: '' })
  expect(wrong.stderr + first.stderr).not.toContain(readFileSync(kept, 'utf8').trim().slice(12))
})

test('when nothing runs, the command says how to start it', async () => {
  const elsewhere = serviceDir(join(mac.home, 'elsewhere'))
  prepareServiceDir(elsewhere)
  saveConfig(elsewhere.configFile, { web: { port: await unusedPort() } })
  const { status, stderr } = await send([anna, 'Hi'], { SERVICE_DIR: elsewhere.base })
  expect(status).toBe(exitCodes.notRunning)
  expect(stderr).toContain('service up')
})
