/** Tries what the service promises, keeps the results, and writes docs/reliability.md. */
import { writeFileSync } from 'node:fs'
import { commit, machine, today } from '../machine.ts'
import { commandLine } from '../terminal.ts'
import { reliabilityPage } from './page.ts'
import { commandOf, keepResult, readResults } from './results.ts'
import type { BenchFigures, Outcome, Row } from './row.ts'
import { rows, subjects } from './subjects.ts'
import { benchFigures } from './ways/by-bench.ts'

const usage = `npm run proof -- scoreboard [ROW…]

Tries each promise, or the rows with these numbers, and writes docs/reliability.md.

Rows:
  ${rows.map(({ number, claim }) => `${String(number).padStart(2)}  ${claim}`).join('\n  ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { names } = commandLine({ usage, args, names: rows.map(({ number }) => `${number}`) })
  const circumstances = { commit: commit(), date: today(), machine: machine() }
  const figuresOf = benchFigures()
  let reached = true
  for (const row of rows.filter(({ number }) => names.length === 0 || names.includes(`${number}`))) {
    process.stdout.write(`${row.number}  ${row.claim}\n`)
    const result = await tried(row, figuresOf)
    if (result === undefined) continue
    keepResult(row.number, { ...result, ...circumstances, command: commandOf(row.number) })
    reached &&= result.reached
  }
  writeFileSync(new URL('../../docs/reliability.md', import.meta.url), reliabilityPage(subjects, readResults()))
  return reached
}

async function tried(row: Row, figuresOf: BenchFigures): Promise<(Outcome & { seconds: number }) | undefined> {
  if ('notHere' in row) {
    process.stdout.write(`    not tried here: ${row.notHere}\n`)
    return undefined
  }
  const startMs = performance.now()
  const { figure, reached } = await row.run(figuresOf).catch(broken)
  const seconds = Math.round((performance.now() - startMs) / 1000)
  process.stdout.write(`    ${reached ? 'reached' : 'MISSED'}  ${figure}  (${seconds} s)\n`)
  return { figure, reached, seconds }
}

/** Reports that the trial itself failed, which shows nothing about the row. */
function broken(error: unknown): Outcome {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return { figure: 'the trial broke off', reached: false }
}
