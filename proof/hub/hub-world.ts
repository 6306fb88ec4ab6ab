/** The hub that is tried: PostgreSQL, nats-server and a reader, with Macs that connect to it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NatsConnection, nkeys } from '@nats-io/transport-node'
import { type HubServer, startPostgres } from '../../src/cli/hub/programs.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { names } from '../../src/contract/names.ts'
import { OpenedResources } from '../../src/domain/closing.ts'
import { inboxOf, type Place } from '../../src/envelope/subjects.ts'
import { HubMacs } from '../../src/hub/access/hub-macs.ts'
import { type Database, openDatabase } from '../../src/hub/store/database.ts'
import { type MacRow, macsOf } from '../../src/hub/store/macs.ts'
import { migrate } from '../../src/hub/store/migrate.ts'
import { connectNats, type NatsAccess } from '../../src/nats/connect.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { exactKey } from '../../src/store/kept-key.ts'
import { prepareServiceDir, serviceDir } from '../../src/store/service-dir.ts'
import { uplinkKey, writeIdentity } from '../../src/store/uplink-file.ts'
import type { MacClient } from '../../src/uplink/mac-client.ts'
import { Uplink } from '../../src/uplink/uplink.ts'
import type { MacHere } from '../../test/harness/hub-here.ts'
import { until } from '../../test/harness/until.ts'
import { Killable } from './killable.ts'
import { type NatsOptions, NatsServers } from './nats-servers.ts'
import { rememberingLog } from './remembering-log.ts'
import type { RimMac } from './rim-mac.ts'

export interface HubWorldOptions {
  /** The number of nats-servers. */
  servers?: 1 | 3
  nats?: Partial<NatsOptions>
  /** The folder in which PostgreSQL keeps its files, instead of one of its own. */
  postgresFolder?: string
  /** More settings of PostgreSQL, as `name=value`. */
  postgresSettings?: readonly string[]
  partitions?: number
  /** Further settings of the hub. */
  config?: object
}

interface Parts extends Pick<HubWorld, 'nats' | 'readers' | 'postgres'> {
  postgresFolder: string
}

/** The identity of a Mac. */
interface Identity {
  place: Place
  line: string
  access: NatsAccess
}

/** The interval at which an uplink that is tried asks for the mark, so that trials do not wait for it. */
const askEveryMs = 250
const settleMs = 120_000

export class HubWorld implements AsyncDisposable {
  readonly nats: NatsServers
  readonly readers: readonly Killable[]
  postgres: HubServer
  readonly said: string[] = []
  readonly #opened: OpenedResources
  readonly #postgresFolder: string
  readonly #joined = new Map<string, Identity>()
  #database: Database

  private constructor(parts: Parts, database: Database, opened: OpenedResources) {
    this.nats = parts.nats
    this.readers = parts.readers
    this.postgres = parts.postgres
    this.#postgresFolder = parts.postgresFolder
    this.#database = database
    this.#opened = opened
  }

  static async open({
    servers = 1,
    nats: options,
    postgresFolder,
    postgresSettings = [],
    partitions = 1,
    config = {},
  }: HubWorldOptions = {}): Promise<HubWorld> {
    const opened = new OpenedResources()
    const folderOf = (name: string) =>
      opened.adopt(mkdtempSync(join(tmpdir(), `proof-${name}-`)), (path) =>
        rmSync(path, { recursive: true, force: true }),
      )
    try {
      const folder = postgresFolder ?? folderOf('postgres')
      const postgres = await startPostgres(folder, await unusedPort(), postgresSettings)
      const database = await openDatabase(postgres.url)
      await migrate(database)
      const nats = await NatsServers.start({ folder: folderOf('nats'), servers, ...options })
      opened.adopt(nats, (it) => it[Symbol.asyncDispose]())
      const dir = serviceDir(nats.base)
      prepareServiceDir(dir)
      const [url = ''] = nats.urls
      const hub = { postgres_url: postgres.url, nats_url: url, partitions, nats_replicas: servers }
      saveConfig(dir.configFile, { ...config, hub })
      const readers = Array.from({ length: partitions }, (_, partition) =>
        opened.adopt(Killable.service(['hub', 'ingest', String(partition)], nats.base), (it) => it.kill()),
      )
      for (const reader of readers) reader.start()
      return new HubWorld({ nats, readers, postgres, postgresFolder: folder }, database, opened)
    } catch (error) {
      await opened.close().catch(() => undefined)
      throw error
    }
  }

  get database(): Database {
    return this.#database
  }

  /** The only reader, where there is one partition. */
  get reader(): Killable {
    return this.readers[0] as Killable
  }

  /** Adds a Mac, which joins with a key of its own. */
  async add(name: string, { line = name } = {}): Promise<void> {
    const macs = new HubMacs({
      database: this.#database,
      keys: this.nats.keys,
      audit: { append: () => undefined },
      tellAccounts: async () => undefined,
      partitions: () => this.readers.length,
      nats: () => ({ servers: this.nats.urls, ca: null }),
    })
    const pair = nkeys.createUser()
    const { code } = await macs.add({ name, line }, 'proof')
    const { jwt, mac, partition } = await macs.join({ code, public_key: pair.getPublicKey() })
    this.#joined.set(name, {
      line,
      place: { mac, partition, nkey: pair.getPublicKey() },
      access: {
        servers: this.nats.urls,
        credentials: { jwt, seed: pair.getSeed() },
        inbox: inboxOf(mac),
        name,
        isPatient: true,
      },
    })
  }

  #identityOf(name: string): Identity {
    const identity = this.#joined.get(name)
    if (identity === undefined) throw new Error(`The Mac ${name} has not joined.`)
    return identity
  }

  placeOf(name: string): Place {
    return this.#identityOf(name).place
  }

  /** Starts the uplink of a Mac that has joined, as its owner or launchd does. */
  startUplink(name: string, { bridge }: MacHere): Killable {
    const { place, line, access } = this.#identityOf(name)
    const base = join(bridge.mac.home, names.baseDirectory)
    const dir = serviceDir(base)
    const { credentials, servers } = access
    writeIdentity(dir, {
      hub: 'https://hub.example.org',
      mac: place.mac,
      line,
      partition: place.partition,
      servers: [...servers],
      ca: null,
      jwt: credentials?.jwt ?? '',
      seed: new TextDecoder().decode(credentials?.seed),
      instance: name,
    })
    exactKey(dir, { name: uplinkKey, label: 'hub', scopes: ['read', 'write'], days: undefined, grant: () => null })
    return this.#started(Killable.service(['uplink', 'run'], base))
  }

  /** Starts an uplink beside that of the Mac, which its command refuses to do. */
  startSecondUplink(name: string, url: string): Killable {
    const { place, access } = this.#identityOf(name)
    const seed = new TextDecoder().decode(access.credentials?.seed)
    const given = {
      place,
      instance: name,
      url,
      access: { ...access, credentials: { jwt: access.credentials?.jwt, seed } },
    }
    return this.#started(Killable.entry('uplink-process.ts', given))
  }

  /** Starts a command over the folder of the hub. */
  startService(args: readonly string[]): Killable {
    return this.#started(Killable.service(args, this.nats.base))
  }

  #started(program: Killable): Killable {
    this.#opened.adopt(program, (it) => it.kill())
    program.start()
    return program
  }

  /** A connection of a Mac to NATS. */
  async connectionOf(name: string): Promise<NatsConnection> {
    return this.#opened.adopt(await connectNats(this.#identityOf(name).access), (it) => it.close())
  }

  /** Connects a Mac within this process, over a connection of its own. */
  async connect(name: string, mac: RimMac, { instance = name } = {}): Promise<Uplink> {
    const nats = await this.connectionOf(name)
    const log = rememberingLog(this.said)
    const uplink = new Uplink({
      client: mac as RimMac & MacClient,
      nats,
      place: this.placeOf(name),
      instance,
      log,
      askEveryMs,
    })
    return this.#opened.adopt(uplink, (it) => it.stop())
  }

  /** A connection for whoever looks at streams. */
  async connection(): Promise<NatsConnection> {
    return this.#opened.adopt(await this.nats.connect(), (it) => it.close())
  }

  async mac(name: string): Promise<MacRow> {
    const row = (await macsOf(this.#database, [name])).get(name)
    if (row === undefined) throw new Error(`There is no Mac ${name}.`)
    return row
  }

  /** Waits until the hub has everything of a Mac: its past, and its events up to this one. */
  async untilHas(name: string, event: number, withinMs = settleMs): Promise<void> {
    let last: Partial<MacRow> = {}
    await until(
      async () => {
        last = await this.mac(name).catch(() => ({}))
        return last.past_done === true && (last.mark ?? -1) >= event
      },
      {
        withinMs,
        everyMs: 20,
        describe: () =>
          `event ${event} of ${name}; the hub is at ${last.mark}, past ${last.past_done}; ${this.readers.map(({ said }) => said.slice(-400)).join(' ')}; ${this.said.slice(-10).join('; ')}`,
      },
    )
  }

  async restartPostgres(): Promise<void> {
    await this.#database.close().catch(() => undefined)
    await this.postgres.kill()
    this.postgres = await startPostgres(this.#postgresFolder, Number(new URL(this.postgres.url).port))
    this.#database = await openDatabase(this.postgres.url)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database.close().catch(() => undefined)
    await this.postgres.kill()
    await this.#opened.close()
  }
}
