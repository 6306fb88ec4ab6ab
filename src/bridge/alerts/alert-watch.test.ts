import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryId } from '../../contract/ids.ts'
import type { StoredApiKey } from '../../contract/key.ts'
import type { PluginRecord } from '../../contract/plugin.ts'
import { arrivalsOf } from '../../domain/alerts/test-traffic.ts'
import type { MessagesState } from '../../sending/messages/messages-state.ts'
import { raisedAlerts } from '../../store/alerts-file.ts'
import { newApiKey } from '../../store/api-keys.ts'
import { saveConfig } from '../../store/config-file.ts'
import { journalDeliveries } from '../../store/journal/deliveries.ts'
import { ingestInto, pageOf, relayed, toIntegrations } from '../../store/journal/test-journal.ts'
import { openKeyActivity } from '../../store/key-activity.ts'
import { pausedPlugins } from '../../store/paused-plugins.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { type BridgeStore, openStore } from '../open-store.ts'
import { alertNotices } from './alert-notices.ts'
import { AlertWatch } from './alert-watch.ts'
import { macSurroundings } from './mac-surroundings.ts'

const folderOfTest = testFolders(onTestFinished)
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const record = (name: string, changes: Partial<PluginRecord> = {}): PluginRecord =>
  ({
    name,
    display_name: name.toUpperCase(),
    tier: 'official',
    enabled: true,
    status: 'running',
    waiting_for: null,
    next_attempt_at: null,
    last_error: null,
    pending: 0,
    dead: 0,
    ...changes,
  }) as PluginRecord

/** A bridge's store with a journal, whose clock, plugins and Messages the test sets. */
function watching({
  notify_plugins = [] as string[],
  arrivals = [] as number[],
  nowMs = Date.UTC(2026, 5, 2, 12),
  api_keys = [] as StoredApiKey[],
} = {}) {
  const base = folderOfTest()
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { alerts: { notify_plugins }, auth: { api_keys } })
  const world = { nowMs, records: [record('webhook'), record('ntfy')], arrivals, messages: 'running' as MessagesState }
  const clock = { nowMs: () => world.nowMs, monotonicMs: () => world.nowMs }
  let store: BridgeStore
  let watch: AlertWatch
  const start = () => {
    store = openStore(base, undefined)
    watch = new AlertWatch({
      store: { ...store, lastAliveMs: world.nowMs },
      surroundings: macSurroundings(dir, {
        source: {
          arrivals: (sinceMs) => world.arrivals.filter((ms) => ms >= sinceMs).reverse(),
          end: (ms) => ({ newestMs: Math.max(0, ...world.arrivals.filter((at) => at <= ms)) }) as never,
        },
        askMessages: async () => world.messages,
      }),
      host: { records: () => world.records },
      clock,
      tell: alertNotices(store, { clock, kick: () => undefined }),
    })
  }
  start()
  onTestFinished(() => store.close())
  return {
    dir,
    world,
    journal: () => store.journal,
    installKey: () => store.installKey,
    check: (afterMs = 0) => {
      world.nowMs += afterMs
      watch.check()
      return raisedAlerts(dir.alertsFile).read().raised
    },
    restart() {
      store.close()
      start()
    },
    logged: () =>
      readFileSync(dir.logFile, 'utf8')
        .split('\n')
        .flatMap((line) => (line.includes('alert ') ? [String(JSON.parse(line).msg)] : [])),
    noticesOf: (integration: string) =>
      journalDeliveries(store.journal, store.installKey)
        .next({ integration, afterSeq: 0, limit: 10 }, [])
        .flatMap(({ message }) => (message?.guid.startsWith('notice-') ? [message.text] : [])),
  }
}

type World = ReturnType<typeof watching>

/** Lets the first delivery to the webhook fail now. */
function refuse({ journal, installKey, world }: World): DeliveryId {
  ingestInto(journal()).commit(pageOf([relayed(1)], { nowMs: world.nowMs }), toIntegrations('webhook', 'ntfy'))
  const deliveries = journalDeliveries(journal(), installKey())
  const [first] = deliveries.next({ integration: 'webhook', afterSeq: 0, limit: 1 }, [])
  const id = first?.id as DeliveryId
  const failed = { outcome: 'retry', attempts: 1, crashes: 0, nextAtMs: 0, error: 'HTTP 503: Hello Anna' } as const
  deliveries.settle([{ integration: 'webhook', id, ...failed }], world.nowMs)
  world.records = [record('webhook', { pending: 1, last_error: failed.error }), record('ntfy')]
  return id
}

test('deliveries that fail for five minutes raise one alert, also across a restart, and clear it with a success', () => {
  const bridge = watching()
  const id = refuse(bridge)
  expect(bridge.check(4 * minuteMs)).toEqual([])
  const [alert] = bridge.check(minuteMs)
  expect(alert).toMatchObject({ kind: 'deliveries_failing', plugin: 'webhook', reason: 'HTTP 503: Hello Anna' })
  bridge.restart()
  expect(bridge.check(minuteMs)).toEqual([alert])
  journalDeliveries(bridge.journal(), bridge.installKey()).settle([{ integration: 'webhook', id, outcome: 'acked' }], 1)
  bridge.world.records = [record('webhook'), record('ntfy')]
  expect(bridge.check(2_000)).toEqual([])
  expect(bridge.logged()).toEqual([
    'alert raised: deliveries_failing of plugin webhook, since 2026-06-02T12:00:00.000Z',
    'alert cleared: deliveries_failing of plugin webhook',
  ])
})

test('another healthy plugin reports the alert once when it begins and once when it ends', () => {
  const bridge = watching({ notify_plugins: ['ntfy', 'webhook'] })
  const id = refuse(bridge)
  bridge.check(5 * minuteMs)
  bridge.check(minuteMs)
  journalDeliveries(bridge.journal(), bridge.installKey()).settle([{ integration: 'webhook', id, outcome: 'acked' }], 1)
  bridge.world.records = [record('webhook'), record('ntfy')]
  bridge.check(minuteMs)
  expect(bridge.noticesOf('ntfy')).toEqual([
    expect.stringMatching(/^Deliveries to WEBHOOK have been failing since \S+\. 1 queued\.$/),
    'Deliveries to WEBHOOK go through again.',
  ])
  expect(bridge.noticesOf('webhook')).toEqual([])
})

test('the alert about a plugin that its owner turns off, removes or pauses ends without a report of recovery', () => {
  const stopped = record('webhook', { status: 'failed' })
  const off = record('webhook', { status: 'off', enabled: false })
  for (const records of [[off, record('ntfy')], [record('ntfy')]]) {
    const bridge = watching({ notify_plugins: ['ntfy'] })
    bridge.world.records = [stopped, record('ntfy')]
    expect(bridge.check()).toMatchObject([{ kind: 'plugin_stopped' }])
    bridge.world.records = records
    expect(bridge.check(2_000)).toEqual([])
    expect(bridge.noticesOf('ntfy')).toEqual([expect.stringMatching(/^WEBHOOK has been stopped since /)])
    expect(bridge.logged().at(-1)).toBe('alert cleared: plugin_stopped of plugin webhook')
  }
  const bridge = watching({ notify_plugins: ['ntfy'] })
  refuse(bridge)
  bridge.check(5 * minuteMs)
  pausedPlugins(bridge.dir.pausedDir).set('webhook', true)
  expect(bridge.check(2_000)).toEqual([])
  expect(bridge.noticesOf('ntfy')).toEqual([expect.stringMatching(/^Deliveries to WEBHOOK have been failing since /)])
})

test('no alert is reported unless the settings name a plugin for it, and none through a plugin that fails or does not run', () => {
  for (const [notify_plugins, ntfy] of [
    [[], record('ntfy')],
    [['ntfy'], record('ntfy', { status: 'waiting', waiting_for: 'receiver' })],
    [['ntfy'], record('ntfy', { enabled: false, status: 'off' })],
  ] as const) {
    const bridge = watching({ notify_plugins: [...notify_plugins] })
    refuse(bridge)
    bridge.world.records = [record('webhook', { pending: 1 }), ntfy]
    expect(bridge.check(5 * minuteMs)).toHaveLength(1)
    expect(bridge.noticesOf('ntfy')).toEqual([])
  }
})

const busy = { talksADay: 20, weekend: 1, seed: 7 }

test('a Mac gone quiet raises an alert that says whether Messages runs, and a message clears it', async () => {
  const beginMs = Date.UTC(2026, 2, 2)
  const deafMs = beginMs + 57 * dayMs + 10 * hourMs
  const arrivals = arrivalsOf(busy, beginMs, 58).filter((ms) => ms < deafMs)
  const bridge = watching({ arrivals, nowMs: deafMs })
  bridge.world.messages = 'not_running'
  let raised: ReturnType<World['check']> = []
  for (let minutes = 0; minutes < 48 * 60 && raised.length === 0; minutes += 4) {
    raised = bridge.check(4 * minuteMs)
    // The response of Messages counts from the next check on.
    await Promise.resolve()
  }
  expect(raised).toMatchObject([{ kind: 'mac_quiet', sinceMs: arrivals.at(-1), reason: 'Messages is not open' }])
  bridge.world.arrivals.push(bridge.world.nowMs)
  expect(bridge.check(2_000)).toEqual([])
})

test('the time while the Mac slept does not count as silence', () => {
  const beginMs = Date.UTC(2026, 2, 2)
  const deafMs = beginMs + 57 * dayMs + 10 * hourMs
  const bridge = watching({ arrivals: arrivalsOf(busy, beginMs, 58).filter((ms) => ms < deafMs), nowMs: deafMs })
  expect(bridge.check()).toEqual([])
  expect(bridge.check(60 * hourMs)).toEqual([])
})

test("new activity of an API key is reported once, without the key's label in the log, and ends once it was seen", () => {
  const { stored } = newApiKey({ label: 'Assistant of Anna', scopes: ['read', 'write'] }, 0)
  const bridge = watching({ notify_plugins: ['ntfy'], api_keys: [stored] })
  expect(bridge.check(), 'before anything was noted').toEqual([])
  const { nowMs } = bridge.world
  const activity = openKeyActivity({ path: bridge.dir.keyActivityFile, nowMs: () => nowMs, keys: () => [stored.id] })
  onTestFinished(() => activity.close())
  activity.mark(stored.id, 'first_send')
  activity.mark('0123abcd', 'hidden_person')
  const [alert, ...others] = bridge.check(2_000)
  expect(others, 'nothing of a key that is gone').toEqual([])
  const key = { id: stored.id, label: stored.label }
  expect(alert).toMatchObject({ kind: 'key_first_send', key, sinceMs: nowMs, plugin: null })
  bridge.restart()
  expect(bridge.check(2_000)).toEqual([alert])
  activity.mark(stored.id, 'hidden_person')
  expect(bridge.check(2_000).map(({ kind }) => kind)).toEqual(['key_hidden_person', 'key_first_send'])
  activity.seen(stored.id)
  expect(bridge.check(2_000)).toEqual([])
  const [first, second, ...over] = bridge.noticesOf('ntfy')
  expect(first).toMatch(/^The API key Assistant of Anna sent a message for the first time/)
  expect(second).toMatch(/tried .* to reach somebody its limits hide\.$/)
  expect(over).toHaveLength(2)
  expect(bridge.logged()).toHaveLength(4)
  expect(bridge.logged().join()).not.toContain('Anna')
})
