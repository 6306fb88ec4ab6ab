/** Runs simulated Macs, each with its service and its uplink, and what a hub reads them with, in the test's own process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NatsConnection, nkeys } from '@nats-io/transport-node'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import type { Logger } from '../../src/contract/log-entry.ts'
import { inboxOf, type Place } from '../../src/envelope/subjects.ts'
import { Accounts } from '../../src/hub/access/accounts.ts'
import { HubMacs } from '../../src/hub/access/hub-macs.ts'
import type { openHub } from '../../src/hub/access/open-hub.ts'
import { Ingest } from '../../src/hub/ingest/ingest.ts'
import { HubRelay } from '../../src/hub/relay/hub-relay.ts'
import { runHubWeb } from '../../src/hub/services/run-hub-web.ts'
import { listConversations, listMessages } from '../../src/hub/store/history.ts'
import { macsOf } from '../../src/hub/store/macs.ts'
import type { NatsAccess } from '../../src/nats/connect.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { loadConfig } from '../../src/store/config-in-force.ts'
import { prepareServiceDir, serviceDir } from '../../src/store/service-dir.ts'
import { connectAs, joinHub, uplinkOf } from '../../src/uplink/join.ts'
import { Uplink } from '../../src/uplink/uplink.ts'
import { type BridgeHere, bridgeHere } from './bridge-here.ts'
import { type HubDatabase, hubDatabase, hubNats, type NatsWays, type Postgres } from './hub-servers.ts'
import { connected } from './nats-connection.ts'
import { until } from './until.ts'
import { type WebHere, webHere } from './web-here.ts'

export interface MacHere extends AsyncDisposable {
  bridge: BridgeHere
  web: WebHere
}

/** A Mac whose service runs. */
export async function macHere(config: object = {}): Promise<MacHere> {
  const bridge = await bridgeHere()
  const web = await webHere({ over: bridge.mac, config })
  return {
    bridge,
    web,
    async [Symbol.asyncDispose]() {
      await web[Symbol.asyncDispose]()
      await bridge[Symbol.asyncDispose]()
    },
  }
}

export interface HubHere extends AsyncDisposable {
  database: HubDatabase
  nats: Awaited<ReturnType<typeof hubNats>>
  connection: NatsConnection
  macs: HubMacs
  /** The entries of the audit log. */
  audited: { action: string; principal: string; target?: string }[]
  said: string[]
  ingest: Ingest
  startIngest(): Ingest
  /** Adds a Mac and lets it join, once for each name. Returns its connection to NATS. */
  join(name: string, line?: string): Promise<{ place: Place; access: NatsAccess; nats: NatsConnection }>
  connectMac(name: string, mac: MacHere, options?: { line?: string; instance?: string }): Promise<Uplink>
  /** Lets a Mac join by a code, as its command does, and connects it. */
  joinMac(url: string, code: string, mac: MacHere): Promise<Uplink>
  /** The texts of all conversations of a line, each from its first message. */
  texts(line: number): Promise<string[][]>
  /** Waits until the hub has these texts of one conversation. */
  has(line: number, ...texts: string[]): Promise<void>
  markOf(name: string): Promise<number>
  /** Starts the web process of the hub. `base` is its folder. */
  web(config?: object): Promise<{ url: string; client: Client; base: string }>
  /** Starts what relays to the plugins of the folder of a web process. */
  relay(base: string): HubRelay
  /** The options with which a process of its own opens the hub. */
  options: Parameters<typeof openHub>[0]
}

/** The connections of the hub and its Macs to nats-server. */
interface Ways extends NatsWays {
  /** Returns the addresses that joining Macs are told; the default are those of the hub. */
  macsConnectTo?(): string[]
}

export async function hubHere(server: Postgres, { macsConnectTo = () => [], ...ways }: Ways = {}): Promise<HubHere> {
  const database = await hubDatabase(server)
  const nats = await hubNats(ways)
  const { ca } = nats
  const servers = [nats.url]
  const connection = await nats.connect()
  const said: string[] = []
  const say = (what: string) => void said.push(what)
  const log: Logger = { debug: say, info: say, warn: say, error: say, as: () => log }
  const accounts = await Accounts.open({ keys: nats.keys, sql: database, servers, ca }, (error) => say(String(error)))
  const audited: HubHere['audited'] = []
  const macs = new HubMacs({
    database,
    keys: nats.keys,
    audit: { append: (entry) => void audited.push(entry) },
    tellAccounts: () => accounts.tell(),
    nats: () => ({ servers: macsConnectTo().length > 0 ? macsConnectTo() : servers, ca }),
    partitions: () => 1,
  })
  const joined = new Map<string, Awaited<ReturnType<HubHere['join']>>>()
  const joinAs: HubHere['join'] = async (name, line) => {
    const known = joined.get(name)
    if (known !== undefined) return known
    const pair = nkeys.createUser()
    const { code } = await macs.add({ name, line }, 'test')
    const { jwt, mac, partition } = await macs.join({ code, public_key: pair.getPublicKey() })
    const place = { mac, partition, nkey: pair.getPublicKey() }
    const credentials = { jwt, seed: pair.getSeed() }
    const access = { servers, ca, credentials, inbox: inboxOf(mac), name }
    const one = { place, access, nats: await connected(access) }
    joined.set(name, one)
    return one
  }
  const uplinks: Uplink[] = []
  const ingests: Ingest[] = []
  const closers: (() => Promise<void>)[] = []
  const startIngest = () => {
    const ingest = new Ingest({
      database,
      nats: connection,
      partition: 0,
      log,
      onClone: (mac) => say(`clone of ${mac}`),
    })
    ingests.push(ingest)
    return ingest
  }
  const texts = async (line: number) => {
    const conversations = await listConversations(database, { limit: 100, offset: 0 })
    const own = conversations.filter(({ guid }) => guid.startsWith(`${line}~`))
    return Promise.all(
      own.map(async ({ chat_rowid: id }) => (await listMessages(database, id, { limit: 500 })).map(({ text }) => text)),
    )
  }
  return {
    database,
    nats,
    connection,
    macs,
    audited,
    said,
    startIngest,
    texts,
    join: joinAs,
    ingest: startIngest(),
    async connectMac(name, mac, { line = name, instance = name } = {}) {
      const own = await joinAs(name, line)
      const uplink = new Uplink({ client: mac.web.client, ...own, instance, log, askEveryMs: 100 })
      uplinks.push(uplink)
      return uplink
    },
    async joinMac(url, code, mac) {
      const identity = await joinHub(url, code)
      const own = { ...uplinkOf(identity), nats: await connectAs(identity) }
      const uplink = new Uplink({ client: mac.web.client, ...own, log, askEveryMs: 100 })
      uplinks.push(uplink)
      closers.push(() => own.nats.close())
      return uplink
    },
    has: (line, ...wanted) => {
      let found: string[][] = []
      return until(
        async () => {
          found = await texts(line)
          return found.some((one) => JSON.stringify(one) === JSON.stringify(wanted))
        },
        {
          describe: () =>
            `${JSON.stringify(wanted)}; the hub has ${JSON.stringify(found)}; said: ${said.slice(-20).join('; ')}`,
        },
      )
    },
    async web(config = {}) {
      const folder = mkdtempSync(join(tmpdir(), 'hub-'))
      const dir = serviceDir(folder)
      prepareServiceDir(dir)
      saveConfig(dir.configFile, { hub: { postgres_url: database.url }, ...config })
      const web = await runHubWeb({ database, nats: connection, macs, base: folder, port: await unusedPort() })
      closers.push(async () => {
        await web.stop()
        rmSync(folder, { recursive: true, force: true })
      })
      return { url: web.url, client: createClient({ baseUrl: web.url }), base: folder }
    },
    relay(base) {
      const relay = new HubRelay({ base, database, nats: connection, log })
      closers.unshift(() => relay.stop())
      return relay
    },
    options: {
      base: nats.base,
      settings: {
        ...loadConfig(serviceDir(nats.base)).config.hub,
        nats_url: nats.url,
        postgres_url: database.url,
      },
    },
    markOf: async (name) => (await macsOf(database, [name])).get(name)?.mark ?? -1,
    async [Symbol.asyncDispose]() {
      for (const close of closers) await close()
      await Promise.all(uplinks.map((uplink) => uplink.stop()))
      await Promise.all(ingests.map((ingest) => ingest.stop()))
      await Promise.all([...joined.values()].map((one) => one.nats.close()))
      await accounts.stop()
      await connection.close()
      await database.close()
      await nats[Symbol.asyncDispose]()
    },
  }
}
