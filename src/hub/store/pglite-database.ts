/**
 * Keeps the tables of a hub in the memory of this process, by PGlite, for a demo on a machine without PostgreSQL. All
 * share one session: queries wait for a transaction in progress, and advisory locks exclude nobody.
 */
import type { PGlite, PGliteInterface, Transaction } from '@electric-sql/pglite'
import { ServiceError } from '../../domain/service-error.ts'
import type { Database, Listening, Sql } from './database.ts'

/** Loads the package only if it is installed, since it is large and few need it. Throws `hub_unavailable`. */
export async function openPglite(load = () => import('@electric-sql/pglite')): Promise<Database> {
  const { PGlite, types } = await load().catch(() => {
    throw new ServiceError(
      'hub_unavailable',
      'PostgreSQL is not installed, nor PGlite, which would do for a demo: npm install @electric-sql/pglite',
      { program: 'postgres' },
    )
  })
  return databaseOver(await PGlite.create({ parsers: { [types.INT8]: Number } }))
}

function databaseOver(pglite: PGlite): Database {
  const { query } = sqlOver(pglite)
  const transaction: Database['transaction'] = (work) => pglite.transaction((session) => work(sqlOver(session)))
  return {
    query,
    transaction,
    hold: async () => ({ query, transaction, lost: new AbortController().signal, release: () => undefined }),
    listen: (name, hear) => listenOver(pglite, name, hear),
    close: () => pglite.close(),
  }
}

/** Only a text without values may contain several statements. */
const sqlOver = (session: Pick<PGliteInterface | Transaction, 'query' | 'exec'>): Sql => ({
  async query<R extends object>(text: string, values: readonly unknown[] = []) {
    const result = values.length > 0 ? await session.query(text, [...values]) : (await session.exec(text)).at(-1)
    return (result?.rows ?? []) as R[]
  },
})

function listenOver(pglite: PGlite, name: string, hear: (said: string) => void): Listening {
  const begun = pglite.listen(name, hear)
  void begun.then(() => hear(''))
  return {
    begun: begun.then(() => undefined),
    close: async () => (await begun)(),
  }
}
