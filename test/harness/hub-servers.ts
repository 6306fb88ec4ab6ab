/** Real servers of a hub for tests: PostgreSQL with a database for each that asks, and nats-server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProgram, startNats, startPostgres } from '../../src/cli/hub/programs.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { type Database, openDatabase } from '../../src/hub/store/database.ts'
import { migrate } from '../../src/hub/store/migrate.ts'

export const hasPostgres = serverProgram('postgres') !== undefined
export const hasHubServers = hasPostgres && serverProgram('nats-server') !== undefined

export interface Postgres extends AsyncDisposable {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>
  kill(): Promise<void>
}

export async function postgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
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

/** A migrated database of its own. */
export async function hubDatabase(server: Postgres): Promise<Database & AsyncDisposable> {
  const database = await openDatabase(await server.newDatabase())
  await migrate(database)
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() })
}

export async function hubNats(): Promise<{ url: string; restart(): Promise<void> } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-nats-'))
  const port = await unusedPort()
  let server = await startNats(folder, port)
  return {
    url: server.url,
    async restart() {
      await server.kill()
      server = await startNats(folder, port)
    },
    async [Symbol.asyncDispose]() {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
