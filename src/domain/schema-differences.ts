/** Compares the schema of a database with the one that is known. The order of columns does not matter. */
import type { DatabaseSchema, SchemaColumn, SchemaDifferences } from '../contract/database-schema.ts'

type Tables = DatabaseSchema['tables']

export function schemaDifferences(
  found: DatabaseSchema,
  known: DatabaseSchema,
  comparedWith: number | null,
): SchemaDifferences {
  const columns = Object.keys(known.tables)
    .filter((table) => Object.hasOwn(found.tables, table))
    .map((table) => differingColumns(table, found.tables, known.tables))
  return {
    compared_with: comparedWith,
    tables_missing: namesBeyond(known.tables, found.tables),
    tables_added: namesBeyond(found.tables, known.tables).map((name) => ({
      name,
      columns: [...(found.tables[name] ?? [])],
    })),
    columns_missing: columns.flatMap(({ missing }) => missing),
    columns_added: columns.flatMap(({ added }) => added),
    columns_changed: columns.flatMap(({ changed }) => changed),
    ...indexDifferences(found, known),
    triggers_missing: namesBeyond(known.triggers, found.triggers),
    triggers_added: namesBeyond(found.triggers, known.triggers).map((name) => ({
      name,
      event: found.triggers[name] ?? '',
    })),
  }
}

/** Names of the first that the second lacks, in the order of the alphabet: a report must not depend on history. */
const namesBeyond = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(one)
    .filter((name) => !Object.hasOwn(other, name))
    .toSorted()

function differingColumns(table: string, found: Tables, known: Tables) {
  const [present, expected] = [byName(found[table] ?? []), byName(known[table] ?? [])]
  const place = (name: string) => ({ table, column: present[name] as SchemaColumn })
  const both = Object.keys(expected).filter((name) => Object.hasOwn(present, name))
  return {
    missing: namesBeyond(expected, present).map((name) => `${table}.${name}`),
    added: namesBeyond(present, expected).map(place),
    changed: both.filter((name) => !isSame(present[name], expected[name])).map(place),
  }
}

const byName = (columns: readonly SchemaColumn[]): Record<string, SchemaColumn> =>
  Object.fromEntries(columns.map((column) => [column.name, column]))

/** An index with the same name over something else counts as another index. */
function indexDifferences({ indexes: found }: DatabaseSchema, { indexes: known }: DatabaseSchema) {
  const isIn = (name: string, one: DatabaseSchema['indexes'], other: DatabaseSchema['indexes']) =>
    isSame(one[name], other[name])
  return {
    indexes_missing: Object.keys(known)
      .filter((name) => !isIn(name, known, found))
      .toSorted(),
    indexes_added: Object.entries(found)
      .filter(([name]) => !isIn(name, found, known))
      .map(([name, index]) => ({ name, index }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A database that was upgraded has other defaults than a new one, and keeps columns that nothing uses any more. */
export const leftByUpgrades = (column: string): boolean => /^sr_/.test(column)

/** Whether the difference is more than what upgrades leave behind. */
export function isUnlikeAnyUpgrade(differences: SchemaDifferences, known: DatabaseSchema): boolean {
  const { compared_with: _, columns_added, columns_changed, ...others } = differences
  const isRetyped = columns_changed.some(
    ({ table, column }) => known.tables[table]?.find(({ name }) => name === column.name)?.type !== column.type,
  )
  return (
    Object.values(others).some((list) => list.length > 0) ||
    columns_added.some(({ column }) => !leftByUpgrades(column.name)) ||
    isRetyped
  )
}
