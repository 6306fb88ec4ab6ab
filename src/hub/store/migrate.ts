/** Migrates the tables of the hub to this release. */
import { ServiceError } from '../../domain/service-error.ts'
import type { Transactions } from './database.ts'
import { locks } from './locks.ts'
import { migrations } from './schema.ts'

/** Migrates; several processes may start at once. Throws `hub_unavailable` if the tables belong to a later release. */
export async function migrate(database: Transactions): Promise<void> {
  await database.query(
    'CREATE TABLE IF NOT EXISTS migration (number int PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now())',
  )
  for (let number = 1; number <= migrations.length; number++)
    await database.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [locks.migrating])
      const [{ done = 0 } = {}] = await sql.query<{ done: number }>(
        'SELECT coalesce(max(number), 0) AS done FROM migration',
      )
      if (done > migrations.length) throw tooNew(done)
      if (done >= number) return
      await sql.query(migrations[number - 1] ?? '')
      await sql.query('INSERT INTO migration (number) VALUES ($1)', [number])
    })
}

const tooNew = (done: number) =>
  new ServiceError(
    'hub_unavailable',
    `The hub's tables are of a later release: ${done} migrations, of which this one knows ${migrations.length}.`,
  )
