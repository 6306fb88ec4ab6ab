/** Opens PostgreSQL. Its driver is loaded only here, when a hub starts. */
import { userInfo } from 'node:os'
import type { Pool, PoolClient } from 'pg'
import { errnoOf, messageOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import { repeat } from '../../base/repeat.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** Runs queries; whole numbers in their rows come as numbers. */
export interface Sql {
  query<R extends object = Record<string, never>>(text: string, values?: readonly unknown[]): Promise<R[]>
}

export interface Transactions extends Sql {
  /** Runs `work` in a transaction: all of its changes take effect, or none does. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
}

/** A connection of its own. Its locks are released when it ends, however it ends. */
export interface Held extends Transactions {
  /** Aborts when the connection is lost. */
  lost: AbortSignal
  release(): void
}

export interface Database extends Transactions {
  hold(): Promise<Held>
  /**
   * Listens to a channel. `hear` is also called with an empty text whenever listening begins, since notifications may
   * have been missed before.
   */
  listen(name: string, hear: (said: string) => void): Listening
  close(): Promise<void>
}

export interface Listening {
  /** Resolves once no notification can be missed any more. */
  begun: Promise<void>
  close(): Promise<void>
}

const int8 = 20
const connectMs = 10_000
const mostConnections = 10

/** `url` has the form `postgresql://user:password@host/database`. Throws `hub_unavailable` and `settings_missing`. */
export async function openDatabase(url: string): Promise<Database> {
  if (url === '')
    throw new ServiceError('settings_missing', 'No database is set for the hub.', {
      set: ['service hub init --postgres <url>'],
    })
  const { Pool, types, defaults } = (await import('pg')).default
  // The default is the name of the user, as in psql, even if no variable contains it.
  defaults.user ||= userInfo().username
  const pool = new Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: connectMs,
    // Compiling a query would take longer than running it.
    options: '-c jit=off',
    types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) as never },
  })
  // The next query replaces an idle connection that was lost.
  pool.on('error', () => undefined)
  const database = databaseOver(pool)
  try {
    await answered(database)
  } catch (error) {
    await database.close()
    throw new ServiceError('hub_unavailable', `PostgreSQL does not answer: ${messageOf(error)}.`)
  }
  return database
}

const startingUp = '57P03'
const startMs = 60_000
const lookMs = 50

/** Waits for a server that is still starting. */
async function answered(sql: Sql): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookMs)
    try {
      await sql.query('SELECT 1')
      return
    } catch (error) {
      if (errnoOf(error) !== startingUp || waitedMs > startMs) throw error
      await pause(lookMs)
    }
}

/** The reason that is reported when PostgreSQL has no room. */
export const storageFull = 'the disk of PostgreSQL is full'

/**
 * Codes of Node for a server that does not listen or a broken connection, and of PostgreSQL for stopping, starting, and
 * too many connections.
 */
const awayCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'],
  ...['57P01', '57P02', startingUp, '53300'],
])
/** Errors of the driver itself about a lost or refused connection have no code. */
const awaySaid =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether a query failed because PostgreSQL does not answer, which passes once it answers again. */
export const isAway = (error: unknown): boolean =>
  awayCodes.has(errnoOf(error) ?? '') || awaySaid.test(messageOf(error))

/** Whether a row was refused because another one has the same key. */
export const isUniqueViolation = (error: unknown): boolean => errnoOf(error) === '23505'

function databaseOver(pool: Pool): Database {
  return {
    query: sqlOver(pool).query,
    async transaction(work) {
      const client = await pool.connect()
      // The next query fails instead; without a listener the whole process would.
      const ignore = () => undefined
      client.on('error', ignore)
      try {
        return await inTransaction(client, work)
      } finally {
        client.off('error', ignore)
        client.release()
      }
    },
    async hold() {
      const client = await pool.connect()
      const lost = new AbortController()
      const lose = () => lost.abort()
      client.on('error', lose).on('end', lose)
      const sql = preparedOver(client)
      return {
        ...sql,
        transaction: (work) => inTransaction(client, work, sql),
        lost: lost.signal,
        // The connection is closed, since its locks must not outlive their owner.
        release: () => client.release(true),
      }
    },
    listen: (name, hear) => listenOver(pool, name, hear),
    close: () => pool.end(),
  }
}

const backoff = { firstMs: 100, longestMs: 5_000 }

function listenOver(pool: Pool, name: string, hear: (said: string) => void): Listening {
  const stopping = new AbortController()
  const begun = Promise.withResolvers<void>()
  async function listenOnce(onBegin: () => void): Promise<void> {
    const client = await pool.connect()
    const lost = Promise.withResolvers<void>()
    client.on('notification', ({ payload = '' }) => hear(payload))
    client.on('error', () => lost.resolve()).on('end', () => lost.resolve())
    const end = () => lost.resolve()
    stopping.signal.addEventListener('abort', end)
    try {
      await client.query(`LISTEN ${name}`)
      begun.resolve()
      onBegin()
      hear('')
      if (!stopping.signal.aborted) await lost.promise
    } finally {
      stopping.signal.removeEventListener('abort', end)
      client.release(true)
    }
  }
  const ended = repeat(listenOnce, { signal: stopping.signal, backoff })
  return {
    begun: begun.promise,
    async close() {
      stopping.abort()
      begun.resolve()
      await ended
    },
  }
}

const sqlOver = (connection: Pick<PoolClient, 'query'> | Pool): Sql => ({
  query: async <R extends object>(text: string, values: readonly unknown[] = []) =>
    (await connection.query(text, [...values])).rows as R[],
})

/**
 * Makes PostgreSQL keep the plan of each query, for a connection that repeats the same few: planning a query over the
 * tables of messages takes longer than running it.
 */
function preparedOver(client: PoolClient): Sql {
  const names = new Map<string, string>()
  return {
    async query<R extends object>(text: string, values?: readonly unknown[]) {
      if (values === undefined) return sqlOver(client).query<R>(text)
      const name = names.get(text) ?? `question_${names.size}`
      names.set(text, name)
      return (await client.query({ name, text, values: [...values] })).rows as R[]
    },
  }
}

async function inTransaction<T>(client: PoolClient, work: (sql: Sql) => Promise<T>, sql = sqlOver(client)): Promise<T> {
  await client.query('BEGIN')
  try {
    const result = await work(sql)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
