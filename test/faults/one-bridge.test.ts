import { once } from 'node:events'
import { chmodSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCodes } from '../../src/contract/errors.ts'
import { dirOf, startBridge } from '../harness/bridge-process.ts'
import { anna, type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { isWhole } from '../harness/told.ts'
import { until } from '../harness/until.ts'

/** `npm run proof -- scoreboard` starts twenty, fifty times. */
const bridges = isWhole ? 20 : 6

test(`of ${bridges} bridges started at once one relays, and the others exit and name its process id`, async () => {
  await using relay = await relaySetup({ isStarted: false })
  await relay.bridge.kill()
  const { home } = relay.mac
  const all = Array.from({ length: bridges }, () => startBridge({ home }))
  const ended = () => all.filter(({ child }) => child.exitCode !== null)
  await until(() => ended().length === bridges - 1, { describe: () => `all but one to end; ${ended().length} did` })
  const [winner] = all.filter(({ child }) => child.exitCode === null)
  for (const { child, stderr } of ended()) {
    expect(child.exitCode).toBe(exitCodes.alreadyRunning)
    expect(stderr()).toContain(String(winner?.pid))
  }
  await winner?.polling()
  relay.mac.messages.receive({ from: anna, text: 'once' })
  await relay.receives('once')
  expect(await winner?.stop()).toBe(0)
})

test.for([
  ['of a process that is gone', () => 2 ** 22 - 1],
  ['of a process that lives and is no bridge', () => process.pid],
] as const)('a bridge.pid %s does not prevent a start', async ([, pid]) => {
  await using relay = await relaySetup()
  await relay.bridge.kill()
  writeFileSync(dirOf(relay.mac.home).pidFile, `${pid()}\n`, { mode: 0o600 })
  await relay.restart()
  relay.mac.messages.receive({ from: anna, text: 'after' })
  await relay.receives('after')
})

test('SIGTERM ends the bridge with 0, and work in progress is finished', async () => {
  const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using relay = await relaySetup({
    answer: async () => {
      asked.resolve()
      await ended.promise
      return 204
    },
  })
  const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`)
  for (const text of texts) relay.mac.messages.receive({ from: anna, text })
  await asked.promise
  const code = relay.bridge.stop()
  ended.resolve()
  expect(await code).toBe(0)
  await relay.restart()
  // On a busy machine a response may arrive too late for the bridge to read it before it has to end. That delivery
  // comes again, under the same id.
  const arrived = () => new Map(relay.receiver.delivered.map(({ body }) => [body.delivery_id, body.text]))
  await until(() => arrived().size >= texts.length)
  expect([...arrived().values()].sort()).toEqual(texts.toSorted())
})

const nobody = JSON.stringify({ version: 1, relay: { scope: 'whitelist' } })

describe('while one relay keeps running', () => {
  let relay: RelaySetup
  let good: string
  beforeAll(async () => {
    relay = await relaySetup()
    good = readFileSync(dirOf(relay.mac.home).configFile, 'utf8')
  })
  afterAll(() => relay?.[Symbol.asyncDispose]())

  const settings = () => ({ file: dirOf(relay.mac.home).configFile, good })

  /** Returns the outcome of a message that arrives now. */
  async function outcomeNow() {
    const { guid } = relay.mac.messages.receive({ from: anna, text: 'what becomes of it?' })
    await until(() => relay.journal.outcome(guid) !== undefined)
    return relay.journal.outcome(guid)
  }

  test.for([
    [
      'saved under another name and moved',
      (path: string) => {
        writeFileSync(`${path}.new`, nobody, { mode: 0o600 })
        renameSync(`${path}.new`, path)
      },
    ],
    ['written in place', (path: string) => writeFileSync(path, nobody)],
    [
      'moved to a backup first',
      (path: string) => {
        renameSync(path, `${path}~`)
        writeFileSync(path, nobody, { mode: 0o600 })
      },
    ],
  ] as const)('settings %s take effect without a restart', async ([, save]) => {
    const { file, good } = settings()
    writeFileSync(file, good)
    await until(async () => (await outcomeNow()) === 'relayed')
    save(file)
    await until(async () => (await outcomeNow()) === 'out_of_scope')
  })

  test.for([
    ['empty', (path: string) => truncateSync(path)],
    ['half written', (path: string) => truncateSync(path, 30)],
    ['no JSON', (path: string) => writeFileSync(path, '{relay: everyone}')],
    ['of the wrong types', (path: string) => writeFileSync(path, '{"relay": {"scope": 4}}')],
    ['of ten megabytes', (path: string) => writeFileSync(path, Buffer.alloc(10_000_000, ' '))],
  ] as const)(
    'with settings that are %s the last good ones stay in effect, even after a restart',
    async ([, breakIt]) => {
      const { file, good } = settings()
      writeFileSync(file, good)
      await until(async () => (await outcomeNow()) === 'relayed')
      breakIt(file)
      expect(await outcomeNow()).toBe('relayed')
      await relay.bridge.stop()
      await relay.restart()
      expect(await outcomeNow()).toBe('relayed')
    },
  )
})

test('settings that others can read are refused with their exit code, and nothing runs', async () => {
  await using relay = await relaySetup()
  await relay.bridge.stop()
  chmodSync(dirOf(relay.mac.home).configFile, 0o644)
  const bridge = startBridge({ home: relay.mac.home })
  await once(bridge.child, 'exit')
  expect(bridge.child.exitCode).toBe(exitCodes.refused)
  expect(bridge.stderr()).toContain('chmod 600')
})
