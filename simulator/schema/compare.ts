// Compares the simulator's schemas with captured ones. Run it by hand: `node simulator/schema/compare.ts FOLDER`.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAddressBookSchema } from './addressbook.ts'
import { createSchema } from './create-schema.ts'
import { asMacosVersion } from './macos-version.ts'
import { type Shape, shapeOf } from './shape.ts'

export const capturedFiles = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.sql'))

function shapeAfter(fill: (db: DatabaseSync) => void): Shape {
  const db = new DatabaseSync(':memory:')
  try {
    fill(db)
    return shapeOf(db)
  } finally {
    db.close()
  }
}

function simulated(name: string): Shape {
  if (name.startsWith('addressbook')) return shapeAfter(createAddressBookSchema)
  const macos = asMacosVersion(/macos-(\d+)/.exec(name)?.[1])
  return shapeAfter((db) => createSchema(db, macos))
}

// A database that has been through upgrades keeps dead columns, and has another order and other defaults.
const isMigrated = (captured: Shape): boolean =>
  captured.tables.message?.some((line) => line.startsWith('sr_')) ?? false

const withoutHistory = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !line.startsWith('sr_'))
    .map((line) => line.replace(/ default=\S+/, ''))
    .toSorted()

function differingLines(what: string, captured: readonly string[], ours: readonly string[] = []): string[] {
  const missing = captured.filter((line) => !ours.includes(line)).map((line) => `${what}: lacks ${line}`)
  const extra = ours.filter((line) => !captured.includes(line)).map((line) => `${what}: has more: ${line}`)
  const sameSet = missing.length + extra.length === 0
  return sameSet && captured.join() !== ours.join() ? [`${what}: another order`] : [...missing, ...extra]
}

const entriesAsLines = (record: Record<string, string>): string[] =>
  Object.entries(record)
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted()

function tableDifferences(captured: Shape, ours: Shape): string[] {
  const asCompared = isMigrated(captured) ? withoutHistory : (lines: readonly string[]) => [...lines]
  return Object.entries(captured.tables).flatMap(([table, lines]) =>
    differingLines(table, asCompared(lines), asCompared(ours.tables[table] ?? [])),
  )
}

/** Returns the differences, one line each. A capture without indexes and triggers is not compared in these. */
export function differences(folder: string, name: string): string[] {
  const captured = shapeAfter((db) => db.exec(readFileSync(join(folder, name), 'utf8')))
  const ours = simulated(name)
  const complete = Object.keys(captured.triggers).length > 0
  return [
    ...tableDifferences(captured, ours),
    ...(complete
      ? differingLines('tables', Object.keys(captured.tables).toSorted(), Object.keys(ours.tables).toSorted())
      : []),
    ...(complete ? differingLines('indexes', entriesAsLines(captured.indexes), entriesAsLines(ours.indexes)) : []),
    ...(complete ? differingLines('triggers', entriesAsLines(captured.triggers), entriesAsLines(ours.triggers)) : []),
  ]
}

if (import.meta.main) {
  const [folder = '../shared/facts/schema'] = process.argv.slice(2)
  for (const name of capturedFiles(folder)) {
    const found = differences(folder, name)
    process.stdout.write(`${name}: ${found.length === 0 ? 'equal' : `\n  ${found.join('\n  ')}`}\n`)
    if (found.length > 0) process.exitCode = 1
  }
}
