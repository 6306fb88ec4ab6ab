/** Runs one nats-server, or three that keep everything thrice, each of which can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { serverProgram } from '../../src/cli/hub/programs.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { until } from '../../test/harness/until.ts'
import { hubConnection } from './connection.ts'

export interface NatsOptions {
  /** Of their settings and, in a folder of its own for each, their messages. */
  folder: string
  /** Where the only server keeps its messages instead. */
  storeFolder?: string
  servers?: 1 | 3
  host?: string
  /** A program with its arguments that starts the servers. */
  through?: readonly string[]
  /** Settings for JetStream, one a line. */
  jetstream?: readonly string[]
}

export class NatsServers implements AsyncDisposable {
  readonly urls: string[] = []
  readonly #options: Required<Omit<NatsOptions, 'storeFolder'>>
  #storeFolder: string | undefined
  #ports: number[][] = []
  readonly #configs: string[] = []
  readonly #running: (ChildProcess | undefined)[] = []

  private constructor(options: NatsOptions) {
    this.#options = { servers: 1, host: '127.0.0.1', through: [], jetstream: [], ...options }
    this.#storeFolder = options.storeFolder
  }

  static async start(options: NatsOptions): Promise<NatsServers> {
    const servers = new NatsServers(options)
    servers.#ports = await Promise.all(
      Array.from({ length: servers.size }, async () => [await unusedPort(), await unusedPort()]),
    )
    servers.#configure()
    for (let n = 0; n < servers.size; n++) servers.launch(n)
    await servers.ready()
    return servers
  }

  get size(): number {
    return this.#options.servers
  }

  storeOf(n: number): string {
    return this.#storeFolder ?? join(this.#options.folder, `node-${n}`)
  }

  /** Has the only server find its messages in another folder when it starts next. */
  moveStore(folder: string): void {
    this.#storeFolder = folder
    this.#configure()
  }

  #configure(): void {
    const { servers, host, folder, jetstream } = this.#options
    const ports = this.#ports
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const routes = ports.map(([, route]) => `nats-route://${host}:${route}`)
    for (const [n, [port, route]] of ports.entries()) {
      const cluster = [`cluster { name: hub`, `listen: "${host}:${route}"`, `routes: [${routes.join(', ')}] }`]
      const lines = [
        ...[`server_name: node-${n}`, `listen: "${host}:${port}"`],
        ...['jetstream {', `store_dir: ${JSON.stringify(this.storeOf(n))}`, ...jetstream, '}'],
        ...(servers > 1 ? cluster : []),
      ]
      const config = join(folder, `node-${n}.conf`)
      writeFileSync(config, `${lines.join('\n')}\n`)
      this.#configs[n] = config
      this.urls[n] = `nats://${host}:${port}`
    }
  }

  launch(n: number): void {
    const [program = '', ...args] = [...this.#options.through, serverProgram('nats-server') ?? 'nats-server']
    this.#running[n] = spawn(program, [...args, '-c', this.#configs[n] ?? ''], { stdio: 'ignore' })
  }

  /** Resolves once streams can be asked for. */
  async ready(): Promise<void> {
    const isReady = async () => {
      let connection: NatsConnection | undefined
      try {
        connection = await connect({ servers: this.urls, reconnect: false, timeout: 1_000 })
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

  connect(): Promise<NatsConnection> {
    return connect(hubConnection(this.urls))
  }

  async kill(n = 0): Promise<void> {
    const server = this.#running[n]
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running.map((_, n) => this.kill(n)))
    rmSync(this.#options.folder, { recursive: true, force: true })
  }
}
