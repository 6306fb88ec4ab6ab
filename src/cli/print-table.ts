/** Prints a list, as a table for people or as JSON for programs. */
import { inColumns } from '../domain/columns.ts'
import { print, printJson } from './print.ts'

interface Table<T> {
  json: boolean | undefined
  /** The text instead of an empty table. */
  none: string
  headings: readonly string[]
  row(one: T): readonly string[]
}

export function printTable<T>(all: readonly T[], { json, none, headings, row }: Table<T>): void {
  if (json) printJson(all)
  else print(all.length === 0 ? none : inColumns([headings, ...all.map(row)]).join('\n'))
}
