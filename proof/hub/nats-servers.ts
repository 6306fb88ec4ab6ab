/** Runs one nats-server, or three that keep everything thrice, each of which can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NatsConnection } from '@nats-io/transport-node'
import { findProgram } from '../../src/cli/hub/server-program.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { type HubKeys, hubKeys } from '../../src/hub/access/hub-keys.ts'
import { writeNatsConfig } from '../../src/hub/access/nats-config.ts'
import { connectNats } from '../../src/nats/connect.ts'
import { natsFolder } from '../../src/store/hub-folder.ts'
import { prepareFolder } from '../../src/store/owned-file.ts'
import { until } from '../../test/harness/until.ts'
import { CuttableWay } from './cuttable-way.ts'

export interface NatsOptions {
  /** The folder of their settings and, in a folder of its own for each, their messages. */
  folder: string
  /** The folder in which the only server keeps its messages instead. */
  storeFolder?: string
  servers?: 1 | 3
  /** Whether everyone reaches the only server by a way that can be cut. */
  isCuttable?: boolean
  /** A program with its arguments that starts the servers. */
  through?: readonly string[]
  /** Settings for JetStream, one a line. */
  jetstream?: readonly string[]
}

export class NatsServers implements AsyncDisposable {
  readonly urls: string[] = []
  /** The keys of the hub, by which the servers know its Macs. */
  readonly keys: HubKeys
  readonly #options: Required<Omit<NatsOptions, 'storeFolder'>>
  #storeFolder: string | undefined
  #ports: number[][] = []
  #way: CuttableWay | undefined
  readonly #configs: string[] = []
  readonly #running: (ChildProcess | undefined)[] = []

  private constructor(options: NatsOptions) {
    this.#options = { servers: 1, isCuttable: false, through: [], jetstream: [], ...options }
    this.#storeFolder = options.storeFolder
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
    this.keys = hubKeys(this.base)
  }

  static async start(options: NatsOptions): Promise<NatsServers> {
    const servers = new NatsServers(options)
    servers.#ports = await Promise.all(
      Array.from({ length: servers.size }, async () => [await unusedPort(), await unusedPort()]),
    )
    await servers.#configure()
    for (let n = 0; n < servers.size; n++) servers.launch(n)
    if (options.isCuttable === true) await servers.#openWay()
    await servers.ready()
    return servers
  }

  /** The folder of the hub that has these servers. */
  get base(): string {
    return join(this.#options.folder, 'hub')
  }

  /** The way to the only server, which can be cut. */
  get way(): CuttableWay {
    if (this.#way === undefined) throw new Error('The way to this server cannot be cut.')
    return this.#way
  }

  async #openWay(): Promise<void> {
    const port = await unusedPort()
    this.#way = await CuttableWay.open(port, this.#ports[0]?.[0] ?? 0)
    this.urls[0] = `nats://127.0.0.1:${port}`
  }

  get size(): number {
    return this.#options.servers
  }

  storeOf(n: number): string {
    return this.#storeFolder ?? join(this.#options.folder, `node-${n}`)
  }

  /** Makes the only server find its messages in another folder at its next start. */
  async moveStore(folder: string): Promise<void> {
    this.#storeFolder = folder
    await this.#configure()
  }

  async #configure(): Promise<void> {
    const { servers, folder, jetstream } = this.#options
    const ports = this.#ports
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const routes = ports.map(([, route]) => `nats-route://127.0.0.1:${route}`)
    for (const [n, [port, route]] of ports.entries()) {
      const cluster = [`cluster { name: hub`, `listen: "127.0.0.1:${route}"`, `routes: [${routes.join(', ')}] }`]
      const lines = [
        `server_name: node-${n}`,
        `listen: "127.0.0.1:${port}"`,
        'jetstream {',
        `store_dir: ${JSON.stringify(this.storeOf(n))}`,
        ...jetstream,
        '}',
        ...(servers > 1 ? cluster : []),
        'include "accounts.conf"',
      ]
      const base = join(folder, `settings-${n}`)
      for (const path of [base, natsFolder(base)]) prepareFolder(path)
      await writeNatsConfig(base, this.keys)
      const config = join(natsFolder(base), 'of-this-server.conf')
      writeFileSync(config, `${lines.join('\n')}\n`)
      this.#configs[n] = config
      this.urls[n] = `nats://127.0.0.1:${port}`
    }
  }

  launch(n: number): void {
    const [program = '', ...args] = [...this.#options.through, findProgram('nats-server') ?? 'nats-server']
    this.#running[n] = spawn(program, [...args, '-c', this.#configs[n] ?? ''], { stdio: 'ignore' })
  }

  /** Resolves once streams can be asked for. */
  async ready(): Promise<void> {
    const isReady = async () => {
      let connection: NatsConnection | undefined
      try {
        connection = await this.connect()
        const said = await connection.request('$JS.API.INFO', '', { timeout: 1_000 })
        return !said.string().includes('"error"')
      } catch {
        return false
      } finally {
        await connection?.close()
      }
    }
    await until(isReady, { withinMs: 60_000, everyMs: 50, describe: () => 'nats-server to answer' })
  }

  /** Connects as a program of the hub. */
  async connect(): Promise<NatsConnection> {
    const credentials = await this.keys.hubCredentials()
    return connectNats({ servers: this.urls, credentials, name: 'hub', isPatient: true })
  }

  async kill(n = 0): Promise<void> {
    const server = this.#running[n]
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#way?.[Symbol.dispose]()
    await Promise.all(this.#running.map((_, n) => this.kill(n)))
    rmSync(this.#options.folder, { recursive: true, force: true })
  }
}
