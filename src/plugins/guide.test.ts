import { globSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { Config } from '../contract/config.ts'
import type { Send } from '../contract/send.ts'
import { retrySchedule } from '../domain/retry-schedule.ts'
import type { PluginOrder } from './calls/services.ts'
import { testHost, until } from './test-host.ts'

const guide = readFileSync(fileURLToPath(new URL('../../docs/plugins.md', import.meta.url)), 'utf8')
const [, example = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? []

it('the plugin of the guide does what the guide says', async () => {
  const orders: PluginOrder[] = []
  const send = async (order: PluginOrder) => {
    orders.push(order)
    return { id: 'send', state: 'sent', error: null, created_at: '' } as unknown as Send
  }
  const attachmentBytes = () => ({ size: 3, bytes: Readable.from([Buffer.from('abc')]), close: () => {} })
  const settings = { echo: { enabled: true, greeting: 'Heard:' } }
  const bench = await testHost({ plugins: { echo: example }, settings, calls: { send, attachmentBytes } })
  onTestFinished(() => bench.stop())
  const attachments = [{ guid: 'a', name: 'cat.jpg', mime: 'image/jpeg', size: 3 }]
  bench.receive({ text: 'hello', attachments }, { text: null })
  await until(() => bench.deliveries().every(({ state }) => state !== 'pending'))
  expect(orders).toMatchObject([{ text: 'Heard: hello' }, { file: { name: 'cat.jpg' } }])
  expect(bench.deliveries().map(({ state, last_error }) => [state, last_error])).toEqual([
    ['acked', null],
    ['dead', 'there is nothing to repeat'],
  ])
  bench.sql(`INSERT INTO event (type, chat_guid, rowid_of_message, at_ms, payload) SELECT '', '', 0, 0,
    json_object('type', 'tapback_added', 'target_guid', guid, 'emoji', '👍') FROM delivery WHERE state = 'acked'`)
  await until(() => bench.logged.some(({ source, msg }) => source === 'echo' && msg === 'somebody reacted'))
})

const root = fileURLToPath(new URL('../..', import.meta.url))
const { firstDelayMs, longestDelayMs, longestWaitMs, patienceMs, spread, toleratedFailures } = retrySchedule

it('every page that names the pauses between deliveries agrees with the schedule', () => {
  const pages = globSync(['README.md', 'docs/*.md', 'src/integrations/*/README.md'], { cwd: root })
  const said = pages.flatMap((page) =>
    // Posts of rules and digests have schedules of their own.
    [...readFileSync(`${root}/${page}`, 'utf8').matchAll(/1, 2, 4 … (\d+) (seconds|s)\b(?! for ten minutes)/g)],
  )
  expect(said.length).toBeGreaterThanOrEqual(5)
  expect(firstDelayMs).toBe(1_000)
  expect(new Set(said.map(([, longest]) => Number(longest) * 1_000))).toEqual(new Set([longestDelayMs]))
})

it('the guide names the figures of the retry schedule', () => {
  const retries = /## Retries\n([\s\S]*?)\n## /.exec(guide)?.[1]?.replace(/\s+/g, ' ') ?? ''
  const { attempts_per_message } = Config.properties.relay.properties
  for (const words of [
    `1, 2, 4 … ${longestDelayMs / 1_000} seconds, plus or minus a fifth, for a day`,
    `after ${toleratedFailures} different messages have failed in a row`,
    `from ${firstDelayMs / 1_000} to ${longestDelayMs / 1_000} seconds`,
    `\`relay.attempts_per_message\` (${attempts_per_message.default})`,
    'up to an hour',
  ])
    expect(retries).toContain(words)
  expect([spread, patienceMs, longestWaitMs]).toEqual([1 / 5, 86_400_000, 3_600_000])
})
