import { expect, test } from 'vitest'
import { conditionsOf, type Facts, type PluginFacts } from './conditions.ts'

const nowMs = Date.UTC(2026, 5, 1, 12)
const minuteMs = 60_000
const limits = { after_minutes: 5, queued: 20 }
const gib = 1_073_741_824

const plugin = (changes: Partial<PluginFacts> = {}): PluginFacts => ({
  name: 'webhook',
  displayName: 'Webhook',
  tier: 'official',
  status: 'running',
  waitingFor: null,
  lastError: null,
  isPaused: false,
  queued: 0,
  failingSinceMs: null,
  ...changes,
})

const facts = (changes: Partial<Facts> = {}): Facts => ({
  plugins: [plugin()],
  keys: [],
  webhooks: [],
  relay: { state: 'polling', code: null, reason: null },
  freeBytes: 50 * gib,
  quiet: null,
  ...changes,
})

const found = (changes: Partial<Facts>, raised: Parameters<typeof conditionsOf>[1]['raised'] = []) =>
  conditionsOf(facts(changes), { limits, raised, nowMs })
const kinds = (...given: Parameters<typeof found>) => found(...given).map(({ kind }) => kind)

const failing = (minutes: number, changes: Partial<PluginFacts> = {}) => ({
  plugins: [plugin({ failingSinceMs: nowMs - minutes * minuteMs, lastError: 'connection refused', ...changes })],
})

test('nothing is found while everything is well', () => {
  expect(found({})).toEqual([])
})

test('failing deliveries are found after the minutes in the settings, or once that many wait', () => {
  expect(kinds(failing(4.9, { queued: 19 }))).toEqual([])
  expect(found(failing(5))).toEqual([
    {
      kind: 'deliveries_failing',
      plugin: 'webhook',
      webhook: null,
      reason: 'connection refused',
      sinceMs: nowMs - 5 * minuteMs,
    },
  ])
  expect(kinds(failing(0.1, { queued: 20 }))).toEqual(['deliveries_failing'])
})

test('an alert about deliveries stays until none fails, however few are left', () => {
  const raised = [{ kind: 'deliveries_failing' as const, plugin: 'webhook', webhook: null }]
  expect(kinds(failing(1, { queued: 1 }), raised)).toEqual(['deliveries_failing'])
  expect(kinds({ plugins: [plugin({ queued: 30 })] }, raised)).toEqual([])
})

test('a webhook of a BlueBubbles client is judged by the same limits, and named by its host', () => {
  const webhook = (minutes: number, queued = 1) => ({
    webhooks: [{ id: 3, host: 'example.org', queued, failingSinceMs: nowMs - minutes * minuteMs, reason: 'HTTP 503' }],
  })
  expect(kinds(webhook(4.9))).toEqual([])
  expect(kinds(webhook(0, 20))).toEqual(['deliveries_failing'])
  const [condition] = found(webhook(5))
  const about = { kind: 'deliveries_failing' as const, plugin: null, webhook: { id: 3, host: 'example.org' } }
  expect(condition).toEqual({ ...about, reason: 'HTTP 503', sinceMs: nowMs - 5 * minuteMs })
  expect(kinds(webhook(0.1), [about])).toEqual(['deliveries_failing'])
  expect(kinds(webhook(0.1), [{ ...about, webhook: { id: 4, host: 'example.org' } }])).toEqual([])
})

test('a queue without a failure is no alert, and neither is a paused plugin', () => {
  expect(kinds({ plugins: [plugin({ queued: 500 })] })).toEqual([])
  expect(kinds(failing(60, { isPaused: true, queued: 500 }))).toEqual([])
})

test.each([
  ['failed', null],
  ['invalid', null],
  ['waiting', 'approval'],
] as const)('a plugin that is %s (%s) has stopped, which is reported instead of its failures', (status, waitingFor) => {
  expect(kinds(failing(60, { status, waitingFor }))).toEqual(['plugin_stopped'])
})

test('a stopped plugin that starts again has not recovered before it runs, and a first start raises no alert', () => {
  const raised = [{ kind: 'plugin_stopped' as const, plugin: 'webhook', webhook: null }]
  expect(kinds({ plugins: [plugin({ status: 'starting' })] }, raised)).toEqual(['plugin_stopped'])
  expect(kinds({ plugins: [plugin({ status: 'starting' })] })).toEqual([])
  expect(kinds({ plugins: [plugin()] }, raised)).toEqual([])
})

test('a relay that macOS denies access to Messages has lost a permission; any other relay that does not poll has stopped', () => {
  const reason = 'Why.'
  expect(kinds({ relay: { state: 'unreadable', code: 'messages_unreadable', reason } })).toEqual(['permission_lost'])
  expect(kinds({ relay: { state: 'unreadable', code: 'messages_corrupt', reason } })).toEqual(['relay_stopped'])
  expect(kinds({ relay: { state: 'degraded', code: null, reason } })).toEqual(['relay_stopped'])
})

test('each suspicious activity of an API key is an alert of its own, until it was seen', () => {
  const key = { id: '0a1b2c3d', label: 'assistant', atMs: nowMs }
  const keys = [
    { ...key, kind: 'first_send' as const },
    { ...key, kind: 'hidden_person' as const },
  ]
  expect(found({ keys })).toMatchObject([
    { kind: 'key_first_send', key: { id: key.id, label: key.label }, sinceMs: nowMs, plugin: null },
    { kind: 'key_hidden_person', key: { id: key.id, label: key.label } },
  ])
})

test('free space that varies around the limit does not make an alert come and go', () => {
  const raised = [{ kind: 'disk_nearly_full' as const, plugin: null, webhook: null }]
  expect(kinds({ freeBytes: 1.1 * gib })).toEqual([])
  expect(kinds({ freeBytes: 0.9 * gib })).toEqual(['disk_nearly_full'])
  expect(kinds({ freeBytes: 1.1 * gib }, raised)).toEqual(['disk_nearly_full'])
  expect(kinds({ freeBytes: 1.3 * gib }, raised)).toEqual([])
  expect(kinds({ freeBytes: null })).toEqual([])
})
