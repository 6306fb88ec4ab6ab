/**
 * Returns the rows of a statement as plain objects, which are fast to read; `node:sqlite` returns slow dictionaries.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite'

type Bound = SQLInputValue[] | [named: Record<string, SQLInputValue>]

/** Takes over the statement; nothing else may use it afterwards. */
export function foundRows<T = Record<string, unknown>>(statement: StatementSync): (...given: Bound) => T[] {
  const toObject = objectMaker<T>(statement.columns().map(({ name }) => name))
  statement.setReturnArrays(true)
  return (...given) => {
    const found = statement.all(...(given as SQLInputValue[])) as unknown as unknown[][]
    return found.map(toObject)
  }
}

/**
 * Compiles the literal of a row. A loop over the names of columns would add one property after another to each row, and
 * take as long as SQLite takes to read it. The names come from our own queries, and stand in the literal as strings.
 */
function objectMaker<T>(names: readonly string[]): (values: readonly unknown[]) => T {
  const properties = names.map((name, column) => `${JSON.stringify(name)}: values[${column}]`)
  return new Function('values', `return { ${properties.join(', ')} }`) as (values: readonly unknown[]) => T
}
