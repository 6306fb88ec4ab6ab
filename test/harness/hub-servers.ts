/** Real servers of a hub for tests: PostgreSQL with a database for each that asks, and nats-server. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NatsConnection } from '@nats-io/transport-node'
import { startNats, startPostgres } from '../../src/cli/hub/programs.ts'
import { findProgram } from '../../src/cli/hub/server-program.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { type HubKeys, hubKeys } from '../../src/hub/access/hub-keys.ts'
import { writeNatsConfig } from '../../src/hub/access/nats-config.ts'
import { type Database, openDatabase } from '../../src/hub/store/database.ts'
import { migrate } from '../../src/hub/store/migrate.ts'
import { connectNats } from '../../src/nats/connect.ts'
import { natsFolder } from '../../src/store/hub-folder.ts'

export const hasPostgres = findProgram('postgres') !== undefined
export const hasHubServers = hasPostgres && findProgram('nats-server') !== undefined

export interface Postgres extends AsyncDisposable {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>
  kill(): Promise<void>
}

export async function postgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  copyAll(await emptyCluster(), folder)
  const server = await startPostgres(folder, await unusedPort())
  let count = 0
  return {
    async newDatabase() {
      const admin = await openDatabase(server.url)
      const name = `hub_${++count}`
      await admin.query(`CREATE DATABASE ${name}`)
      await admin.close()
      return new URL(name, server.url).href
    },
    kill: server.kill,
    async [Symbol.asyncDispose]() {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL takes as long to make the files of a new server as a test takes; they are kept for every run. */
async function emptyCluster(): Promise<string> {
  const kept = join(caches, `postgres-${programHash('postgres')}`)
  if (existsSync(kept)) return kept
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const server = await startPostgres(folder, await unusedPort())
  await server.stop()
  const made = `${kept}-${process.pid}`
  copyAll(folder, made)
  rmSync(folder, { recursive: true })
  try {
    renameSync(made, kept)
  } catch (error) {
    // Another worker was faster.
    rmSync(made, { recursive: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

const caches = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** Another release cannot read these files, so the folder is named after the program. */
function programHash(name: string): string {
  const path = findProgram(name) ?? ''
  const { mtimeMs, size } = statSync(path)
  return createHash('sha256').update(`${path} ${mtimeMs} ${size}`).digest('hex').slice(0, 12)
}

/** Owners remain, since the server runs as another user than root. */
function copyAll(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['-Rp', `${from}/.`, to])
}

export interface HubDatabase extends Database, AsyncDisposable {
  url: string
}

/** A migrated database of its own. */
export async function hubDatabase(server: Postgres): Promise<HubDatabase> {
  const url = await server.newDatabase()
  const database = await openDatabase(url)
  await migrate(database)
  return Object.assign(database, { url, [Symbol.asyncDispose]: () => database.close() })
}

export interface HubNats extends AsyncDisposable {
  url: string
  /** Self-signed certificate authorities; null where nobody has to know them. */
  ca: string | null
  /** The folder of the hub's keys. */
  base: string
  /** The keys of the hub, by which the server knows its Macs. */
  keys: HubKeys
  restart(): Promise<void>
  /** Connects as a program of the hub. */
  connect(): Promise<NatsConnection>
  /** Empties the server as a new disk would: its streams and its accounts are gone. */
  loseEverything(): Promise<void>
}

export interface NatsWays {
  /** Lines that are added to its configuration. */
  more?: string
  /** The certificate authority of the server, which is then reached by TLS only. */
  ca?: string | null
}

/** A server that knows one hub. */
export async function hubNats({ more = '', ca = null }: NatsWays = {}): Promise<HubNats> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-nats-'))
  const base = join(folder, 'hub')
  const port = await unusedPort()
  const keys = hubKeys(base)
  const { path } = await writeNatsConfig(base, keys, { listen: `127.0.0.1:${port}` })
  appendFileSync(path, more)
  let server = await startNats(path, port)
  const url = ca === null ? server.url : `tls://localhost:${port}`
  return {
    url,
    ca,
    base,
    keys,
    connect: async () =>
      connectNats({ servers: [url], ca, credentials: await keys.hubCredentials(), name: 'hub', isPatient: true }),
    async restart() {
      await server.kill()
      server = await startNats(path, port)
    },
    async loseEverything() {
      await server.kill()
      for (const name of ['store', 'accounts']) rmSync(join(natsFolder(base), name), { recursive: true, force: true })
      server = await startNats(path, port)
    },
    async [Symbol.asyncDispose]() {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
