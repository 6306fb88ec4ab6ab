/** Makes a simulated Mac whose databases have the schema that a self-test reported of another one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Value } from '@sinclair/typebox/value'
import type { SchemaDifferences } from '../src/contract/database-schema.ts'
import { type SelftestCheckId, SelftestReport } from '../src/contract/selftest.ts'
import { storeName } from './contacts/store.ts'
import { addressBookFolder, chatDbPath } from './paths.ts'
import { changeSchema } from './schema/change-schema.ts'

/** Undefined where the file is not a report with the schema of chat.db. */
export function readReport(file: string): SelftestReport | undefined {
  const report = contentOf(file)
  return Value.Check(SelftestReport, report) && schemaOf(report, 'chat_db_schema') !== undefined ? report : undefined
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The macOS with whose simulated schema the reported one was compared. */
export const macosOfReport = (report: SelftestReport): number | undefined =>
  schemaOf(report, 'chat_db_schema')?.compared_with ?? undefined

/** Changes a Mac that was made with that macOS. Messages and Contacts must not be open. */
export function makeLike(home: string, report: SelftestReport): void {
  change(chatDbPath(home), schemaOf(report, 'chat_db_schema'))
  change(join(addressBookFolder(home), storeName), schemaOf(report, 'contacts_schema'))
}

const schemaOf = ({ results }: SelftestReport, wanted: SelftestCheckId): SchemaDifferences | undefined =>
  results.find(({ check }) => check === wanted)?.schema

function change(file: string, differences: SchemaDifferences | undefined): void {
  if (differences === undefined) return
  const db = new DatabaseSync(file, { defensive: false })
  try {
    changeSchema(db, differences)
  } finally {
    db.close()
  }
}
