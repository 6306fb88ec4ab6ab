/**
 * Opens a plugin host for tests over a journal of its own, with plugins written into a folder, and messages ingested as
 * by the bridge.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { type Clock, systemClock } from '../base/clock.ts'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../contract/ids.ts'
import type { Logger, LogLevel } from '../contract/log-entry.ts'
import type { RelayMessage } from '../domain/message.ts'
import type { Tier } from '../plugin-api/index.ts'
import type { AuditEntry } from '../store/audit-log.ts'
import { type DeliveryChanges, deliveryChanges } from '../store/journal/delivery-changes.ts'
import { IngestStore } from '../store/journal/ingest-store.ts'
import { openJournal } from '../store/journal/open.ts'
import { type PausedPlugins, pausedPlugins } from '../store/paused-plugins.ts'
import { pluginConsents } from '../store/plugin-consents.ts'
import { openUploads } from '../store/uploads.ts'
import type { CallServices } from './calls/services.ts'
import { catalogFile, type Entry, writeEntries } from './catalog.ts'
import type { CorePluginClass } from './core/core-plugin.ts'
import { findCandidates } from './discover.ts'
import { PluginHost } from './host.ts'
import { findWall, type Wall } from './isolation/wall.ts'
import type { Manifest } from './plugin-contract.ts'
import type { NotedPlugin } from './plugin-record.ts'
import { layCompiled } from './test-compiled.ts'

export interface PluginCode {
  tier?: Tier
  /** Bodies of the methods; `this.ctx` is the context. Every call is logged to calls.log first. */
  start?: string
  onInbound?: string
  /** Source before the class. */
  top?: string
  schema?: string
}

export const pluginSource = (
  name: string,
  { tier = 'official', start = '', onInbound = '', top = '', schema = '{}' }: PluginCode,
) => `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { DeliveryRefused } from 'local-messaging-relay/plugin'
${top}
const until = async (check) => { while (!check()) await new Promise((resolve) => setTimeout(resolve, 5)) }
export default class {
  static NAME = '${name}'
  static TIER = '${tier}'
  static SETTINGS_SCHEMA = ${schema}
  async start(ctx) { this.ctx = ctx; ${start} }
  async stop() {}
  async on_inbound(msg, delivery) {
    appendFileSync(this.ctx.data_dir + '/calls.log', JSON.stringify(msg) + '\\n')
    ${onInbound}
  }
}
`

/** A loop that keeps a plugin's process from hearing of anything. It sleeps, since a busy one slows other tests. */
export const endlessLoop = 'for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'

export interface TestHost {
  host: PluginHost
  serviceDir: string
  dataDir: string
  logged: { source: string; level: LogLevel; msg: string }[]
  mirrored: { plugin: string; event: string; fields: unknown }[]
  audited: AuditEntry[]
  paused: PausedPlugins
  /** The state that other processes change. */
  changes: DeliveryChanges
  /** Ingests the messages and notifies the host. */
  receive(...messages: Partial<RelayMessage>[]): void
  /** The deliveries that the plugin was handed, in order. */
  calls(name?: string): Call[]
  record(name?: string): NotedPlugin | undefined
  /** Rows of `delivery`, oldest first. */
  deliveries(): { id: string; state: string; attempts: number; crashes: number; last_error: string | null }[]
  reconcile(settings: TestSettings): void
  sql(statement: string): void
  pids(): { name: string; pid: number }[]
  stop(): Promise<void>
}

type Call = Record<string, unknown> & { delivery_id: string; attempt: number; text: string }

type TestSettings = Record<string, { enabled: boolean } & Record<string, unknown>>

export interface TestHostOptions {
  plugins?: Record<string, PluginCode | string>
  settings?: TestSettings
  serviceDir?: string
  bundledDir?: string
  /** The services of the bridge for plugins; by default nothing is sent and no attachment exists. */
  calls?: Partial<CallServices>
  core?: readonly CorePluginClass[]
  clock?: Clock
  /** Called when the host has its configuration, before it has examined any plugin. */
  onConfigured?: (host: PluginHost) => void
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'relay-plugins-')))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))
export const testFolder = (): string => mkdtempSync(join(root, 'service-'))

/** Starts a host; unless told otherwise, helpers refer to the plugin `probe`. */
export async function testHost(options: TestHostOptions = {}): Promise<TestHost> {
  const { serviceDir = testFolder(), plugins = {} } = options
  for (const [name, code] of Object.entries(plugins))
    writePlugin(join(serviceDir, 'integrations'), name, typeof code === 'string' ? code : pluginSource(name, code))
  await layDescribed(serviceDir, plugins)
  const settings: TestSettings =
    options.settings ?? Object.fromEntries(Object.keys(plugins).map((name) => [name, { enabled: true }]))
  layCompiled(serviceDir, Object.keys({ ...plugins, ...settings }))
  const bench = startHost(serviceDir, options)
  bench.host.reconcile({ integrations: settings })
  options.onConfigured?.(bench.host)
  await bench.host.known()
  return bench
}

/**
 * Notes what these plugins declare, as it is noted after the first start on a Mac, so that no process has to run each of
 * them to learn it. Source that is given whole may declare anything: the host finds that out as it does for users.
 */
async function layDescribed(serviceDir: string, plugins: Readonly<Record<string, PluginCode | string>>): Promise<void> {
  const file = catalogFile(serviceDir)
  if (existsSync(file)) return
  const candidates = await findCandidates({ serviceDir, bundledDir: join(serviceDir, 'none') })
  const entries = candidates.flatMap((candidate): Entry[] => {
    const code = plugins[candidate.label]
    if (typeof code !== 'object') return []
    return [{ candidate, manifest: declared(candidate.label, code), violation: null, lasting: true }]
  })
  if (entries.length > 0) writeEntries(file, entries)
}

const declared = (name: string, { tier = 'official', schema = '{}' }: PluginCode): Manifest => ({
  name,
  tier,
  settings_schema: runInNewContext(`(${schema})`) as Manifest['settings_schema'],
  display_name: null,
  description: null,
  network: [],
  page: null,
  translations: {},
})

export function writePlugin(parent: string, name: string, source: string): string {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.mjs'), source)
  return folder
}

const installKey = Buffer.alloc(32, 7)

let found: Promise<Wall> | undefined
/** Tried once in the process of the tests: it is the same for every host. */
const wall = (): Promise<Wall> => {
  found ??= findWall()
  return found
}

function startHost(
  serviceDir: string,
  { bundledDir = join(serviceDir, 'none'), calls, core = [], clock = systemClock }: TestHostOptions,
): TestHost {
  mkdirSync(join(serviceDir, 'state'), { recursive: true, mode: 0o700 })
  const { db } = openJournal(join(serviceDir, 'state', 'journal.db'))
  const logged: TestHost['logged'] = []
  const mirrored: TestHost['mirrored'] = []
  const audited: AuditEntry[] = []
  const paused = pausedPlugins(join(serviceDir, 'state', 'paused'))
  const host = new PluginHost({
    journal: db,
    installKey,
    paths: { serviceDir, bundledDir },
    log: logInto(logged),
    mirror: (plugin, event, fields) => mirrored.push({ plugin, event, fields }),
    calls: {
      send: () => Promise.reject(new Error('Nothing is sent here.')),
      uploads: openUploads({ folder: join(serviceDir, 'uploads'), needed: () => new Set() }),
      attachmentBytes: () => undefined,
      textOf: () => undefined,
      messageAgain: () => undefined,
      audit: { append: (entry) => void audited.push(entry) },
      ...calls,
    },
    core,
    clock,
    wall: wall(),
    consents: pluginConsents(join(serviceDir, 'state', 'consents')),
    paused,
  })
  const ingest = new IngestStore(db, installKey)
  const dataDir = join(serviceDir, 'plugins', 'probe')
  return {
    host,
    serviceDir,
    dataDir,
    logged,
    mirrored,
    audited,
    paused,
    changes: deliveryChanges(join(serviceDir, 'state', 'journal.db')),
    receive(...messages) {
      const rows = messages.map(ingestedMessage)
      const position = { rowid: 1 as RowId, guid: null, newestMs: 0, epoch: 0, rescan: null }
      const integrations = host.enabled().map(({ name }) => name)
      ingest.commit(
        { rows, waiting: [], settled: [], position, nowMs: Date.now() },
        { integrations, rules: [], selfHandles: [] },
      )
      host.kick()
    },
    calls: (name = 'probe') => readCalls(join(serviceDir, 'plugins', name, 'calls.log')),
    record: (name = 'probe') => host.records().find((one) => one.name === name),
    deliveries: () =>
      db.prepare('SELECT id, state, attempts, crashes, last_error FROM delivery ORDER BY seq').all() as never,
    reconcile: (integrations) => host.reconcile({ integrations }),
    sql: (statement) => db.exec(statement),
    pids: () => db.prepare('SELECT name, pid FROM integration WHERE pid IS NOT NULL').all() as never,
    async stop() {
      await host.stop()
      db.close()
    },
  }
}

let messagesMade = 0

export function testMessage(message: Partial<RelayMessage> = {}): RelayMessage {
  const n = ++messagesMade
  return {
    guid: `GUID-${process.pid}-${n}` as MessageGuid,
    rowid: n as RowId,
    chatGuid: 'any;-;+15550001111' as ChatGuid,
    category: 'known',
    conversation: 'dm:+15550001111' as ConversationKey,
    handle: '+15550001111' as Handle,
    sender: 'Anna',
    isGroup: false,
    groupName: null,
    service: 'iMessage',
    text: `message ${n}`,
    sentAtMs: Date.parse('2026-01-02T03:04:05Z'),
    kind: 'text',
    replyTo: null,
    attachments: [],
    ...message,
  }
}

/** Returns a message as the relay ingests it. */
export function ingestedMessage(part: Partial<RelayMessage>) {
  const message = testMessage(part)
  const { guid, rowid, conversation, sentAtMs } = message
  return {
    guid,
    rowid,
    conversation,
    sentAtMs,
    message,
    twinText: guid,
    lane: 'relayed' as const,
    outcome: 'relayed',
    events: [],
  }
}

function logInto(logged: TestHost['logged'], source = 'host'): Logger {
  const write = (level: LogLevel) => (msg: string) => void logged.push({ source, level, msg })
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    as: (other) => logInto(logged, other),
  }
}

function readCalls(file: string): Call[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Call)
}

const patienceMs = 240_000

/** Polls until the condition is true; fails with its description. */
export async function until(condition: () => unknown, what = condition.toString()): Promise<void> {
  const endMs = performance.now() + patienceMs
  while (!condition()) {
    if (performance.now() > endMs) throw new Error(`It never came to be: ${what}`)
    await sleep(10)
  }
}
