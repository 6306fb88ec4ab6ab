/** Prepares the statements of a database file, each under its name. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

export const prepareAll = <Name extends string>(
  db: DatabaseSync,
  sql: Readonly<Record<Name, string>>,
): Record<Name, StatementSync> =>
  Object.fromEntries(Object.entries<string>(sql).map(([name, text]) => [name, db.prepare(text)])) as Record<
    Name,
    StatementSync
  >
