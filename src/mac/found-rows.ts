/**
 * Returns the rows of a statement as plain objects, which are fast to read; `node:sqlite` returns slow dictionaries.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite'

type Bound = SQLInputValue[] | [named: Record<string, SQLInputValue>]

/** Takes over the statement; nothing else may use it afterwards. */
export function foundRows<T = Record<string, unknown>>(statement: StatementSync): (...given: Bound) => T[] {
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  const toObject = (values: readonly unknown[]): T => {
    const row: Record<string, unknown> = {}
    for (let column = 0; column < names.length; column++) row[names[column] as string] = values[column]
    return row as T
  }
  return (...given) => {
    const found = statement.all(...(given as SQLInputValue[])) as unknown as unknown[][]
    return found.map(toObject)
  }
}
