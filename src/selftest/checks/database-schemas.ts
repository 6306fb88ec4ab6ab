/** Compares the schemas of chat.db and of Contacts with those that the simulator has for this macOS. */
import type { DatabaseSchema, SchemaDifferences } from '../../contract/database-schema.ts'
import type { SelftestFindings } from '../../contract/selftest.ts'
import { isUnlikeAnyUpgrade, leftByUpgrades, schemaDifferences } from '../../domain/schema-differences.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type ChatDb, explain } from '../../mac/chat-db.ts'
import { type ContactsProblem, listStores } from '../../mac/contacts-folder.ts'
import { readSchema } from '../../mac/database-schema.ts'
import { type Features, probeFeatures } from '../../mac/features.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { readingDatabase } from '../../mac/read-only-database.ts'
import { macosNumber } from '../../mac/this-mac.ts'
import { asExpected, type Check, differs, failed, leftOut, type Outcome } from '../check.ts'

export const checkChatDbSchema: Check = async ({ home, programs, simulated }) => {
  const version = nearest(simulated.versions, await macosNumber(programs))
  const known = schemaOf(simulated.chatDb(version))
  const path = messagesPaths(home).database
  const schema = explaining(path, () => readingDatabase(path, readSchema))
  const needed = featuresOf((table) => new Set(schema.tables[table]?.map(({ name }) => name)))
  const outcome = compared(schema, known, version)
  if ('missing' in needed)
    return {
      ...outcome,
      ...failed('messages_schema_unknown', { ...outcome.findings, columns_missing: needed.missing }),
    }
  const features = (Object.keys(needed) as (keyof Features)[]).filter((name) => needed[name])
  return { ...outcome, findings: { features, ...outcome.findings } }
}

/** The same or the next older version; the oldest, where all are newer. Unknown: the one that most people have. */
function nearest(versions: readonly number[], macos: number): number {
  const usual = versions.at(-2) ?? 0
  return Number.isNaN(macos) ? usual : (versions.findLast((version) => version <= macos) ?? versions[0] ?? usual)
}

function explaining<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw explain(error, path)
  }
}

function featuresOf(columns: Parameters<typeof probeFeatures>[0]): Features | { missing: string[] } {
  try {
    return probeFeatures(columns)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { missing: error.details.missing as string[] }
  }
}

/** Compares the store that lies first; the others have the same makers. */
export const checkContactsSchema: Check = ({ home, simulated }) => {
  const problems: ContactsProblem[] = []
  const [store] = listStores(messagesPaths(home).addressBook, problems)
  if (store === undefined) return leftOut(`contacts_${problems[0]?.kind ?? 'absent'}`)
  return compared(readingDatabase(store, readSchema), schemaOf(simulated.contactsStore()), null)
}

function schemaOf(db: ChatDb['db']): DatabaseSchema {
  try {
    return readSchema(db)
  } finally {
    db.close()
  }
}

function compared(found: DatabaseSchema, known: DatabaseSchema, version: number | null): Outcome {
  const schema = schemaDifferences(found, known, version)
  const findings = { ...sizeOf(found), ...namesOf(schema) }
  return { ...(isUnlikeAnyUpgrade(schema, known) ? differs('schema_differs', findings) : asExpected(findings)), schema }
}

const sizeOf = ({ tables, indexes, triggers }: DatabaseSchema): SelftestFindings => ({
  tables: Object.keys(tables).length,
  columns: Object.values(tables).flat().length,
  indexes: Object.keys(indexes).length,
  triggers: Object.keys(triggers).length,
})

/** The lists that are not empty. */
function namesOf(schema: SchemaDifferences): SelftestFindings {
  const places = (list: SchemaDifferences['columns_added']) =>
    list.map(({ table, column }) => `${table}.${column.name}`)
  const isOld = ({ column }: SchemaDifferences['columns_added'][number]) => leftByUpgrades(column.name)
  const old = schema.columns_added.filter(isOld).length
  const lists = {
    tables_unknown: schema.tables_added.map(({ name }) => name),
    tables_missing: schema.tables_missing,
    columns_unknown: places(schema.columns_added.filter((one) => !isOld(one))),
    columns_missing: schema.columns_missing,
    columns_retyped: places(schema.columns_changed),
    indexes_unknown: schema.indexes_added.map(({ name }) => name),
    indexes_missing: schema.indexes_missing,
    triggers_unknown: schema.triggers_added.map(({ name }) => name),
    triggers_missing: schema.triggers_missing,
  }
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0)),
    ...(old > 0 && { columns_old: old }),
  }
}
