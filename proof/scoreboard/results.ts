/** Keeps the last result of each row. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Outcome } from './row.ts'

export interface Result extends Outcome {
  /** The commit, with a `+` where files differed from it. */
  commit: string
  date: string
  machine: string
  seconds: number
  command: string
}

/** Results by the number of the row. */
export type Results = Readonly<Record<string, Result>>

const file = new URL('results.json', import.meta.url)

export const readResults = (): Results => JSON.parse(readFileSync(file, 'utf8'))

/** JSON keeps numeric keys in ascending order. */
export function keepResult(number: number, result: Result): void {
  writeFileSync(file, `${JSON.stringify({ ...readResults(), [number]: result }, null, 2)}\n`)
}

export const commandOf = (number: number): string => `npm run proof -- scoreboard ${number}`
